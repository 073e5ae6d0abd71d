import type { StoreInternals } from '../../../src/kernel/store/StoreInternals.ts';
import { disputedRows } from '../../../src/kernel/streams/disputedRows.ts';
import type { EntityKeySet } from '../../../src/kernel/table/EntityKeySet.ts';
import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { TEAM, type TabRead, User } from './tabEndpoints.ts';

/** Requested, arrived, stale from; `null`: never. */
export type Times = readonly [fetchedAt: number, receivedAt: number, expiresAt: number | null];

/** A row or a result as it has to be stored. */
export type Value = readonly [...Times, unknown];

/** A row or a result of a confirmed state. */
export interface Known {
  /** The object that another write replaces; lists that follow a record keep it. */
  readonly meta: object;
  readonly content: unknown;
  /** `undefined`: there is none, or a failure has followed it. */
  readonly value: Value | undefined;
  /** Whether its value must not be loaded again. */
  readonly isInvalidated: boolean;
}

/** A confirmed state of a store as plain maps. */
export interface Confirmed {
  readonly rows: ReadonlyMap<string, Known>;
  readonly results: ReadonlyMap<string, Known>;
  /** Another object each time that all users became known; `undefined`: they are not. */
  readonly allKnown: object | undefined;
}

/** Whether it is the same row or result, not only an equal one. */
export function isSame(a: Known | undefined, b: Known): boolean {
  return a?.meta === b.meta && a.content === b.content;
}

export const NOTHING: Confirmed = { rows: new Map(), results: new Map(), allKnown: undefined };

export function rowKey(kind: string, pk: string): string {
  return `${kind} ${pk}`;
}

interface Meta {
  readonly fetchedAt: number;
  readonly receivedAt: number;
  readonly expiresAt: number;
}

export function timesOf({ fetchedAt, receivedAt, expiresAt }: Meta): Times {
  return [fetchedAt, receivedAt, expiresAt === Infinity ? null : expiresAt];
}

/** Copies what a store has confirmed. `ids`: all users there ever were. */
export function confirmedOf(
  { commits, streams }: StoreInternals,
  ids: Iterable<string>,
  reads: readonly TabRead[],
  before: Confirmed,
): Confirmed {
  const table = commits.latest.confirmed;
  const known = new Set(ids);
  for (const [pk] of table.entries(User.key)) {
    if (!known.has(pk)) throw new Error(`the confirmed state has the user ${pk}`);
  }
  const rows = new Map<string, Known>();
  // Rows that a read in flight leaves open are stale for another store.
  const open = disputedRows(streams, table);
  for (const pk of known) addRow(rows, table, User.key, pk, open);
  for (const [pk] of table.entries(TEAM)) addRow(rows, table, TEAM, pk, open);
  const results = new Map<string, Known>();
  for (const { key } of reads) {
    const row = table.result(key);
    if (!row) continue;
    const isExpired = row.seq < row.expiredSeq;
    const times = timesOf(isExpired ? { ...row, expiresAt: 0 } : row);
    const isShown = row.hasResult && row.error === undefined;
    results.set(key, {
      meta: row,
      content: row,
      value: isShown ? [...times, row.result] : undefined,
      isInvalidated: row.invalidatedSeq > 0,
    });
  }
  const allKnown = table.hasAll(User.key) ? (before.allKnown ?? {}) : undefined;
  return { rows, results, allKnown };
}

const staleMetas = new WeakMap<object, Meta>();

/** One object for each meta: it is the same row as long as that stays. */
function staleMeta(known: Meta): Meta {
  const stale = staleMetas.get(known) ?? { ...known, expiresAt: 0 };
  staleMetas.set(known, stale);
  return stale;
}

function addRow(
  rows: Map<string, Known>,
  table: EntityTable,
  kind: string,
  pk: string,
  open: EntityKeySet,
): void {
  const known = table.meta(kind, pk);
  if (!known) return;
  const meta = open.has(kind, pk) ? staleMeta(known) : known;
  const content = table.get(kind, pk);
  const value: Value = [...timesOf(meta), content];
  rows.set(rowKey(kind, pk), { meta, content, value, isInvalidated: false });
}
