import type { StoredKey } from '../storage/Storage.ts';
import type { StoredSession } from './StoredSession.ts';
import { visitRecords } from './upgrade.ts';

/** How long the trace of a removed entity is kept, ms. */
const REMOVED_AGE = 86_400_000;

/** A stored row or result, and when it arrived. */
type Aged = readonly [receivedAt: number, table: 'rows' | 'results', key: StoredKey];

/** Deletes what is older than `maxAge`, then the oldest rows above `maxRows`. */
export async function deleteOld(
  session: StoredSession,
  now: number,
  { maxAge, maxRows }: { readonly maxAge: number; readonly maxRows: number },
): Promise<void> {
  await session.commit(async (tables) => {
    const rows: Aged[] = [];
    for (const table of ['rows', 'results'] as const) {
      await visitRecords(tables, table, ([key, stored]) => {
        const [, receivedAt, , record] = listOf(stored);
        const age = now - Number(receivedAt);
        const limit = table === 'rows' && !record ? Math.min(REMOVED_AGE, maxAge) : maxAge;
        if (!(age <= limit)) tables.delete(table, key);
        else if (table === 'rows') rows.push([Number(receivedAt), table, key]);
      });
    }
    if (rows.length <= maxRows) return;
    for (const [, table, key] of oldest(rows, rows.length - maxRows)) tables.delete(table, key);
  });
}

/** Deletes the oldest quarter of all rows and results. */
export async function deleteOldest(session: StoredSession): Promise<void> {
  await session.commit(async (tables) => {
    const all: Aged[] = [];
    for (const table of ['rows', 'results'] as const) {
      await visitRecords(tables, table, ([key, stored]) => {
        all.push([Number(listOf(stored)[1]) || 0, table, key]);
      });
    }
    for (const [, table, key] of oldest(all, Math.ceil(all.length / 4))) tables.delete(table, key);
  });
}

function oldest(records: Aged[], count: number): readonly Aged[] {
  return records.sort(([a], [b]) => a - b).slice(0, count);
}

function listOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : [];
}
