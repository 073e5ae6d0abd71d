import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { Reader, Stored, TableName, Writer } from '../storage/Storage.ts';
import type { PersistOptions } from './PersistOptions.ts';
import { isListKind, isTrace, itemsOf } from './storedRecords.ts';

/** How many records are read at once. */
export const SLICE = 500;

/** Visits all records of a table in slices. */
export async function visitRecords(
  tables: Reader,
  table: TableName,
  visit: (record: Stored) => void,
  prefix: readonly string[] = [],
): Promise<void> {
  let records: readonly Stored[] = [];
  do {
    records = await tables.range(table, prefix, SLICE, records.at(-1)?.[0]);
    records.forEach(visit);
  } while (records.length === SLICE);
}

/**
 * Puts what `migrate` makes of entities that the version `from` has stored, and deletes all other
 * records: without `migrate`, and those that it throws for or makes something else of than data.
 */
export async function upgrade(
  tables: Writer,
  migrate: PersistOptions['migrate'],
  from: number,
): Promise<void> {
  for (const table of ['rows', 'results', 'kinds'] as const) {
    await visitRecords(tables, table, ([key, stored]) => {
      const [fetchedAt, receivedAt, expiresAt, record] = itemsOf(stored);
      const isOfEntity = table === 'rows' && isPlainObject(record);
      // Traces of removals and invalidations stay, and the notes beside lists.
      const isKept = {
        rows: !record,
        results: isTrace(stored),
        kinds: isListKind(key as string),
      }[table];
      if (migrate && isKept) return;
      try {
        const next = isOfEntity && migrate?.(from, key[0], record);
        if (next) return tables.put('rows', key, [fetchedAt, receivedAt, expiresAt, next]);
      } catch {
        // What cannot be migrated is fetched again.
      }
      tables.delete(table, key);
    });
  }
}
