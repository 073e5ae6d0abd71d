import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { listOf, textOf } from '../../shared/codec/valueCodec.ts';

/** A row by its entity key and pk. */
export type RowKey = readonly [entityKey: string, pk: string];

/** The keys of rows, for messages and storages. */
export function keysOf(rows: EntityKeySet | undefined): readonly RowKey[] {
  const keys: RowKey[] = [];
  rows?.forEach((...key) => keys.push(key));
  return keys;
}

/** Reads the keys of rows; throws if these are none. */
export function readKeys(value: unknown): EntityKeySet {
  const rows = new EntityKeySet();
  for (const key of readPairs(value)) rows.add(...key);
  return rows;
}

/** Reads pairs of texts; throws if these are none. */
export function readPairs(value: unknown): readonly RowKey[] {
  return listOf(value).map((pair) => {
    const [first, second] = listOf(pair);
    return [textOf(first), textOf(second)];
  });
}
