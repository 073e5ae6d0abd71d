import type { Confirmed, Known, Value } from './Confirmed.ts';
import { isSame, rowKey } from './Confirmed.ts';
import { MAX_AGE, TEAM, TEAM_AGE, type TabRead, User } from './tabEndpoints.ts';

/** What a storage says of its contents. */
export interface Info {
  readonly version: number;
  readonly token: string;
  readonly flushedAt: number;
}

/** The contents of a storage as plain maps. They are never changed. */
export interface Stored {
  readonly rows: ReadonlyMap<string, Value>;
  readonly results: ReadonlyMap<string, Value>;
  readonly isAllKnown: boolean;
  readonly info: Info | undefined;
}

export const EMPTY: Stored = {
  rows: new Map(),
  results: new Map(),
  isAllKnown: false,
  info: undefined,
};

/** Values by table and key; `undefined` deletes. */
export type Writes = ReadonlyMap<string, Value | undefined>;

const DAY = 86_400_000;

/** How much earlier than the last flush a clock may be, ms. */
const TOLERANCE = 60_000;

/** The contents after a transaction. */
export function after(stored: Stored, writes: Writes, info: Info | undefined): Stored {
  const rows = new Map(stored.rows);
  const results = new Map(stored.results);
  let { isAllKnown } = stored;
  for (const [at, value] of writes) {
    const [table, key] = splitPlace(at);
    if (at === ALL_USERS) isAllKnown = value !== undefined;
    else if (table === 'kinds') continue;
    else if (value) (table === 'rows' ? rows : results).set(key, value);
    else (table === 'rows' ? rows : results).delete(key);
  }
  return { rows, results, isAllKnown, info: info ?? stored.info };
}

export function place(table: string, key: string): string {
  return `${table}/${key}`;
}

