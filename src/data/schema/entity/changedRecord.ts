import { defaultsOf } from './entityPlan.ts';
import type { EntityClass } from '../Schema.ts';
import { likeDefault, pkOfArgument } from './usablePk.ts';
import { isForJson } from '../../../shared/isPlainObject.ts';

/**
 * The response of a server that applies a change as requested: the parameters that are members of
 * the entity, converted to the types of their defaults (`{ id: 1 }` becomes `'1'` if the default is
 * a string), overwritten by the body. `undefined` if they do not name the entity, or if the body
 * cannot be read.
 */
export function changedRecord(
  entity: EntityClass,
  params: unknown,
  body: unknown,
): Record<string, unknown> | undefined {
  const content = contentOf(body);
  if (!content) return undefined;
  // The cast holds: only own members are read.
  const defaults = defaultsOf(entity) as Record<string, unknown>;
  const known = Object.entries(params ?? {})
    .filter(([name, value]) => value !== undefined && Object.hasOwn(defaults, name))
    .map(([name, value]) => [name, likeDefault(value, defaults[name])]);
  const changed = { ...Object.fromEntries(known), ...content };
  return pkOfArgument(entity, changed, [params, body]) === undefined ? undefined : changed;
}

function contentOf(body: unknown): object | undefined {
  if (body === undefined || body === null) return {};
  // Forms, files and streams are no records: only the server knows what it makes of them.
  return typeof body === 'object' && isForJson(body) && !Array.isArray(body) ? body : undefined;
}

/** An endpoint with a function that is called with each response. */
interface Processing {
  process(value: unknown, ...args: unknown[]): unknown;
}

/**
 * The `process` of a request whose server may respond without a body (204), because it has applied the
 * change as requested; `written` returns the response that says so.
 */
export function processWritten(
  base: Processing,
  written: (...args: readonly unknown[]) => unknown,
) {
  return function (this: Processing, value: unknown, ...args: unknown[]): unknown {
    return base.process.call(this, value, ...args) ?? written(...args) ?? null;
  };
}

/** The part of an optimistic snapshot that is used here. */
export interface Shown {
  get(schema: EntityClass, lookup: object): unknown;
  /** Throw it to show only the confirmed state. */
  readonly abort: Error;
}

/**
 * Predicts the responses of a resource's mutations, for its entity. `throw snapshot.abort` predicts
 * nothing.
 */
export function optimisticMembers(entity: EntityClass) {
  const changed = (shown: Shown, params: unknown, body: unknown): object => {
    const record = changedRecord(entity, params, body);
    if (!record) throw shown.abort;
    return record;
  };
  return {
    /** A whole entity is sent. It is shown even if it is not known. */
    update: { getOptimisticResponse: changed },
    /**
     * Some members of an entity are sent. Without the known ones, the entity would be incomplete.
     */
    partialUpdate: {
      getOptimisticResponse: (shown: Shown, params: unknown, body: unknown): object => {
        if (shown.get(entity, params as object) === undefined) throw shown.abort;
        return changed(shown, params, body);
      },
    },
    /** The parameters name the removed entity. */
    delete: { getOptimisticResponse: (_shown: Shown, params: unknown): unknown => params },
  };
}
