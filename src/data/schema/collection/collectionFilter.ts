import { encodeKey } from '../../../shared/encodeKey.ts';
import { tagOf } from '../../../shared/tagOf.ts';
import type { EntityClass } from '../Schema.ts';
import { pkOfArgument } from '../usablePk.ts';

/** Any primary key: a member that alone makes the key names the entity itself. */
const PK = 'pk';

/** What a change does with the members. */
export type ChangeEffect = 'add' | 'move' | 'remove';

/** A member of a change. */
export interface ChangedMember {
  readonly given: unknown;
  /** The class of the entity. */
  readonly entity: EntityClass | undefined;
  /** The stored record of the entity. */
  readonly record: object | undefined;
  /** Its index among the given members. */
  readonly at: number;
}

/**
 * The values by which a change chooses lists, from the arguments of the call:
 *
 * - added: those of the parameters, and those of the stored record or else the sent body
 * - moved: those of the stored record, else of the sent body, else of the parameters, which name the
 *   old list
 * - removed: those of the arguments, else of the given value or the stored record
 */
function candidatesOf(
  name: string,
  effect: ChangeEffect,
  args: readonly unknown[],
  { given, record, at, entity }: ChangedMember,
): readonly unknown[] {
  const [params, sent] = args.length > 1 ? args : [undefined, args[0]];
  // A list that an `id` identifies is that of a parent, whose id is not that of its members.
  if (entity && pkOfArgument(entity, { [name]: PK }, []) === PK) return [memberOf(params, name)];
  const stored = memberOf(record, name);
  const body = memberOf(Array.isArray(sent) ? (sent as readonly unknown[])[at] : sent, name);
  if (effect === 'add') return [memberOf(params, name), stored ?? body];
  if (effect === 'move') return [stored === undefined ? (body ?? memberOf(params, name)) : stored];
  const said = args.map((source) => memberOf(source, name)).filter(isDefined);
  return said.length > 0 ? said : [memberOf(given, name), stored];
}

/**
 * Whether a member belongs in the list with these filtering arguments. `undefined` if the change
 * does not say: it has no value for an argument.
 */
export function belongs(
  filters: readonly (readonly [name: string, value: unknown])[],
  effect: ChangeEffect,
  args: readonly unknown[],
  member: ChangedMember,
): boolean | undefined {
  let verdict: true | undefined = true;
  for (const [name, value] of filters) {
    const known = candidatesOf(name, effect, args, member).filter(isDefined);
    if (known.some((candidate) => isSame(value, candidate))) continue;
    if (known.length > 0) return false;
    verdict = undefined;
  }
  return verdict;
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  if (Object.hasOwn(source, name)) return (source as Record<string, unknown>)[name];
  // Forms are sent as they are.
  const isForm = tagOf(source) === 'FormData';
  return isForm ? ((source as FormData).get(name) ?? undefined) : undefined;
}

/** As in URLs, a number or boolean equals its text. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') {
    return textOf(a) !== undefined && textOf(a) === textOf(b);
  }
  try {
    return encodeKey(a) === encodeKey(b);
  } catch {
    // A value without a canonical form is in no list.
    return false;
  }
}

function textOf(value: unknown): string | undefined {
  return /^(str|num|big|boo)/.test(typeof value) ? String(value) : undefined;
}
