import type { PersistModel } from './PersistModel.ts';
import type { PersistTab } from './PersistTab.ts';
import { User } from './tabEndpoints.ts';
import {
  agedOf,
  ALL_USERS,
  flushOf,
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
  readonly hasInfo: boolean;
}

/** Finds out what a transaction was for, and whether it has written what it should. */
export function checkWrites(
  model: PersistModel,
  tab: PersistTab,
  transaction: Transaction,
  { isEntry, data, hasInfo }: Written,
): void {
  if (isEntry) checkEntry(model, tab, data);
  else if (hasInfo) checkFlush(model, tab, transaction, data);
  else checkDeletions(model, transaction, data);
}

function checkEntry(model: PersistModel, tab: PersistTab, data: Writes): void {
  const { history, stored } = model;
  const isUpgrade = stored.info && stored.info.version < tab.version;
  if (isUpgrade) model.reach(history.migrates ? 'an upgrade migrates' : 'an upgrade deletes');
  const migrate = history.migrates ? (record: object) => model.migrate(record) : undefined;
  const expected = show(isUpgrade ? upgradeOf(stored, migrate) : new Map());
  const actual = show(data);
  if (actual !== expected) {
    model.fault(`a start writes\n${actual}\nbut should write\n${expected} (R21)`);
  }
}

function checkFlush(
  model: PersistModel,
  tab: PersistTab,
  { now, session }: Transaction,
  data: Writes,
): void {
  const { states, written } = session;
  const actual = show(data);
  const expectedAt = (at: number): string => {
    const isOptional = (row: string): boolean => {
      const known = states[at].rows.get(row.slice('rows/'.length));
      return known !== undefined && session.hasReplaced(known) && !data.has(row);
    };
    const writes = flushOf(states[written], states[at], model.stored, {
      isLoaded: session.hasLoaded,
      now,
      reads: tab.endpoints.reads,
    });
    return show(new Map([...writes].filter(([row]) => !isOptional(row))));
  };
  // Of equal ones the first: later ones may still write what is optional.
  for (let at = written; at < states.length; at++) {
    if (expectedAt(at) !== actual) continue;
    noteReach(model, tab, at - session.written, data);
    session.written = at;
    return;
  }
  model.fault(
    `a flush writes\n${actual}\nbut should write\n${expectedAt(states.length - 1)} (I1, I10)`,
  );
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

/** Old data, or the oldest quarter to make room. */
function checkDeletions(model: PersistModel, { now }: Transaction, data: Writes): void {
  if ([...data.values()].some((value) => value !== undefined)) {
    model.fault(`a transaction writes without a note (R15)\n${show(data)}`);
    return;
  }
  const { history, stored } = model;
  const { old, spare } = agedOf(stored, now, history.maxRows);
  const deleted = new Set([...data.keys()].filter((at) => !at.startsWith('kinds/[')));
  const breaksList = [...deleted].some((at) => {
    const key = at.slice('rows/'.length);
    return key.startsWith(`${User.key} `) && stored.rows.get(key)?.[3];
  });
  if (deleted.delete(ALL_USERS) !== breaksList && stored.isAllKnown) {
    model.fault('a list of all users stays, or goes, without one of its users (R9)');
  }
  const quarter = Math.ceil((stored.rows.size + stored.results.size) / 4);
  const rest = [...deleted].filter((at) => !old.includes(at));
  const isAgeing =
    old.every((at) => deleted.has(at)) &&
    rest.length === spare &&
    areOldest(stored, rest, deleted, ['rows']);
  const isRoom =
    deleted.size === quarter && areOldest(stored, [...deleted], deleted, ['rows', 'results']);
  if (isAgeing) {
    model.reach('old data is deleted', old.length);
    model.reach('rows above the limit are deleted', spare);
  } else if (isRoom) {
    model.reach('room is made');
  } else {
    model.fault(
      `deleted are\n${[...deleted].join('\n')}\nbut old are\n${old.join('\n')}\nand ${spare} more (R5, R23)`,
    );
  }
}

/** Whether no record that is kept has arrived before one of these. */
function areOldest(
  stored: Stored,
  places: readonly string[],
  deleted: ReadonlySet<string>,
  tables: readonly ('rows' | 'results')[],
): boolean {
  const times = (isWanted: (at: string) => boolean): number[] =>
    tables.flatMap((table) =>
      [...stored[table]]
        .filter(([key]) => isWanted(place(table, key)))
        .map(([, [, receivedAt]]) => receivedAt),
    );
  const gone = Math.max(...times((at) => places.includes(at)), -Infinity);
  return gone <= Math.min(...times((at) => !deleted.has(at)), Infinity);
}

function show(writes: Writes): string {
  const lines = [...writes].map(([at, value]) => `  ${at}: ${JSON.stringify(value) ?? 'deleted'}`);
  return lines.sort().join('\n');
}
