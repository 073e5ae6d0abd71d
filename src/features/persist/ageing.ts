import type { StoredKey } from '../storage/Storage.ts';
import type { StoredSession } from './StoredSession.ts';
import { arrivalOf, isListKind, itemsOf } from './storedRecords.ts';
import { SLICE } from './upgrade.ts';

/** How long the trace of a removed entity is kept, ms. */
const REMOVED_AGE = 86_400_000;

type Table = 'rows' | 'results';

type Arrival = readonly [receivedAt: number, key: StoredKey];

/** Deletes what is older than `maxAge`, then the oldest rows above `maxRows`. */
export async function deleteOld(
  session: StoredSession,
  now: number,
  { maxAge, maxRows }: { readonly maxAge: number; readonly maxRows: number },
): Promise<void> {
  const oldest = (age: number): number => now - Math.min(age, maxAge);
  await deleteSome(session, 'results', () => oldest(Infinity));
  const since = (stored: readonly unknown[]): number => oldest(stored[3] ? Infinity : REMOVED_AGE);
  await deleteSome(session, 'rows', since, (count) => count - maxRows);
}

/** Deletes the oldest quarter of all rows and results. */
export async function deleteOldest(session: StoredSession): Promise<void> {
  for (const table of ['rows', 'results'] as const) {
    await deleteSome(
      session,
      table,
      () => 0,
      (count) => Math.ceil(count / 4),
    );
  }
}

/**
 * Deletes records that arrived earlier than `since`, then as many of the oldest as are too many. In
 * slices, each in a transaction of its own: others come in between.
 */
async function deleteSome(
  session: StoredSession,
  table: Table,
  since: (stored: readonly unknown[]) => number,
  tooMany: (count: number) => number = () => 0,
): Promise<void> {
  const old: Arrival[] = [];
  const kept: Arrival[] = [];
  let after: StoredKey | undefined;
  /** That of the session whose records were found: a log-out may follow. */
  let token: string | undefined;
  do {
    const found = await session.read((tables, info) => {
      token ??= info.token;
      return tables.range(table, [], SLICE, after);
    });
    const records = found ?? [];
    for (const [key, value] of records) {
      const at = arrivalOf(value);
      // A record that is neither row nor result is old.
      (at >= since(itemsOf(value)) ? kept : old).push([at, key]);
    }
    after = records[SLICE - 1]?.[0];
  } while (after !== undefined);
  kept.sort(([a], [b]) => a - b);
  const surplus = kept.slice(0, Math.max(0, tooMany(kept.length)));
  old.push(...surplus);
  // A later response may bring an entity back with fewer members than results rest on. These
  // arrived before all of their rows.
  const newest = surplus.at(-1)?.[0];
  if (table === 'rows' && newest !== undefined) {
    await deleteSome(session, 'results', () => newest + 1);
  }
  for (let from = 0; from < old.length; from += SLICE) {
    const some = old.slice(from, from + SLICE);
    await session.commit(async (tables, info) => {
      if (info.token !== token) return;
      for (const [at, key] of some) {
        // What was stored again meanwhile stays.
        const stored = await tables.get(table, key);
        if (!Object.is(arrivalOf(stored), at)) continue;
        tables.delete(table, key);
        // Without one of its entities, the list of all is not complete any more.
        const isEntity = table === 'rows' && !isListKind(key[0]);
        if (isEntity && itemsOf(stored)[3]) tables.delete('kinds', key[0]);
      }
    });
  }
}