function splitPlace(text: string): readonly [table: string, key: string] {
  const at = text.indexOf('/');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Where `kinds` has a record. */
export const ALL_USERS = place('kinds', User.key);

/** The record of a complete list has no times. */
const COMPLETE: Value = [0, 0, 0, true];

/**
 * What a flush of `next` writes if `written` was stored last (R8, R9, R13, R14). Writes of `may` are
 * neither required nor refused.
 */
export function flushOf(
  written: Confirmed,
  next: Confirmed,
  stored: Stored,
  {
    isLoaded,
    now,
    reads,
  }: { isLoaded: (known: Known) => boolean; now: number; reads: readonly TabRead[] },
): Map<string, Value | undefined> {
  const writes = new Map<string, Value | undefined>();
  const changed = (before: ReadonlyMap<string, Known>, later: ReadonlyMap<string, Known>) =>
    [...later].filter(([key, known]) => !isSame(before.get(key), known) && !isLoaded(known));
  const put = (table: 'rows' | 'results', key: string, value: Value): void => {
    const receivedAt = stored[table].get(key)?.[1] ?? -Infinity;
    // If the clock was set back, what arrived since the last flush has the earlier time.
    const isNew = value[1] >= (stored.info?.flushedAt ?? Infinity);
    const isLater = !isNew && receivedAt > value[1] && receivedAt <= now;
    if (!isLater) writes.set(place(table, key), value);
  };
  for (const [key, { isInvalidated, value }] of changed(written.results, next.results)) {
    if (!reads.find((read) => read.key === key)?.isStored) continue;
    if (isInvalidated) writes.set(place('results', key), undefined);
    else if (value) put('results', key, value);
  }
  for (const [key, { value }] of changed(written.rows, next.rows)) put('rows', key, value!);
  if (next.allKnown && next.allKnown !== written.allKnown) writes.set(ALL_USERS, COMPLETE);
  return writes;
}

/** What an upgrade leaves of each row; results and complete lists are deleted (R21). */
export function upgradeOf(
  stored: Stored,
  migrate: ((record: object) => object) | undefined,
): Writes {
  const writes = new Map<string, Value | undefined>();
  for (const [key, [fetchedAt, receivedAt, expiresAt, record]] of stored.rows) {
    if (!migrate) writes.set(place('rows', key), undefined);
    else if (record) {
      writes.set(place('rows', key), [fetchedAt, receivedAt, expiresAt, migrate(record)]);
    }
  }
  for (const key of stored.results.keys()) writes.set(place('results', key), undefined);
  if (stored.isAllKnown) writes.set(ALL_USERS, undefined);
  return writes;
}

/** The tables whose records are deleted for their age. */
export type Aged = 'rows' | 'results';

/** Whether a record was not stored again since it was found. */
export function isUnchanged(found: Stored, stored: Stored, at: string): boolean {
  const [table, key] = splitPlace(at);
  const arrivalIn = (tables: Stored): number | undefined => tables[table as Aged].get(key)?.[1];
  return arrivalIn(stored) === arrivalIn(found);
}

/** What is deleted of a table for its age (R13, R23), and how many records are more than the limit. */
export function agedOf(
  stored: Stored,
  now: number,
  most: number,
  table: Aged,
): { readonly old: readonly string[]; readonly spare: number } {
  const old: string[] = [];
  for (const [key, [, receivedAt, , record]] of stored[table]) {
    const limit = table === 'results' || record ? MAX_AGE : Math.min(DAY, MAX_AGE);
    if (now - receivedAt > limit) old.push(place(table, key));
  }
  const kept = stored[table].size - old.length;
  return { old, spare: Math.max(0, kept - most) };
}

/** The contents as text. */
export function describe({ info, isAllKnown, results, rows }: Stored): string {
  const lines = [...rows, ...results].map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  return [...lines.sort(), `  ${JSON.stringify(info)}${isAllKnown ? ' all users' : ''}`].join('\n');
}

/** What a load brings: rows and results by key. */
export interface Loaded {
  readonly rows: ReadonlyMap<string, Value>;
  readonly results: ReadonlyMap<string, Value>;
  readonly isAllKnown: boolean;
  /** The keys whose result is stored, but not a row of it. */
  readonly halves: number;
}

/** What a load of some keys has to bring (R9, R17, R19). */
export function loadOf(
  stored: Stored,
  keys: readonly string[],
  { now, reads }: { now: number; reads: readonly TabRead[] },
): Loaded {
  const isSetBack = now < (stored.info?.flushedAt ?? 0) - TOLERANCE;
  const timed = (value: Value | undefined, age: number): Value | undefined => {
    if (!value) return undefined;
    const [fetchedAt, receivedAt, expiresAt, content] = value;
    if (Math.min(receivedAt, now) < now - age) return undefined;
    const isStale = isSetBack || Math.max(fetchedAt, receivedAt) > now;
    return [Math.min(fetchedAt, now), Math.min(receivedAt, now), isStale ? 0 : expiresAt, content];
  };
  const rows = new Map<string, Value>();
  const results = new Map<string, Value>();
  let isAllKnown = false;
  let halves = 0;
  const row = (key: string): Value | undefined => timed(stored.rows.get(key), MAX_AGE);
  const users = [...stored.rows].filter(([key]) => key.startsWith(`${User.key} `));
  const isComplete = stored.isAllKnown && users.every(([key]) => row(key));
  for (const key of keys) {
    const read = reads.find((each) => each.key === key);
    if (!read) continue;
    const isOfAll = key.startsWith('getAll');
    const result = timed(stored.results.get(key), key.startsWith('getTeam') ? TEAM_AGE : MAX_AGE);
    const references = result
      ? referencesOf(key, result[3])
      : inferredOf(read, row, isComplete || users.some(([user]) => row(user)));
    if (!references) continue;
    const reached = isOfAll && result && !isComplete ? undefined : reach(references, row);
    if (!reached) {
      halves++;
      continue;
    }
    if (isOfAll) {
      isAllKnown ||= isComplete;
      for (const [each] of users) reached.add(each);
    }
    for (const each of reached) {
      const value = row(each);
      if (value) rows.set(each, value);
    }
    if (result) results.set(key, result);
  }
  return { rows, results, isAllKnown, halves };
}

/** The rows that a normalized result refers to. */
function referencesOf(key: string, result: unknown): readonly string[] {
  const [name] = key.split(' ');
  // The casts hold: these are the normalized forms of the schemas of `tabEndpoints`.
  if (name === 'getUser') return [rowKey(User.key, result as string)];
  if (name === 'getUsers') return (result as string[]).map((pk) => rowKey(User.key, pk));
  if (name === 'getTeam') return [rowKey(TEAM, result as string)];
  if (name === 'getAll') return [];
  return ['a secret'];
}

/** What the data of a key without a result is inferred from; `undefined`: it is not there. */
function inferredOf(
  { args, key }: TabRead,
  row: (key: string) => Value | undefined,
  hasUsers: boolean,
): readonly string[] | undefined {
  const [name] = key.split(' ');
  if (name === 'getUser') {
    // A removed user is known to be none. The cast holds: the args are those of `tabEndpoints`.
    const own = rowKey(User.key, (args[0] as { readonly id: string }).id);
    return row(own) && [own];
  }
  if (name === 'getTeam') return row(rowKey(TEAM, '{}'))?.[3] ? [rowKey(TEAM, '{}')] : undefined;
  return name === 'getAll' && hasUsers ? [] : undefined;
}

/** All rows behind references; `undefined` if one is missing. */
function reach(
  references: readonly string[],
  row: (key: string) => Value | undefined,
): Set<string> | undefined {
  const reached = new Set<string>();
  for (const key of references) {
    const value = row(key);
    if (!value) return undefined;
    reached.add(key);
    if (!key.startsWith(`${TEAM} `) || !value[3]) continue;
    // The cast holds: lists are stored with their members.
    const { members } = value[3] as { readonly members: readonly string[] };
    const inner = reach(
      members.map((pk) => rowKey(User.key, pk)),
      row,
    );
    if (!inner) return undefined;
    for (const each of inner) reached.add(each);
  }
  return reached;
}
