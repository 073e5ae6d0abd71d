import { LIST_RULES, type RuledRecord } from '../../data/schema/collection/ListRules.ts';
import type { RowMeta } from '../../kernel/commits/RowMeta.ts';
import type { HydratedMeta, HydratedResult, HydratedRow } from '../../kernel/store/Action.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { ResultRecord } from '../../kernel/table/ResultRecord.ts';
import { copyMembers } from '../../shared/copyMembers.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';

/** The format of what this version writes. */
export const STORED_FORMAT = 1;

/** A clock that is this much earlier than a stored time was set back, ms. */
const CLOCK_TOLERANCE = 60_000;

/** Times of the storage are this much ahead of the clock at most, ms. */
const MOST_AHEAD = 1_000;

/** The times of a stored row or result: requested, arrived, stale from (`null`: never). */
type StoredTimes = readonly [fetchedAt: number, receivedAt: number, expiresAt: number | null];

/** Of a removed entity: the primary key in place of its own, and its last version. */
interface StoredRemoval {
  readonly to: string;
  readonly removed: object | undefined;
}

/**
 * A stored row. Without a record it stands for a removed entity, with it for one that is there. Tabs
 * that share data add the version.
 */
export type StoredRow = readonly [
  ...times: StoredTimes,
  record?: object | null,
  removal?: StoredRemoval | null,
  version?: unknown,
];

/** A stored result, with the normalized data of the last success. Tabs add the version. */
export type StoredResult = readonly [...times: StoredTimes, result: unknown, version?: unknown];

/** A row that was read, with the version that tabs have added. */
export interface LoadedRow extends HydratedRow {
  readonly version: unknown;
}

/** A result that was read, with the version that tabs have added. */
export interface LoadedResult extends HydratedResult {
  readonly version: unknown;
}

/** The row as it is stored; `undefined` if the table does not have it. `isStale`: whatever its meta says. */
export function rowOf(
  table: EntityTable,
  kind: string,
  pk: string,
  version?: unknown,
  isStale = false,
): StoredRow | undefined {
  const known: RowMeta | undefined = table.meta(kind, pk);
  const meta = known && isStale ? { ...known, expiresAt: 0 } : known;
  const [record, renamedTo] = [table.get(kind, pk), table.renamedTo(kind, pk)];
  return meta && storedRow({ meta, record, renamedTo, version });
}

/** A row as it is stored. */
export function storedRow({
  meta,
  record,
  renamedTo: to = '',
  version,
}: Pick<LoadedRow, 'meta' | 'record' | 'renamedTo' | 'version'>): StoredRow {
  const { removed } = meta;
  const times = timesOf(meta);
  const own = record ? withoutRules(record) : null;
  const removal =
    record || (to === '' && !removed) ? null : { to, removed: removed && withoutRules(removed) };
  if (version !== undefined) return [...times, own, removal, version];
  if (removal) return [...times, own, removal];
  return own ? [...times, own] : times;
}

/** The result as it is stored. What a call has expired is stale. */
export function resultOf(row: ResultRecord, version?: unknown): StoredResult {
  const isExpired = row.seq < row.expiredSeq;
  const times = timesOf(isExpired ? { ...row, expiresAt: 0 } : row);
  return version === undefined ? [...times, row.result] : [...times, row.result, version];
}

/** The trace of an invalidation, in place of a stored result: nothing is inferred after it. */
export function traceAt(now: number): unknown {
  return [now, now, 0];
}

/** Whether a stored result is the trace of an invalidation. */
export function isTrace(stored: unknown): boolean {
  return itemsOf(stored).length === 3;
}

/** A stored row as `hydrate` takes it; `undefined` if it is none. */
export function hydratedRow(
  kind: string,
  pk: string,
  stored: unknown,
  times: TimeReader,
): LoadedRow | undefined {
  const meta = times(stored);
  if (!meta) return undefined;
  const [, , , record, removal, version] = itemsOf(stored);
  if (isPlainObject(record)) {
    return { kind, pk, record: recordOf(record), renamedTo: undefined, meta, version };
  }
  // The cast holds: members that are not there read as undefined.
  const { to, removed } = Object(removal) as Partial<StoredRemoval>;
  return {
    kind,
    pk,
    record: undefined,
    renamedTo: typeof to === 'string' && to !== '' ? to : undefined,
    meta: isPlainObject(removed) ? { ...meta, removed: recordOf(removed) } : meta,
    version,
  };
}

