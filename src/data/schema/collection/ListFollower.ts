import { DEVELOPMENT } from '../../../shared/development.ts';
import { follow } from '../followers.ts';
import type { EntityClass, RecordFollower, StoreWalk } from '../Schema.ts';
import { changeCounts, isReadSince } from './listCounts.ts';
import { changeMembers } from './changeMembers.ts';
import {
  type CollectionRecord,
  type CollectionRow,
  countKeyOf,
  isCountKey,
} from './CollectionRow.ts';
import {
  changeList,
  isDecided,
  isOfWalk,
  keepListChange,
  type ListChange,
  pksOf,
} from './listChanges.ts';
import { finder, refOf } from './listMembers.ts';
import { noteChange, warnOfUnfollowed } from './listWarnings.ts';
import type { ChangesByList, RecordChange, RuledRecord } from './ListRules.ts';
import type { ListRow } from './PageNotes.ts';
import { taintLists } from './taintLists.ts';

type Members = Readonly<Record<string, unknown>>;

/** Keeps the lists of some members right while a walk changes records of one entity key. */
class ListFollower implements RecordFollower {
  readonly #entity: EntityClass;
  readonly #declared: Set<CollectionRow>;
  readonly #walk: StoreWalk;
  /** The records before the walk. */
  #before: Map<string, object | undefined> | undefined;
  /** What the walk brought of entities whose stored record is newer. */
  #outdated: RecordChange[] | undefined;
  /** The members that arguments of known lists name. */
  #names: readonly string[] | undefined;
  /** Every change matters: a list may arrive that lacks it, or below the optimistic layer. */
  readonly #takesAll: boolean;

  constructor(entity: EntityClass, declared: Set<CollectionRow>, walk: StoreWalk) {
    this.#entity = entity;
    this.#declared = declared;
    this.#walk = walk;
    this.#takesAll = walk.draft.confirmed !== undefined || walk.meta.oldestInFlight !== undefined;
  }

