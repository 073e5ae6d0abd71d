import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { Sign } from '../../kernel/store/StoreInternals.ts';
import type { Writer } from '../storage/Storage.ts';
import type { RowChange } from './ListNotes.ts';
import { arrivalOf, isTrace, itemsOf, traceAt } from './storedRecords.ts';
import { visitRecords } from './upgrade.ts';
import type { Write } from './writesOf.ts';

/** A call that expires or invalidates all keys of an endpoint. */
interface SignedEndpoint {
  readonly endpoint: EndpointInterface;
  readonly sign: Sign;
  readonly calledAt: number;
}

/**
 * Makes all stored results of an endpoint stale, or replaces them by traces, also those of keys that
 * the session has not loaded. Results that were requested after the call stay. `now`: the time of
 * the transaction.
 */
export function expireStored(
  tables: Writer,
  { endpoint, sign, calledAt }: SignedEndpoint,
  now: number,
): Promise<void> {
  return visitRecords(tables, 'results', ([key, stored]) => {
    const [fetchedAt] = itemsOf(stored);
    // The cast holds: results have endpoint keys.
    if (isLater(fetchedAt, calledAt, now) || !endpoint.testKey?.(key as string)) return;
    if (sign === 'invalidated') tables.put('results', key, traceAt(calledAt));
    else tables.put('results', key, expired(stored));
  });
}

/** Whether a request was later than a time, by a clock that was not set back since. */
function isLater(fetchedAt: unknown, than: number, now: number): boolean {
  return Number(fetchedAt) > than && Number(fetchedAt) <= now;
}

/** When an entity was removed that has come back; 0: none. */
export function removedAt(changes: readonly RowChange[]): number {
  const times = changes.map(([, , after, before]) =>
    !itemsOf(before)[3] && itemsOf(after)[3] ? arrivalOf(before) || 0 : 0,
  );
  return times.reduce((a, b) => Math.max(a, b), 0);
}

/** Makes stored results stale that were requested until a time, except those just written. */
export function expireResults(
  tables: Writer,
  until: number,
  written: readonly Write[],
  now: number,
): Promise<void> | undefined {
  if (until === 0) return undefined;
  const without = new Set(written.map(([, key]) => key));
  return visitRecords(tables, 'results', ([key, stored]) => {
    const [fetchedAt, , expiresAt] = itemsOf(stored);
    if (isLater(fetchedAt, until, now) || expiresAt === 0 || without.has(key)) return;
    tables.put('results', key, expired(stored));
  });
}

/** Makes a result of this transaction stale. Returns its new write. */
export function expireWritten(tables: Writer, write: Write): Write {
  const [table, key, value] = write;
  // A key that is deleted, or a trace of an invalidation, has no result.
  if (table !== 'results' || isTrace(value) || value === undefined) return write;
  const result = expired(value);
  tables.put(table, key, result);
  return [table, key, result];
}

function expired(stored: unknown): unknown {
  const [fetchedAt, receivedAt, , ...rest] = itemsOf(stored);
  return [fetchedAt, receivedAt, 0, ...rest];
}
