import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { Stored, TableName, Writer } from '../storage/Storage.ts';
import type { PersistOptions } from './PersistOptions.ts';

/** How many records are read at once. */
const SLICE = 500;

/** Visits all records of a table in slices. */
export async function visitRecords(
  tables: Pick<Writer, 'range'>,
  table: TableName,
  visit: (record: Stored) => void,
  prefix: readonly string[] = [],
): Promise<void> {
  let after: Stored[0] | undefined;
  for (;;) {
    const records = await tables.range(table, prefix, SLICE, after);
    for (const record of records) visit(record);
    if (records.length < SLICE) return;
    after = records.at(-1)![0];
  }
}

/** Deletes all records of tables. */
export async function deleteTables(tables: Writer, names: readonly TableName[]): Promise<void> {
  for (const name of names) {
    await visitRecords(tables, name, ([key]) => tables.delete(name, key));
  }
}

/** Puts what `migrate` makes of the records of entities. Those that it throws for are deleted. */
export async function migrateRows(
  tables: Writer,
  from: number,
  migrate: NonNullable<PersistOptions['migrate']>,
): Promise<void> {
  await visitRecords(tables, 'rows', ([key, stored]) => {
    const [, , , record] = Array.isArray(stored) ? (stored as readonly unknown[]) : [];
    if (!isPlainObject(record)) return;
    let next: object | undefined;
    try {
      next = migrate(from, key[0], record);
    } catch {
      // What cannot be migrated is fetched again.
    }
    if (!next) tables.delete('rows', key);
    // The cast holds: a stored row with a record is an array.
    else tables.put('rows', key, [...(stored as readonly unknown[]).slice(0, 3), next]);
  });
}