  changed(pk: string, before: object | undefined, after: object | undefined): void {
    if (DEVELOPMENT) noteChange(this, this.#declared, { entity: this.#entity, pk, before, after });
    if (this.#before?.has(pk)) return;
    const isUpdate = before && after && !this.#takesAll;
    const { draft } = this.#walk;
    const isTainted = (): boolean => draft.metaBefore(this.#entity.key, pk)?.expiresAt === 0;
    if (isUpdate && !this.#isNamed(before, after) && !isTainted()) return;
    (this.#before ??= new Map<string, object | undefined>()).set(pk, before);
  }

  renamed(pk: string, to: string, before: object, after: object): void {
    if (this.#before?.get(to) === undefined) this.#before?.delete(to);
    this.changed(pk, before, after);
  }

  outdated(pk: string, before: object, after: object | undefined): void {
    (this.#outdated ??= []).push({ entity: this.#entity, pk, before, after });
    const { followers } = this.#walk.pages ?? {};
    followers?.outdated.push({ kind: this.#entity.key, pk, record: before });
  }

  mayLack(pk: string, record: object, visit: (key: string, pk: string) => void): void {
    const change = { entity: this.#entity, pk, before: undefined, after: record };
    for (const { key, lists } of latestOf(this.#declared)) {
      for (const rows of [key, countKeyOf(key)]) {
        for (const list of lists.affected(this.#walk, rows, [change]).keys()) {
          // The cast holds: rows of the keys are lists and their numbers.
          const ruled = this.#walk.getEntity(rows, list) as RuledRecord;
          if (lists.shapeOf(ruled)?.matches(ruled.args, this.#entity, record)) visit(rows, list);
        }
      }
    }
  }

  /** Whether a member differs that an argument of a known list names. */
  #isNamed(before: object, after: object): boolean {
    this.#names ??= [...latestOf(this.#declared)].flatMap(({ key, lists }) =>
      [key, countKeyOf(key)].flatMap((rows) => lists.names(this.#walk, rows)),
    );
    const [was, is] = [before, after] as Members[];
    return this.#names.some((name) => name === '' || was[name] !== is[name]);
  }

  /** Adds the lists and numbers that changes concern, whichever of the records is right. */
  #report(changes: readonly RecordChange[]): void {
    const { followers } = this.#walk.pages ?? {};
    if (!followers) return;
    for (const { key, lists } of latestOf(this.#declared)) {
      const report = (kind: string, to: ListRow[]): void => {
        for (const [pk, own] of lists.affected(this.#walk, kind, changes)) {
          // The cast holds: rows of the keys are lists and their numbers.
          const ruled = this.#walk.getEntity(kind, pk) as RuledRecord;
          const shape = lists.shapeOf(ruled);
          const isMove = (change: RecordChange) => shape?.verdict(ruled.args, change) !== undefined;
          if (own.some(isMove)) to.push({ kind, pk });
        }
      };
      report(key, followers.lists);
      report(countKeyOf(key), followers.numbers);
    }
  }

  /** The lists of an older response follow the newer records. */
  #correct(changes: readonly RecordChange[]): void {
    const walk = this.#walk;
    for (const row of latestOf(this.#declared)) {
      for (const [pk, own] of row.lists.affected(walk, row.key, changes)) {
        if (isOfWalk(walk, row.key, pk)) changeMembers(row, pk, own, walk, {});
      }
    }
  }

  end(): void {
    if (DEVELOPMENT) warnOfUnfollowed(this, latestOf(this.#declared), this.#walk);
    const entity = this.#entity;
    const changes = [...(this.#before ?? [])].map(([pk, before]): RecordChange => {
      return { entity, pk, before, after: this.#walk.getEntity(entity.key, pk) };
    });
    this.#report([...changes, ...(this.#outdated ?? [])]);
    // Readers leave removed entities out.
    const isCorrected = ({ after }: RecordChange) => after !== undefined;
    if (this.#outdated) this.#correct(this.#outdated.filter(isCorrected));
    if (changes.length === 0) return;
    const updates = changes.filter(({ before, after }) => before && after);
    const returns = changes.filter(({ before, after }) => !before && after);
    for (const row of latestOf(this.#declared)) {
      const affected = row.lists.affected(this.#walk, row.key, updates);
      const moves = movesIn(row, affected, this.#walk);
      changeCounts(row, changes, moves, this.#walk);
      followUpdates(row, updates, affected, moves, this.#walk);
      if (returns.length > 0) followReturns(row, returns, this.#walk);
      if (!this.#walk.isRead && !this.#walk.draft.confirmed) taintLists(row, changes, this.#walk);
    }
  }
}

/** The row classes of lists, by the entity key of their members. */
const declared = new Map<string, Set<CollectionRow>>();

/** Has lists follow their members, in all stores. */
export function followMembers(row: CollectionRow): void {
  for (const entity of row.inner.entities()) {
    const rows = declared.get(entity.key) ?? new Set();
    declared.set(entity.key, rows.add(row));
    follow(
      entity.key,
      (walk) => new ListFollower(entity, rows, walk),
      () => [...rows].map(({ key }) => key),
    );
  }
}

/** One class for each kind of rows: a mapping that is made in a render makes another one each time. */
function latestOf(rows: Set<CollectionRow>): Iterable<CollectionRow> {
  const byKey = new Map([...rows].map((row) => [row.key, row]));
  if (byKey.size === rows.size) return rows;
  rows.clear();
  for (const row of byKey.values()) rows.add(row);
  return rows;
}

function followUpdates(
  row: CollectionRow,
  updates: readonly RecordChange[],
  affected: ChangesByList,
  moves: ChangesByList,
  walk: StoreWalk,
): void {
  for (const pk of new Set([...affected.keys(), ...moves.keys()])) {
    if (isDecided(walk, row.key, pk)) continue;
    const joining = moves.get(pk) ?? [];
    const own = new Set([...(affected.get(pk) ?? []), ...joining]);
    changeList(walk, row.key, pk, (_, by) => changeMembers(row, pk, [...own], by, { joining }));
  }
  if (updates.length === 0) return;
  const change: ListChange = (pk, by, concerns) =>
    changeMembers(row, pk, updates, by, { concerns });
  const toAdd = () => ({ schema: row.inner, stored: updates.map((update) => refOf(row, update)) });
  keepListChange(walk, row.key, change, affected.size > 0, toAdd);
}

/**
 * Removed members that are there again leave the lists that they do not match, or get their position.
 * They join the lists that they match, unless a read has brought them: like a new one, the server may
 * have left them out.
 */
function followReturns(
  row: CollectionRow,
  returns: readonly RecordChange[],
  walk: StoreWalk,
): void {
  const joining = walk.isRead ? [] : returns;
  const change: ListChange = (pk, by, concerns) =>
    changeMembers(row, pk, returns, by, { concerns, joining });
  for (const pk of pksOf(walk, row.key)) {
    if (isDecided(walk, row.key, pk)) continue;
    if (!walk.draft.confirmed) taintOpen(row, pk, returns, walk);
    changeList(walk, row.key, pk, change);
  }
  if (joining.length === 0) return;
  const toAdd = () => ({ schema: row.inner, stored: joining.map((one) => refOf(row, one)) });
  keepListChange(walk, row.key, change, true, toAdd);
}

/**
 * The arguments of a list do not decide whether a member that is there again is in it. Has the list
 * fetched once more if the request of a mutation has brought the member and the list was read since it
 * was removed, and the number beside it also if the list has the member in its place.
 */
function taintOpen(
  row: CollectionRow,
  pk: string,
  returns: readonly RecordChange[],
  walk: StoreWalk,
): void {
  // The cast holds: rows of the key are lists.
  const list = walk.getEntity(row.key, pk) as CollectionRecord;
  const shape = row.lists.shapeOf(list);
  if (!shape) return;
  const find = finder(row, list.members, returns.length);
  const { draft, meta, sentSeq } = walk;
  for (const change of returns) {
    if (shape.matches(list.args, change.entity, change.after) !== undefined) continue;
    const isIn = find(change) !== undefined;
    const isLacking = !isIn && sentSeq !== undefined && isReadSince(change, row.key, pk, walk);
    if (isLacking) draft.taint(row.key, pk, meta.seq);
    if (isLacking || isIn) draft.taint(countKeyOf(row.key), pk, meta.seq);
  }
}

/**
 * The updates with which entities move from one list to another one whose arguments their records do
 * not decide alone, by the pk of that list.
 */
function movesIn(row: CollectionRow, affected: ChangesByList, walk: StoreWalk): ChangesByList {
  const { key, lists } = row;
  const moves = new Map<string, RecordChange[]>();
  for (const [pk, updates] of affected) {
    // The cast holds: rows of the key are lists.
    const list = walk.getEntity(key, pk) as CollectionRecord;
    const { args } = list;
    // `affected` has lists with a shape.
    const shape = lists.shapeOf(list)!;
    const find = finder(row, list.members, updates.length);
    // A change such as `move` has taken it out of the list already.
    const { members = [] } = (walk.draft.before(key, pk) ?? {}) as Partial<CollectionRecord>;
    const findBefore = finder(row, members, updates.length);
    for (const update of updates) {
      const wasIn = find(update) !== undefined || findBefore(update) !== undefined;
      const isLeaving = wasIn && shape.verdict(args, update) === 'leaves';
      for (const tokens of isLeaving ? shape.siblings(args, update) : []) {
        for (const to of walk.search(key, lists.tokensOf, tokens)) {
          const known = moves.get(to) ?? [];
          // The cast holds, as above. A list that the entity matched before has it.
          const { args: others } = walk.getEntity(key, to) as CollectionRecord;
          const isOutside = shape.matches(others, update.entity, update.before) === false;
          if (isOutside && !known.includes(update)) moves.set(to, [...known, update]);
        }
      }
    }
  }
  return moves;
}

/**
 * The row class of the lists with this entity key, or of the lists beside its numbers; `undefined`: no
 * Collection was declared with it.
 */
export function rowOfLists(key: string): CollectionRow | undefined {
  const listKey = isCountKey(key) ? key.slice(1) : key;
  for (const rows of declared.values()) {
    for (const row of rows) if (row.key === listKey) return row;
  }
  return undefined;
}
