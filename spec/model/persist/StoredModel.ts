import type { Confirmed, Known, Value } from './Confirmed.ts';
import { isSame, rowKey } from './Confirmed.ts';
import { MAX_AGE, SHARED, TEAM, TEAM_AGE, type TabRead, User } from './tabEndpoints.ts';

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
  /** When a member of a team changed last, and the teams that have the change. */
  readonly note: ListNote | undefined;
  readonly info: Info | undefined;
}

interface ListNote {
  readonly at: number;
  readonly lists: readonly string[];
}

export const EMPTY: Stored = {
  rows: new Map(),
  results: new Map(),
  isAllKnown: false,
  note: undefined,
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
  let { isAllKnown, note } = stored;
  for (const [at, value] of writes) {
    const [table, key] = splitPlace(at);
    if (at === ALL_USERS) isAllKnown = value !== undefined;
    // The cast holds: the library writes no other record there.
    else if (at === TEAM_NOTE) note = value?.[3] as ListNote | undefined;
    else if (table === 'kinds') continue;
    else if (value) (table === 'rows' ? rows : results).set(key, value);
    else (table === 'rows' ? rows : results).delete(key);
  }
  return { rows, results, isAllKnown, note, info: info ?? stored.info };
}

export function place(table: string, key: string): string {
  return `${table}/${key}`;
}

function splitPlace(text: string): readonly [table: string, key: string] {
  const at = text.indexOf('/');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the value at a place of rows or results. */
export function valueAt<T>(
  tables: Readonly<Record<Aged, ReadonlyMap<string, T>>>,
  at: string,
): T | undefined {
  const [table, key] = splitPlace(at);
  return tables[table as Aged]?.get(key);
}

/** Where `kinds` has a record. */
export const ALL_USERS = place('kinds', User.key);

/** Where `kinds` has the note beside the lists of a team. */
export const TEAM_NOTE = place('kinds', TEAM);

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
    actual,
    isOrdered,
  }: {
    isLoaded: (known: Known) => boolean;
    now: number;
    reads: readonly TabRead[];
    /** What it has written in fact. */
    actual?: Writes;
    /** Whether times have the order of the steps. */
    isOrdered: boolean;
  },
): Map<string, Value | undefined> {
  const writes = new Map<string, Value | undefined>();
  const changed = (before: ReadonlyMap<string, Known>, later: ReadonlyMap<string, Known>) =>
    [...later].filter(([key, known]) => !isSame(before.get(key), known) && !isLoaded(known));
  const put = (table: 'rows' | 'results', key: string, value: Value): void => {
    const known = stored[table].get(key);
    const found = known && known[1] <= now ? known : undefined;
    // If the clock was set back, what arrived since the last flush has the earlier time.
    const isNew = value[1] >= (stored.info?.flushedAt ?? Infinity);
    const isLater = found && !isNew && found[1] > value[1];
    const kept = isLater ? found : value;
    const isUser = table === 'rows' && key.startsWith(`${User.key} `);
    const merged = isUser ? withEmail(kept, isLater ? value : known) : kept;
    if (merged !== found) writes.set(place(table, key), merged);
  };
  for (const [key, { content, isInvalidated, value }] of changed(written.results, next.results)) {
    if (!reads.find((read) => read.key === key)?.isStored) continue;
    if (!isInvalidated) {
      if (value) put('results', key, value);
      continue;
    }
    // A trace has the time when its flush began. What another tab has stored may be later.
    const trace = actual?.get(place('results', key));
    const time = Math.min(trace?.[0] ?? now, now);
    // The cast holds: the content of a result is its row.
    const { receivedAt } = content as { readonly receivedAt: number };
    const mayStay = !isOrdered || (stored.results.get(key)?.[1] ?? NaN) > receivedAt;
    if (trace || !mayStay) {
      put('results', key, [time, time, 0, undefined]);
    }
  }
  for (const [key, { value }] of changed(written.rows, next.rows)) put('rows', key, value!);
  // A user that came back may lack members.
  const back = [...writes].flatMap(([at, value]) => {
    const before = stored.rows.get(at.slice('rows/'.length));
    return value?.[3] && before && !before[3] ? [before[1]] : [];
  });
  for (const [key, [fetchedAt, receivedAt, expiresAt, content]] of stored.results) {
    const at = place('results', key);
    const isLater = fetchedAt > Math.max(...back) && fetchedAt <= now;
    if (back.length === 0 || isLater || key === SHARED || expiresAt === 0) continue;
    if (writes.has(at)) continue;
    writes.set(at, [fetchedAt, receivedAt, 0, content]);
  }
  if (next.allKnown && next.allKnown !== written.allKnown) writes.set(ALL_USERS, COMPLETE);
  return writes;
}

/** Whether a stored result says that its key was invalidated: nothing is inferred after it. */
export function isTrace(result: Value | undefined): boolean {
  return result?.[3] === undefined && result?.[2] === 0;
}

/** An entity has the members of two versions (R14). */
function withEmail(kept: Value, other: Value | undefined): Value {
  const [record, { email }] = [kept[3], Object(other?.[3]) as Partial<User>];
  if (!record || !email || (record as User).email) return kept;
  return [kept[0], kept[1], kept[2], { ...record, email }];
}

/** What an upgrade leaves of each row; results and complete lists are deleted, not traces (R21). */
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
  for (const [key, result] of stored.results) {
    if (!isTrace(result) || !migrate) writes.set(place('results', key), undefined);
  }
  if (stored.isAllKnown) writes.set(ALL_USERS, undefined);
  if (stored.note && !migrate) writes.set(TEAM_NOTE, undefined);
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

/** Whether a record is the one that was found: another one may have the same time. */
export function isUntouched(found: Stored, stored: Stored, at: string): boolean {
  const [table, key] = splitPlace(at);
  return stored[table as Aged].get(key) === found[table as Aged].get(key);
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
export function describe({ info, isAllKnown, note, results, rows }: Stored): string {
  const lines = [...rows, ...results].map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  const infos = `  ${JSON.stringify([info, note])}${isAllKnown ? ' all users' : ''}`;
  return [...lines.sort(), infos].join('\n');
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
  const row = (key: string): Value | undefined => {
    const value = timed(stored.rows.get(key), MAX_AGE);
    const { at = -Infinity, lists = [] } = stored.note ?? {};
    const isOutdated = value && at >= value[0] && !lists.includes(key.slice(TEAM.length + 1));
    return key.startsWith(`${TEAM} `) && isOutdated ? [value[0], value[1], 0, value[3]] : value;
  };
  const users = [...stored.rows].filter(([key]) => key.startsWith(`${User.key} `));
  const isComplete = stored.isAllKnown && users.every(([key]) => row(key));
  for (const key of keys) {
    const read = reads.find((each) => each.key === key);
    if (!read) continue;
    const isOfAll = key.startsWith('getAll');
    const result = timed(stored.results.get(key), key.startsWith('getTeam') ? TEAM_AGE : MAX_AGE);
    if (result && isTrace(result)) {
      results.set(key, result);
      continue;
    }
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
    const isExpired = [...reached].some((at) => row(at)?.[2] === 0);
    const [fetchedAt, receivedAt, expiresAt, value] = result ?? [0, 0, 0];
    if (result) results.set(key, [fetchedAt, receivedAt, isExpired ? 0 : expiresAt, value]);
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
