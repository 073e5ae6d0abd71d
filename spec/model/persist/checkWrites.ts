import type { PersistModel } from './PersistModel.ts';
import type { PersistTab, Survey } from './PersistTab.ts';
import { SHARED, User } from './tabEndpoints.ts';
import {
  type Aged,
  agedOf,
  ALL_USERS,
  describe,
  EMPTY,
  flushOf,
  isTrace,
  isUnchanged,
  type Info,
  place,
  type Stored,
  TEAM_NOTE,
  upgradeOf,
  type Writes,
} from './StoredModel.ts';
import type { Transaction } from './WatchedStorage.ts';

interface Written {
  /** Whether it is the first transaction of its tab. */
  readonly isEntry: boolean;
  readonly data: Writes;
  readonly info: Info | undefined;
}

/** Finds out what a transaction was for, and whether it has written what it should. */
export function checkWrites(
  model: PersistModel,
  tab: PersistTab,
  transaction: Transaction,
  { isEntry, data, info }: Written,
): void {
  const before = model.stored.info;
  // Any transaction takes over what a program of an earlier version has stored.
  const isUpgrade = before !== undefined && before.version < tab.version;
  const upgrade = isUpgrade ? upgradeBy(model) : new Map();
  if (info && info.version !== tab.version) {
    model.fault(`a program of version ${tab.version} stores for ${info.version} (R21)`);
  }
  // No two flushes of one second have one time.
  const ahead = (info?.flushedAt ?? NaN) - transaction.now;
  const isFlush = !isEntry && ahead >= 0 && ahead <= 1_000 && info?.flushedAt !== before?.flushedAt;
  if (isFlush) checkFlush(model, tab, transaction, data, upgrade);
  else if (isEntry || isUpgrade || (info && !before)) checkUpgrade(model, data, upgrade);
  else if (expires(data, model.stored)) model.reach('stored results expire');
  else checkDeletions(model, tab, transaction, data);
}

/** Whether stored results expire, or become traces, as by calls for all keys, and nothing else. */
function expires(data: Writes, { results }: Stored): boolean {
  return (
    data.size > 0 &&
    [...data].every(([at, value]) => {
      const found = results.get(at.slice('results/'.length));
      if (!at.startsWith('results/') || !found || !value) return false;
      return (
        isTrace(value) ||
        JSON.stringify(value) === JSON.stringify([found[0], found[1], 0, found[3]])
      );
    })
  );
}

function upgradeBy({ history, migrate, reach, stored }: PersistModel): Writes {
  reach(history.migrates ? 'an upgrade migrates' : 'an upgrade deletes');
  return upgradeOf(stored, history.migrates ? migrate : undefined);
}

function checkUpgrade(model: PersistModel, data: Writes, upgrade: Writes): void {
  const [actual, expected] = [show(data), show(upgrade)];
  if (actual === expected) return;
  model.fault(`a start writes\n${actual}\nbut should write\n${expected} (R21)`);
}

function checkFlush(
  model: PersistModel,
  tab: PersistTab,
  { now, session }: Transaction,
  all: Writes,
  upgrade: Writes,
): void {
  // Whether a shared key is stored depends on what the tab has met before (R10), and a note beside
  // lists is right if no load brings an outdated one.
  const isFree = (at: string): boolean =>
    at === TEAM_NOTE || at.startsWith(place('results', SHARED));
  const strict = (writes: Writes): Writes => new Map([...writes].filter(([at]) => !isFree(at)));
  const data = strict(all);
  const { states } = session;
  const actual = show(session.hasLoadedAll ? withoutAll(data) : data);
  const { stored } = model;
  const writesAt = (at: number, from: number): Writes => {
    const writes = flushOf(states[from], states[at], stored, {
      isLoaded: session.hasLoaded,
      now,
      reads: tab.endpoints.reads,
      actual: data,
      isOrdered: model.isOrdered,
    });
    const both = new Map([...strict(upgrade), ...writes]);
    return session.hasLoadedAll ? withoutAll(both) : both;
  };
  const requiredAt = (at: number, from: number): Writes => {
    const isOptional = (row: string): boolean => {
      const known = states[at].rows.get(row.slice('rows/'.length));
      return known !== undefined && session.hasReplaced(known) && !data.has(row);
    };
    return new Map([...writesAt(at, from)].filter(([row]) => !isOptional(row)));
  };
  const written = new Set([...session.written, ...session.writtenAtEnd]);
  const found = states
    .map((_, at) => at)
    .filter((at) =>
      [...written].some(
        (from) =>
          from <= at &&
          (show(writesAt(at, from)) === actual || show(requiredAt(at, from)) === actual),
      ),
    );
  const last = session.written.at(-1)!;
  if (found.length === 0) {
    const expected = show(requiredAt(states.length - 1, last));
    model.fault(`a flush writes\n${actual}\nbut should write\n${expected} (I1, I10)`);
    return;
  }
  noteReach(model, tab, found.at(-1)! - last, data);
  session.written = found;
}