/** A stored result as `hydrate` takes it; `undefined` if it is none. */
export function hydratedResult(
  key: string,
  stored: unknown,
  times: TimeReader,
): LoadedResult | undefined {
  const meta = times(stored);
  if (!meta) return undefined;
  const [, , , result, version] = itemsOf(stored);
  return {
    key,
    meta,
    version,
    hasResult: !isTrace(stored),
    result: immutable(result),
    error: undefined,
    errorPolicy: undefined,
    isExpired: false,
    isInvalidated: isTrace(stored),
  };
}

/** Reads the times of a stored row or result; `undefined` if it is none. */
export type TimeReader = (stored: unknown) => HydratedMeta | undefined;

/**
 * Reads times by the clock here, where it is `now`. If the clock was set back since the last flush,
 * or a time is in the future, the data is stale.
 */
export function timesAt(now: number, flushedAt: number): TimeReader {
  const isSetBack = now < flushedAt - CLOCK_TOLERANCE;
  return (stored) => {
    const [fetchedAt, receivedAt, expiresAt = NaN] = itemsOf(stored);
    if (typeof fetchedAt !== 'number' || typeof receivedAt !== 'number') return undefined;
    if (expiresAt !== null && typeof expiresAt !== 'number') return undefined;
    const isOfFuture = Math.max(fetchedAt, receivedAt) > now;
    return {
      fetchedAt: Math.min(fetchedAt, now),
      receivedAt: Math.min(receivedAt, now),
      expiresAt: isSetBack || isOfFuture ? 0 : (expiresAt ?? Infinity),
    };
  };
}

/** What a store knows of the row that it replaces. */
interface Replaced {
  /** The row that it has stored or loaded before. */
  readonly base: unknown;
  /** When data was last stored, in whichever tab. */
  readonly flushedAt: number;
  readonly now: number;
}

/**
 * The row or result that is stored in place of `found`: the later one of both. Entities keep the
 * members that only one of both has: results of other keys rest on them.
 */
export function mergeStored(
  key: string | readonly string[],
  found: unknown,
  mine: unknown,
  { base, flushedAt, now }: Replaced,
): unknown {
  const [foundAt, receivedAt] = [found, mine].map(arrivalOf);
  // If the clock was set back, what arrived since the last flush has the earlier time.
  const isFound = receivedAt < flushedAt && foundAt > receivedAt && foundAt <= now;
  const [kept, dropped] = isFound ? [found, mine] : [mine, found];
  const [{ 3: record }, { 3: other }] = [itemsOf(kept), itemsOf(dropped)];
  const isEntity = typeof key !== 'string' && !isListKind(key[0]);
  if (!isEntity || !isPlainObject(record) || !isPlainObject(other)) return kept;
  const [fetched, received, expiresAt, , ...rest] = itemsOf(kept);
  // A class that merges records in its own way may have dropped members.
  const known = isFound ? undefined : itemsOf(base)[3];
  const lacks = (name: string): boolean =>
    record[name] === undefined && Object(known)[name] === undefined;
  const more = Object.entries(other).filter(([name]) => lacks(name));
  const merged = { ...record, ...Object.fromEntries(more) };
  return more.length > 0 ? [fetched, received, expiresAt, merged, ...rest] : kept;
}

/** A time that differs from all before: now, or a little later. A clock that was set back begins anew. */
export function timeAfter(last: number, now: number): number {
  const ahead = last - now;
  return ahead >= 0 && ahead < MOST_AHEAD ? last + 1 : now;
}

/** Whether an entity key is that of lists or their counts: these are taken as a whole. */
export function isListKind(kind: string): boolean {
  return /^[[{#]/.test(kind);
}

/** When a stored row or result arrived; `NaN` of anything else. */
export function arrivalOf(stored: unknown): number {
  const [, at] = itemsOf(stored);
  return typeof at === 'number' ? at : NaN;
}

/** The parts of a stored row or result; none of anything else. */
export function itemsOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function timesOf({ fetchedAt, receivedAt, expiresAt }: HydratedMeta): StoredTimes {
  return [fetchedAt, receivedAt, expiresAt === Infinity ? null : expiresAt];
}

/** A record may have a member `__proto__`, which would become the prototype of instances. */
function recordOf(record: object): object {
  return immutable(Object.hasOwn(record, '__proto__') ? copyMembers(record) : record);
}

function immutable<T>(value: T): T {
  return DEVELOPMENT ? deepFreeze(value) : value;
}

/** The rules of a list are functions: the endpoint of the list brings them again. */
function withoutRules(record: Partial<RuledRecord>): object {
  if (!(LIST_RULES in record)) return record;
  const { [LIST_RULES]: _rules, ...rest } = record;
  return rest;
}
