import type { HydrateAction } from '../../../src/kernel/store/Action.ts';
import { type Confirmed, isSame, rowKey, timesOf, type Value } from './Confirmed.ts';
import type { PersistModel } from './PersistModel.ts';
import type { PersistTab } from './PersistTab.ts';
import { type Loaded, loadOf, type Stored } from './StoredModel.ts';
import { TEAM, User } from './tabEndpoints.ts';
import type { Transaction } from './WatchedStorage.ts';

/** A read has ended: its commit follows. */
export function expectLoad(model: PersistModel, tab: PersistTab, read: Transaction): void {
  const { isUncertain, keys, now, order, session } = read;
  if (keys.length === 0) return;
  if (isUncertain) tab.uncertainLoads++;
  if (isUncertain) return;
  const stored = model.before(order!);
  const load = loadOf(stored, keys, { now, reads: tab.endpoints.reads });
  const isEmpty = load.rows.size + load.results.size === 0 && !load.isAllKnown;
  model.reach('a load finds nothing', isEmpty ? 1 : 0);
  const team = load.rows.get(rowKey(TEAM, '{}'));
  if (team?.[3]) checkTeam(model, tab, team, stored);
  model.reach('a load leaves out a result without all of its rows', load.halves);
  if (!isEmpty) tab.expected.push({ session, load });
}

/** A valid list has all members that were created since it was requested (R14). */
function checkTeam(
  { fault, isOrdered, posted, reach }: PersistModel,
  { hasFailed, session }: PersistTab,
  [fetchedAt, , expiresAt, content]: Value,
  { rows }: Stored,
): void {
  // The cast holds: lists are stored with their members.
  const { members } = content as { readonly members: readonly string[] };
  const missing = [...posted].filter((id) => {
    const key = rowKey(User.key, id);
    // A load waits for the flush of earlier changes, unless flushes fail.
    const own = hasFailed ? undefined : session.latest.rows.get(key);
    const user = rows.get(key) ?? own?.value;
    return user?.[3] && user[1] > fetchedAt && !members.includes(id);
  });
  if (expiresAt === 0) reach('a list is outdated', missing.length);
  else if (missing.length > 0 && isOrdered) fault(`a valid list lacks ${missing.join()} (R14)`);
}

/** A load has brought what is stored, and overwritten nothing that is newer (I1, R17, R18, R19). */
export function checkLoad(
  model: PersistModel,
  tab: PersistTab,
  action: HydrateAction,
  before: Confirmed,
  next: Confirmed,
): void {
  const actual = show(loadedBy(action));
  const shown = ({ load }: { readonly load: Loaded }): string => show(withTaints(load, before));
  const at = tab.expected.findIndex((each) => shown(each) === actual);
  if (at < 0 && tab.uncertainLoads > 0) {
    tab.uncertainLoads--;
  } else if (at < 0) {
    const expected = tab.expected.map(shown).join('\nor\n');
    model.fault(`a load brings\n${actual}\nbut should bring\n${expected} (I1)`);
  }
  const [found] = at < 0 ? [] : tab.expected.splice(at, 1);
  if (found) noteReach(model, found.load);
  const { session } = tab;
  session.hasLoadedAll ||= action.kinds.length > 0;
  for (const table of ['rows', 'results'] as const) {
    for (const [key, later] of next[table]) {
      const known = before[table].get(key);
      if (isSame(known, later)) continue;
      const { value } = later;
      const isGone = table === 'rows' && known?.value && !known.value[3];
      const isOlder = known?.value && value && value[1] < known.value[1];
      if (isGone || isOlder) {
        model.fault(`a load has overwritten ${key}: ${JSON.stringify([known.value, value])} (R18)`);
      }
      session.loads(later, known !== undefined && table === 'rows');
    }
  }
}

/** What is loaded with a row that the tab knows as stale, and the storage does not, is stale. */
function withTaints(load: Loaded, { rows: known }: Confirmed): Loaded {
  const isTainted = ([key, value]: readonly [string, Value]): boolean =>
    value[2] !== 0 && known.get(key)?.value?.[2] === 0;
  if (![...load.rows].some(isTainted)) return load;
  const stale = ([key, [fetchedAt, receivedAt, , content]]: readonly [string, Value]) =>
    [key, [fetchedAt, receivedAt, 0, content]] as const;
  const rows = new Map([...load.rows].map((row) => (isTainted(row) ? stale(row) : row)));
  return { ...load, rows, results: new Map([...load.results].map(stale)) };
}

function noteReach(model: PersistModel, { isAllKnown, results, rows }: Loaded): void {
  model.reach('a load brings rows');
  model.reach('a load brings results', results.size > 0 ? 1 : 0);
  model.reach('a load infers its data', results.size === 0 ? 1 : 0);
  model.reach('a load brings all users', isAllKnown ? 1 : 0);
  const values = [...rows.values()];
  model.reach('a load brings a removal', values.some((value) => !value[3]) ? 1 : 0);
  model.reach('a load brings stale data', values.some((value) => value[2] === 0) ? 1 : 0);
}

function loadedBy({ kinds, results, rows }: HydrateAction): Omit<Loaded, 'halves'> {
  return {
    rows: new Map(
      rows.map(({ kind, meta, pk, record }): [string, Value] => [
        rowKey(kind, pk),
        [...timesOf(meta), record],
      ]),
    ),
    results: new Map(
      results.map(({ key, meta, result }): [string, Value] => [key, [...timesOf(meta), result]]),
    ),
    isAllKnown: kinds.length > 0,
  };
}

function show({ isAllKnown, results, rows }: Omit<Loaded, 'halves'>): string {
  const lines = [...rows, ...results].map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  return `${lines.sort().join('\n')}${isAllKnown ? ' all users' : ''}`;
}
