import type { PersistModel } from './PersistModel.ts';
import type { PersistTab } from './PersistTab.ts';
import { User } from './tabEndpoints.ts';
import {
  type Aged,
  agedOf,
  ALL_USERS,
  describe,
  flushOf,
  isUnchanged,
  type Info,
  place,
  type Stored,
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
  const isFlush = !isEntry && info?.flushedAt === transaction.now;
  if (isFlush) checkFlush(model, tab, transaction, data, upgrade);
  else if (isEntry || isUpgrade || (info && !before)) checkUpgrade(model, data, upgrade);
  else checkDeletions(model, tab, transaction, data);
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
  data: Writes,
  upgrade: Writes,
): void {
  const { states } = session;
  const actual = show(session.hasLoadedAll ? withoutAll(data) : data);
  const writesAt = (at: number, from: number): Writes => {
    const writes = flushOf(states[from], states[at], model.stored, {
      isLoaded: session.hasLoaded,
      now,
      reads: tab.endpoints.reads,
    });
    const all = new Map([...upgrade, ...writes]);
    return session.hasLoadedAll ? withoutAll(all) : all;
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
  const deleted = new Set([...data.keys()].filter((at) => !at.startsWith('kinds/[')));
  const breaksList = [...deleted].some((at) => {
    const key = at.slice('rows/'.length);
    return key.startsWith(`${User.key} `) && stored.rows.get(key)?.[3];
  });
  if (deleted.delete(ALL_USERS) !== breaksList && stored.isAllKnown) {
    model.fault('a list of all users stays, or goes, without one of its users (R9)');
  }
  const table = [...deleted].some((at) => at.startsWith('rows/')) ? 'rows' : 'results';
  const survey = tab.surveys.get(table);
  // What was stored again since it was found stays.
  const found = survey ? model.before(survey.order + 1) : stored;
  if (survey) survey.isDue = false;
  const again = [...deleted].filter((at) => !isUnchanged(found, stored, at));
  if (again.length > 0) model.fault(`${again.join()} was stored again since it was found (R23)`);
  const places = [...found[table].keys()].map((key) => place(table, key));
  const changed = places.filter((at) => !isUnchanged(found, stored, at)).length;
  const times = [survey?.now ?? transaction.now, transaction.now];
  const { maxRows } = model.history;
  const isAgeing = times.some((now) => {
    const { old, spare } = agedOf(found, now, table === 'rows' ? maxRows : Infinity, table);
    const rest = [...deleted].filter((at) => !old.includes(at));
    const isIt =
      old.every((at) => deleted.has(at) || !isUnchanged(found, stored, at)) &&
      isCount(rest.length, spare, changed) &&
      areOldest(found, rest, deleted, table);
    if (isIt) model.reach('old data is deleted', old.length);
    if (isIt) model.reach('rows above the limit are deleted', spare);
    return isIt;
  });
  if (isAgeing) return;
  const quarter = Math.ceil(found[table].size / 4);
  const isRoom =
    isCount(deleted.size, quarter, changed) && areOldest(found, [...deleted], deleted, table);
  if (isRoom) model.reach('room is made');
  else {
    model.fault(`deleted are\n${[...deleted].join('\n')}\nof\n${describe(found)} (R5, R23)`);
  }
}

/** Whether it is as many as expected; some may have changed meanwhile. */
function isCount(count: number, expected: number, changed: number): boolean {
  return count <= expected && count >= expected - changed;
}

/** Whether no record that is kept has arrived before one of these. */
function areOldest(
  stored: Stored,
  places: readonly string[],
  deleted: ReadonlySet<string>,
  table: Aged,
): boolean {
  const times = (isWanted: (at: string) => boolean): number[] =>
    [...stored[table]]
      .filter(([key]) => isWanted(place(table, key)))
      .map(([, [, receivedAt]]) => receivedAt);
  const gone = Math.max(...times((at) => places.includes(at)), -Infinity);
  return gone <= Math.min(...times((at) => !deleted.has(at)), Infinity);
}

function show(writes: Writes): string {
  const lines = [...writes].map(([at, value]) => `  ${at}: ${JSON.stringify(value) ?? 'deleted'}`);
  return lines.sort().join('\n');
}
