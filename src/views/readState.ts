import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { DenormalizeWalk } from '../normalize/DenormalizeWalk.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { QueryDelegate } from '../schema/Schema.ts';
import type { TableReader } from '../table/TableReader.ts';

/** What can be read without a graph: a table, be it a draft, and the kinds that were asked for as a whole. */
interface Readable {
  readonly entities: TableReader;
  readonly kinds: ReadonlySet<string>;
}

/** The part of an endpoint that says what the cache can show before its first response. */
type Inferable = Pick<EndpointInterface, 'schema' | 'infer'>;

/** What a look-up of the schema gives; `undefined` where the table has nothing. Memoizes nothing. */
export function readSchema(readable: Readable, schema: unknown, args: readonly unknown[]): unknown {
  const stored = storedOf(readable, schema, args);
  return stored === undefined ? undefined : readStored(readable, schema, stored, args);
}

/** What an endpoint without a response shows: as a look-up, but `undefined` also where an object lacks a member. Memoizes nothing. */
export function readEndpoint(
  readable: Readable,
  endpoint: Inferable,
  args: readonly unknown[],
): unknown {
  const stored = storedOfEndpoint(readable, endpoint, args);
  return stored === undefined ? undefined : readStored(readable, endpoint.schema, stored, args);
}

/** The stored form of a look-up. */
export function storedOf(readable: Readable, schema: unknown, args: readonly unknown[]): unknown {
  return delegateOf(readable).queryKey(schema, args);
}

/** The stored form of what an endpoint without a response shows. */
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
    hasEntity: (kind, pk) => entities.has(kind, pk),
    getEntity: (kind, pk) => entities.get(kind, pk),
    hasKind: (kind) => kinds.has(kind) || entities.hasType(kind),
    findPk: (kind, field, value) => entities.find(kind, field, value)[0],
    markIncomplete: () => {},
    lacksMember: false,
  };
  return delegate;
}

/** The value of a stored form; `undefined` where something that it needs is missing. */
export function readStored(
  { entities }: Readable,
  schema: unknown,
  stored: unknown,
  args: readonly unknown[],
): unknown {
  const value = new DenormalizeWalk(entities, args).unvisit(schema, stored);
  return value === INVALID ? undefined : value;
}
