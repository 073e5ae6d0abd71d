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

/** What a reader of the schema would get; `undefined` where the table cannot answer. Memoizes nothing. */
export function readSchema(readable: Readable, schema: unknown, args: readonly unknown[]): unknown {
  const stored = storedOf(readable, schema, args);
  return stored === undefined ? undefined : readStored(readable, schema, stored, args);
}

/** The same in stored form. */
export function storedOf(
  { entities, kinds }: Readable,
  schema: unknown,
  args: readonly unknown[],
): unknown {
  const delegate: QueryDelegate = {
    queryKey: (inner, innerArgs) =>
      isEntity(inner)
        ? inner.queryKey(innerArgs, delegate)
        : resolveSchema(inner).queryKey(innerArgs, delegate),
    hasEntity: (kind, pk) => entities.has(kind, pk),
    hasKind: (kind) => kinds.has(kind) || entities.hasType(kind),
    findPk: (kind, field, value) => entities.find(kind, field, value)[0],
    markIncomplete: () => {},
  };
  return delegate.queryKey(schema, args);
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
