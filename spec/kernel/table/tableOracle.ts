import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import type { TableChanges } from '../../../src/kernel/table/TableChanges.ts';
import type { TableReader } from '../../../src/kernel/table/TableReader.ts';
import { type ModelValue, pksWith, type TableModel } from './TableModel.ts';

/** The entity types a model is made of. */
export const modelKeys: readonly string[] = ['User', '__proto__', 'constructor'];

/** The values of the field `value` in its records. */
export const modelValues: readonly ModelValue[] = ['x', '__proto__', 1, '1', null, undefined];

/** A table or a draft, and its model. */
export interface TableVersion<T extends TableReader = EntityTable> {
  readonly table: T;
  readonly model: TableModel;
}

// `expect` and even a text per call are too slow: there are millions of calls.
function agree(what: string, actual: unknown, expected: unknown, which: unknown = ''): void {
  if (actual === expected) return;
  throw new Error(`${what} ${JSON.stringify(which)}: ${JSON.stringify([actual, expected])}`);
}

function agreeInOrder(
  what: string,
  actual: readonly unknown[],
  expected: readonly unknown[],
): void {
  agree(what, actual.length, expected.length, 'length');
  for (let i = 0; i < actual.length; i++) agree(what, actual[i], expected[i], i);
}

/** Throws unless all reads of the type agree between table and model. */
export function expectSame({ table, model }: TableVersion<TableReader>, key: string): void {
  const rows = model.rows(key);
  agree('hasRows', table.hasRows(key), model.hasRows(key));
  agree('size', table.size(key), rows.length);
  agreeInOrder('keys', [...table.keys()].sort(), modelKeys.filter((k) => table.size(k) > 0).sort());
  const entries = [...table.entries(key)];
  agreeInOrder(
    'pks',
    entries.map(([pk]) => pk),
    rows.map(({ pk }) => pk),
  );
  agreeInOrder(
    'records',
    entries.map(([, record]) => record),
    rows.map(({ record }) => record),
  );
  for (const { pk, record, meta } of rows) {
    agree('get', table.get(key, pk), record, pk);
    agree('meta', table.meta(key, pk), meta, pk);
    agree('isRemoved', table.isRemoved(key, pk), false, pk);
  }
  for (const { pk, meta } of model.tombstones(key)) {
    agree('isRemoved', table.isRemoved(key, pk), true, pk);
    agree('get', table.get(key, pk), undefined, pk);
    agree('meta', table.meta(key, pk), meta, pk);
    agree('ordinal', table.ordinal(key, pk), -1, pk);
  }
  for (const value of modelValues) {
    agreeInOrder('find', table.find(key, 'value', value), pksWith(rows, value));
  }
}

/** Throws unless the rows of all types, in the order of their ordinals, are those of the model. */
export function expectOrder({ table, model }: TableVersion): void {
  const found: { record: object; ordinal: number }[] = [];
  for (const key of modelKeys) {
    table.forEach(key, (record, pk, ordinal) => {
      agree('ordinal', table.ordinal(key, pk), ordinal, pk);
      found.push({ record, ordinal });
    });
  }
  found.sort((a, b) => a.ordinal - b.ordinal);
  const records = found.map(({ record }) => record);
  agreeInOrder('records of all types', records, model.inOrder());
}

/**
 * Throws unless the records of the type are those listed; the quick check of an earlier snapshot.
 */
export function expectRecords(table: TableReader, key: string, records: readonly object[]): void {
  let count = 0;
  table.forEach(key, (record) => agree('record', record, records[count++], key));
  agree('number of records', count, records.length, key);
}

/** Throws unless the changes lead from one version to the other, at most one of each row. */
export function expectChanges(
  before: TableVersion,
  after: TableVersion,
  changes: TableChanges,
): void {
  let total = 0;
  for (const key of modelKeys) {
    const metas = new Map(before.model.rows(key).map((row) => [row.pk, row.meta]));
    const patched = new Map(before.model.rows(key).map(({ pk, record }) => [pk, record]));
    const changed = new Set<string>();
    changes.forEach(key, (pk, record, previous, ordinal) => {
      if (changed.has(pk) || record === previous) throw new Error(`${pk} is no change.`);
      changed.add(pk);
      agree('previous', previous, patched.get(pk), pk);
      agree('ordinal', ordinal, (record ? after : before).table.ordinal(key, pk), pk);
      if (record === undefined) patched.delete(pk);
      else patched.set(pk, record);
    });
    const rows = after.model.rows(key);
    agree('rows after the changes', patched.size, rows.length);
    for (const { pk, record } of rows)
      agree('record after the changes', patched.get(pk), record, pk);
    agree('changeCount', changes.changeCount(key), changed.size);
    total += changed.size;

    const refreshed = rows
      .filter(({ pk, meta }) => !changed.has(pk) && metas.get(pk) !== meta)
      .map(({ pk }) => pk);
    agreeInOrder('refreshed', [...changes.refreshed(key)].sort(), refreshed.sort());
  }
  agree('isEmpty', changes.isEmpty, total === 0);
}
