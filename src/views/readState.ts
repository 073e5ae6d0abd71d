import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { DenormalizeWalk } from '../normalize/DenormalizeWalk.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { QueryDelegate } from '../schema/Schema.ts';
import type { TableReader } from '../table/TableReader.ts';

/**
 * A state that can be read without a graph: a table or a draft, and the entity keys of which a
 * response brought all entities.
 */
interface Readable {
  readonly entities: TableReader;
  readonly kinds: ReadonlySet<string>;
}

/** The part of an endpoint that decides what can be inferred before its first response. */
type Inferable = Pick<EndpointInterface, 'schema' | 'infer'>;

/** The value of a schema for args; `undefined` if the table has none. Memoizes nothing. */
export function readSchema(readable: Readable, schema: unknown, args: readonly unknown[]): unknown {
  const stored = storedOf(readable, schema, args);
  return stored === undefined ? undefined : readStored(readable, schema, stored, args);
}

/**
 * The inferred value of an endpoint without a response: as `readSchema`, but also `undefined` if an
 * object lacks a member. Memoizes nothing.
 */
export function readEndpoint(
  readable: Readable,
  endpoint: Inferable,
  args: readonly unknown[],
): unknown {
  const stored = storedOfEndpoint(readable, endpoint, args);
  return stored === undefined ? undefined : readStored(readable, endpoint.schema, stored, args);
}

/** The normalized form of what `readSchema` returns. */
export function storedOf(readable: Readable, schema: unknown, args: readonly unknown[]): unknown {
  return delegateOf(readable).queryKey(schema, args);
}

/** The normalized form of what `readEndpoint` returns. */
export function storedOfEndpoint(
  readable: Readable,
  endpoint: Inferable,
  args: readonly unknown[],
): unknown {
  const delegate = delegateOf(readable);
  const stored = endpoint.infer
    ? endpoint.infer(args, delegate)
    : delegate.queryKey(endpoint.schema, args);
  return delegate.lacksMember ? undefined : stored;
}

function delegateOf({ entities, kinds }: Readable): QueryDelegate {
  const delegate: QueryDelegate = {
    queryKey: (inner, innerArgs) =>
      isEntity(inner)
        ? inner.queryKey(innerArgs, delegate)
        : resolveSchema(inner).queryKey(innerArgs, delegate),
    hasEntity: (key, pk) => entities.has(key, pk),
    getEntity: (key, pk) => entities.get(key, pk),
    hasKind: (key) => kinds.has(key) || entities.hasType(key),
    findPk: (key, field, value) => entities.find(key, field, value)[0],
    markIncomplete: () => {},
    lacksMember: false,
  };
  return delegate;
}

/** The value of a normalized form; `undefined` if something that it requires is missing. */
export function readStored(
  { entities }: Readable,
  schema: unknown,
  stored: unknown,
  args: readonly unknown[],
): unknown {
  const value = new DenormalizeWalk(entities, args).unvisit(schema, stored);
  return value === INVALID ? undefined : value;
}