function withoutAll(writes: Writes): Writes {
  return new Map([...writes].filter(([at]) => at !== ALL_USERS));
}

function noteReach(model: PersistModel, tab: PersistTab, commits: number, data: Writes): void {
  model.reach('a flush');
  model.reach('a flush of several commits', commits > 1 ? 1 : 0);
  const hasRemoval = [...data.values()].some((value) => value && !value[3]);
  model.reach('a flush of a removal', hasRemoval ? 1 : 0);
  const { confirmed, visible } = tab.parts.commits.latest;
  model.reach('a flush below a layer', confirmed === visible ? 0 : 1);
  const { rows } = tab.session.latest;
  const isKept = [...model.stored.rows.keys()].some((key) => !rows.has(key));
  model.reach('a flush keeps rows that the tab lacks', isKept ? 1 : 0);
}

/** Old data, the oldest rows above the limit, or the oldest quarter of a table to make room. */
function checkDeletions(
  model: PersistModel,
  tab: PersistTab,
  transaction: Transaction,
  data: Writes,
): void {
  if ([...data.values()].some((value) => value !== undefined)) {
    model.fault(`a transaction writes without a note (R15)\n${show(data)}`);
    return;
  }
  const { stored } = model;
  const deleted = new Set(data.keys());
  const breaksList = [...deleted].some((at) => {
    const key = at.slice('rows/'.length);
    return key.startsWith(`${User.key} `) && stored.rows.get(key)?.[3];
  });
  if (deleted.delete(ALL_USERS) !== breaksList && stored.isAllKnown) {
    model.fault('a list of all users stays, or goes, without one of its users (R9)');
  }
  const table = [...deleted].some((at) => at.startsWith('rows/')) ? 'rows' : 'results';
  let first = 'nothing was found to be deleted (R23)';
  for (const [at, survey] of tab.surveys[table].entries()) {
    const fault = deletionFault(model, tab, transaction, { deleted, survey, table });
    if (!fault) return;
    if (at === 0) first = fault;
  }
  model.fault(first);
}

interface Deletion {
  readonly deleted: ReadonlySet<string>;
  /** What may be deleted of the table was found by it. */
  readonly survey: Survey;
  readonly table: Aged;
}

/** Why a deletion is wrong if a survey is that of it. */
function deletionFault(
  model: PersistModel,
  tab: PersistTab,
  { now: deletedAt }: Transaction,
  { deleted, survey, table }: Deletion,
): string | undefined {
  const { stored } = model;
  const found = model.before(survey.order + 1);
  survey.isDue = false;
  const isChanged = (at: string): boolean => !isUnchanged(found, stored, at);
  // What was stored again since it was found stays.
  const again = [...deleted].filter(isChanged);
  if (again.length > 0) return `${again.join()} was stored again since it was found (R23)`;
  const places = [...found[table].keys()].map((key) => place(table, key));
  const changed = places.filter(isChanged);
  const gone = new Set([...deleted, ...changed]);
  const { maxRows } = model.history;
  const isAgeing = [survey.now, deletedAt].some((now) => {
    const { old, spare } = agedOf(found, now, table === 'rows' ? maxRows : Infinity, table);
    const rest = [...deleted].filter((at) => !old.includes(at));
    const isIt =
      old.every((at) => gone.has(at)) &&
      isCount(rest.length, spare, changed.length) &&
      areOldest(found, rest, gone, table);
    if (isIt) model.reach('old data is deleted', old.length);
    if (isIt) model.reach('rows above the limit are deleted', spare);
    if (isIt && table === 'rows') checkRests(model, found, rest);
    return isIt;
  });
  if (isAgeing || (table === 'results' && isWithRows(model, tab, deleted, found))) return undefined;
  const quarter = Math.ceil(found[table].size / 4);
  const isRoom =
    isCount(deleted.size, quarter, changed.length) && areOldest(found, [...deleted], gone, table);
  if (!isRoom) return `deleted are\n${[...deleted].join('\n')}\nof\n${describe(found)} (R5, R23)`;
  model.reach('room is made');
  if (table === 'rows') checkRests(model, found, [...deleted]);
  return undefined;
}

