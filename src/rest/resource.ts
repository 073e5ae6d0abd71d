import { changedRecord, optimisticMembers } from '../schema/changedRecord.ts';
import { Collection } from '../schema/collection/Collection.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { Invalidate } from '../schema/Invalidate.ts';
import { isEntity } from '../schema/isEntity.ts';
import { isUnion } from '../schema/Polymorphic.ts';
import type { Union } from '../schema/Union.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type {
  ExtendableResource,
  ResourceEndpoints,
  ResourceOptions,
} from './ResourceEndpoints.ts';
import { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';
import { shortenPath } from './shortenPath.ts';

/**
 * Makes the endpoints of one resource: `get`, `getList` (with `push`, `unshift`, `assign`,
 * `remove`, `move`, `getPage`), `update`, `partialUpdate`, `delete`; `extend` makes variants.
 * Throws `SB_PATH_INVALID` for a path without parameter, `SB_OPTION_INVALID` for `optimistic`
 * without an entity.
 *
 * @example
 * ```ts
 * const UserResource = resource({ path: '/users/:id', schema: User });
 * const user$ = store.observe(UserResource.get, { id: '1' });
 * const users$ = store.observe(UserResource.getList);
 * await store.fetch(UserResource.getList.push, { name: 'Cid' });
 * await store.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ann' });
 * await store.fetch(UserResource.delete, { id: '2' });
 * ```
 */
export function resource<O extends ResourceOptions>(
  options: O,
): ResourceEndpoints<O> & ExtendableResource<ResourceEndpoints<O>> {
  const { path, schema, name, optimistic = false, Endpoint = RestEndpoint } = options;
  const label = name ?? (schema as { key?: string } | undefined)?.key ?? path;
  if (optimistic && !isEntity(schema)) {
    throw new StreambedError(
      'SB_OPTION_INVALID',
      `Resource "${label}": optimistic needs an entity class as schema.`,
    );
  }
  // The cast holds: the result's types describe the differences.
  const base = new Endpoint({ path }).extend(sharedOptions(options)) as RestEndpoint;
  const isOne = isEntity(schema);
  const written = isOne ? { process: processWritten(base, schema) } : {};
  const isPredicted = optimistic && isOne && options.getOptimisticResponse === undefined;
  const shown: Readonly<Record<string, object>> = isPredicted ? optimisticMembers(schema) : {};
  const made = (member: string, method: string, changes?: Partial<RestOptions>): unknown =>
    base.extend({ name: `${label}.${member}`, method, ...changes, ...shown[member] });
  const endpoints = {
    get: made('get', 'GET'),
    getList: made('getList', 'GET', {
      path: shortenPath(path),
      schema: listOf(options),
      movePath: path,
      optimistic,
    }),
    update: made('update', 'PUT', written),
    partialUpdate: made('partialUpdate', 'PATCH', written),
    delete: made('delete', 'DELETE', {
      schema: holdsEntities(schema) ? new Invalidate(schema) : undefined,
    }),
  };
  // The types follow from the options, which are only RestOptions here.
  return withExtend(endpoints, label) as never;
}

/**
 * Copying descriptors keeps getters. The options are passed to `extend`, so they win over fields of
 * the class.
 */
function sharedOptions(options: ResourceOptions): Partial<RestOptions> {
  const shared = Object.defineProperties({}, Object.getOwnPropertyDescriptors(options));
  for (const member of ['Endpoint', 'Collection', 'nonFilterArgumentKeys', 'optimistic']) {
    Reflect.deleteProperty(shared, member);
  }
  return shared;
}

function listOf({ schema, nonFilterArgumentKeys, ...options }: ResourceOptions): unknown {
  if (!holdsEntities(schema)) return [schema];
  // The cast holds: a custom class extends Collection.
  const List = (options.Collection ?? Collection) as typeof Collection;
  return new List([schema], nonFilterArgumentKeys ? { nonFilterArgumentKeys } : {});
}

/** Whether a schema is one entity class, or several. */
function holdsEntities(schema: unknown): schema is EntityClass | Union {
  return isEntity(schema) || isUnion(schema);
}

/** A server that responds without a body (204) has applied the change as requested. */
function processWritten(base: RestEndpoint, entity: EntityClass) {
  return function process(this: RestEndpoint, value: unknown, ...args: unknown[]): unknown {
    const processed = base.process.call(this, value, ...(args as []));
    const [params, body] = args;
    return processed ?? changedRecord(entity, params, body) ?? null;
  };
}

/** The part of an endpoint that `extend` of a resource uses. */
interface Extendable {
  extend(options: Partial<RestOptions>): unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Adds `extend` to the members of a resource. `label` prefixes the names of added endpoints. */
function withExtend(members: Members, label: string): Members {
  const whole: Members = {
    ...members,
    extend(change: unknown, options?: Partial<RestOptions>): Members {
      return withExtend({ ...members, ...changesOf(change, options) }, label);
    },
  };
  return whole;

  function changesOf(change: unknown, options: Partial<RestOptions> = {}): Members {
    if (typeof change === 'function') return (change as (base: Members) => Members)(whole);
    if (typeof change === 'string') {
      const isAdded = members[change] === undefined;
      const named = isAdded ? { name: `${label}.${change}`, ...options } : options;
      return { [change]: extended(isAdded ? 'get' : change, named) };
    }
    const all = Object.entries(change as Readonly<Record<string, Partial<RestOptions>>>);
    return Object.fromEntries(all.map(([name, given]) => [name, extended(name, given)]));
  }

  function extended(name: string, options: Partial<RestOptions>): unknown {
    const endpoint = members[name] as Partial<Extendable> | undefined;
    if (typeof endpoint?.extend === 'function') return endpoint.extend(options);
    throw new StreambedError(
      'SB_OPTION_INVALID',
      `Resource "${label}": there is no endpoint "${name}" to extend.`,
    );
  }
}
