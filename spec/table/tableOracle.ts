import type { EntityTable } from '../../src/table/EntityTable.ts';
import type { TableChanges } from '../../src/table/TableChanges.ts';
import type { TableReader } from '../../src/table/TableReader.ts';
import type { ModelValue, TableModel } from './TableModel.ts';

/** The entity types a model is made of. */
export const modelKeys: readonly string[] = ['User', '__proto__', 'constructor'];

/** The values of the field `value` in its records. */
export const modelValues: readonly ModelValue[] = ['x', '__proto__', 1, '1', null, undefined];

/** A table or a draft, and what it should say. */
export interface TableVersion<T extends TableReader = EntityTable> {
  readonly table: T;
  readonly model: TableModel;
}

// `expect` builds a report for each call, and there are millions here.
function agree(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify([actual, expected])}`);
}

function agreeInOrder(
  what: string,
  actual: readonly unknown[],
  expected: readonly unknown[],
): void {
  agree(`Number of ${what}`, actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) agree(`Item ${i} of ${what}`, actual[i], expected[i]);
}

/** Throws unless table and model give the same answer to every question about the type. */
export function expectSame({ table, model }: TableVersion<TableReader>, key: string): void {
  const rows = model.rows(key);
  agree('hasType', table.hasType(key), model.hasType(key));
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
  for (const { pk, record, stamp } of rows) {
    agree(`get(${pk})`, table.get(key, pk), record);
    agree(`stamp(${pk})`, table.stamp(key, pk), stamp);
    agree(`isRemoved(${pk})`, table.isRemoved(key, pk), false);
  }
  for (const { pk, stamp } of model.tombstones(key)) {
    agree(`isRemoved(${pk})`, table.isRemoved(key, pk), true);
    agree(`get(${pk})`, table.get(key, pk), undefined);
    agree(`stamp(${pk})`, table.stamp(key, pk), stamp);
    agree(`ordinal(${pk})`, table.ordinal(key, pk), -1);
  }
  for (const value of modelValues) {
    agreeInOrder(`find(${value})`, table.find(key, 'value', value), model.find(key, value));
  }
}

/** Throws unless the table has the records of the model, in the same order over all types. */
export function expectRows({ table, model }: TableVersion): void {
  const found: { record: object; ordinal: number }[] = [];
  for (const key of modelKeys) {
    let last = -1;
    table.forEach(key, (record, _pk, ordinal) => {
      if (ordinal <= last) throw new Error(`Ordinals of ${key} do not ascend.`);
      last = ordinal;
      found.push({ record, ordinal });
    });
  }
  found.sort((a, b) => a.ordinal - b.ordinal);
  agreeInOrder(
    'rows',
    found.map(({ record }) => record),
    model.inOrder(),
  );
}

/** Throws unless the changes lead from one version to the other, at most one of each row. */
export function expectChanges(
  before: TableVersion,
  after: TableVersion,
  changes: TableChanges,
): void {
  let total = 0;
  for (const key of modelKeys) {
    const stamps = new Map(before.model.rows(key).map((row) => [row.pk, row.stamp]));
    const patched = new Map(before.model.rows(key).map(({ pk, record }) => [pk, record]));
    const changed = new Set<string>();
    changes.forEach(key, (pk, record, previous, ordinal) => {
      if (changed.has(pk) || record === previous) throw new Error(`${pk} is no change.`);
      changed.add(pk);
      agree(`previous(${pk})`, previous, patched.get(pk));
      agree(`ordinal(${pk})`, ordinal, (record ? after : before).table.ordinal(key, pk));
      if (record === undefined) patched.delete(pk);
      else patched.set(pk, record);
    });
    const rows = after.model.rows(key);
    agree('rows after the changes', patched.size, rows.length);
    for (const { pk, record } of rows) agree(`${pk} after the changes`, patched.get(pk), record);
    agree('changeCount', changes.changeCount(key), changed.size);
    total += changed.size;

    const refreshed = rows
      .filter(({ pk, stamp }) => !changed.has(pk) && stamps.get(pk) !== stamp)
      .map(({ pk }) => pk);
    agreeInOrder('refreshed', [...changes.refreshed(key)].sort(), refreshed.sort());
  }
  agree('isEmpty', changes.isEmpty, total === 0);
}