/** No valid result may stay that arrived before a row which is deleted to make room (R9). */
function checkRests(
  { fault, stored }: PersistModel,
  found: Stored,
  places: readonly string[],
): void {
  const arrivals = places.map((at) => found.rows.get(at.slice('rows/'.length))?.[1] ?? -Infinity);
  const newest = Math.max(...arrivals);
  for (const [key, [, receivedAt]] of found.results) {
    if (receivedAt > newest || !isUnchanged(found, stored, place('results', key))) continue;
    // A call may have expired it in the memory of a tab, which has stored it again since.
    if (stored.results.get(key)?.[2] === 0) continue;
    fault(`${key} stays without a row that it may rest on (R9)`);
  }
}

/** Whether all results are deleted that may rest on the oldest rows, which are deleted next. */
function isWithRows(
  model: PersistModel,
  tab: PersistTab,
  deleted: ReadonlySet<string>,
  { results }: Stored,
): boolean {
  return tab.surveys.rows.some(({ order, now }) => {
    const known = model.before(order + 1);
    const { old, spare } = agedOf(known, now, model.history.maxRows, 'rows');
    const arrivals = (isLeft: (at: string) => boolean): number[] =>
      [...known.rows]
        .filter(([key]) => isLeft(place('rows', key)))
        .map(([, [, receivedAt]]) => receivedAt)
        .sort((one, other) => one - other);
    const newestOf = [
      arrivals((at) => !old.includes(at))[spare - 1],
      arrivals(() => true)[Math.ceil(known.rows.size / 4) - 1],
    ];
    return newestOf.some((newest) => {
      const isIt = [...results].every(([key, [, receivedAt]]) => {
        const at = place('results', key);
        return (
          deleted.has(at) === receivedAt <= newest ||
          !isUnchanged({ ...EMPTY, results }, model.stored, at)
        );
      });
      if (isIt) model.reach('results are deleted with their rows');
      return isIt;
    });
  });
}

/** Whether it is as many as expected; some may have changed meanwhile. */
function isCount(count: number, expected: number, changed: number): boolean {
  return count <= expected && count >= expected - changed;
}

/** Whether no record that is kept has arrived before one of these. `gone`: all others. */
function areOldest(
  stored: Stored,
  places: readonly string[],
  gone: ReadonlySet<string>,
  table: Aged,
): boolean {
  const times = (isWanted: (at: string) => boolean): number[] =>
    [...stored[table]]
      .filter(([key]) => isWanted(place(table, key)))
      .map(([, [, receivedAt]]) => receivedAt);
  const newest = Math.max(...times((at) => places.includes(at)), -Infinity);
  return newest <= Math.min(...times((at) => !gone.has(at)), Infinity);
}

/** A user that was removed or collected, and came back, may lack members. */
function show(writes: Writes): string {
  const lines = [...writes].map(([at, value]) => {
    const { email: _, ...record } = Object(value?.[3]) as Partial<User>;
    const shown =
      at.startsWith(`rows/${User.key} `) && value?.[3] ? [...value.slice(0, 3), record] : value;
    return `  ${at}: ${JSON.stringify(shown) ?? 'deleted'}`;
  });
  return lines.sort().join('\n');
}
