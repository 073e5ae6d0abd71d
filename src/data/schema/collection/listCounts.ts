import { Entity } from '../Entity.ts';
import { isOwn } from '../isOwn.ts';
import type { EntityClass, NormalizeDelegate, StoreWalk } from '../Schema.ts';
import type { ChangedMember, ChangeEffect } from './collectionFilter.ts';
import { bareId } from './CollectionMerge.ts';
import {
  changeRow,
  type CollectionRecord,
  type CollectionRow,
  countKeyOf,
} from './CollectionRow.ts';
import { isDecided, keepListChange, pksOf } from './listChanges.ts';
import { finder } from './listMembers.ts';
import {
  type ChangesByList,
  type RecordChange,
  type RuledRecord,
  UNFOLLOWED,
} from './ListRules.ts';

/** Whether a member belongs in the list of this record; `undefined` if the request does not say. */
type Belongs = (list: RuledRecord, member: ChangedMember) => boolean | undefined;

/** The stored record of the number beside a list. */
export interface CountRecord extends RuledRecord {
  readonly count: number;
}

/** The classes of the rows with the numbers beside lists. */
const counts = new WeakMap<CollectionRow, EntityClass>();

/** The class of the rows with the numbers beside the lists of some members. */
export function countRowOf(row: CollectionRow): EntityClass {
  let known = counts.get(row);
  if (!known) counts.set(row, (known = makeCountRow(row)));
  return known;
}

function makeCountRow(row: CollectionRow): EntityClass {
  return class Count extends Entity {
    args = {};
    count = 0;

    static override get key(): string {
      return countKeyOf(row.key);
    }

    static override merge({ args }: CountRecord, incoming: CountRecord): object {
      return { ...incoming, args };
    }
  };
}

/** Changes the numbers beside lists by what changes of records mean for them. */
export function changeCounts(
  row: CollectionRow,
  changes: readonly RecordChange[],
  moves: ChangesByList,
  walk: StoreWalk,
): void {
  const key = countKeyOf(row.key);
  const affected = row.lists.affected(walk, key, changes).keys();
  // A removed entity is gone from every list.
  const isOfAll = changes.some(({ before, after }) => !before || !after);
  const unfollowed = isOfAll ? walk.search(key, row.lists.tokensOf, [UNFOLLOWED]) : [];
  const found = [...affected, ...moves.keys(), ...unfollowed];
  const pks = new Set(found.filter((pk) => walk.getEntity(key, pk)));
  changeBy(row, pks, walk, (pk, by) => {
    // A number that arrives later may lack any of them.
    const isSince = (change: RecordChange) => by !== walk || !mayBeCounted(change, key, pk, walk);
    return differenceOf(row, key, pk, changes.filter(isSince), by) + (moves.get(pk)?.length ?? 0);
  });
  if (!walk.isRead) return;
  for (const pk of pks) {
    if (isDecided(walk, key, pk)) continue;
    const counted = changes.filter((change) => mayBeCounted(change, key, pk, walk));
    const isTainted = differenceOf(row, key, pk, counted, walk) !== 0;
    if (isTainted) walk.draft.taint(key, pk, walk.meta.seq);
  }
}

/** Whether a number may have a change already that a read shows. */
function mayBeCounted(change: RecordChange, key: string, count: string, walk: StoreWalk): boolean {
  return walk.isRead && isReadSince(change, key, count, walk);
}

/**
 * Whether a list or number was requested after the record was brought, or removed, that has changed. Of
 * a tainted record, some members may have been brought later.
 */
export function isReadSince(
  { entity, pk }: RecordChange,
  key: string,
  list: string,
  { draft }: StoreWalk,
): boolean {
  const [before, row] = [draft.metaBefore(entity.key, pk), draft.meta(key, list)];
  const known = before?.tainted?.meta ?? before;
  if (!known || !row) return false;
  if (isOwn(row) && isOwn(known)) return row.seq > known.seq;
  const later = row.fetchedAt - known.fetchedAt;
  // A store often sends a request when a response arrives. Data of one response has one arrival.
  return later > 0 || (later === 0 && row.receivedAt !== known.receivedAt);
}

/**
 * Changes the numbers beside lists by what a request adds, moves or removes. What follows from the
 * records of the members is left to {@link changeCounts}.
 */
export function countMembers(
  { row, belongs }: { readonly row: CollectionRow; readonly belongs: Belongs },
  effect: ChangeEffect,
  items: readonly (ChangedMember & { readonly ref: unknown })[],
  delegate: NormalizeDelegate,
): void {
  const { draft } = delegate;
  if (!draft) return;
  const members = items.flatMap((item) => {
    const { entity, record: after, ref } = item;
    const pk = String(bareId(ref));
    return entity ? [{ entity, pk, before: draft.before(entity.key, pk), after, item }] : [];
  });
  if (members.length === 0) return;
  const key = countKeyOf(row.key);
  // The casts hold: rows of the keys are numbers and lists.
  const countAt = (pk: string, by: NormalizeDelegate) => by.getEntity(key, pk) as CountRecord;
  const differenceFor = (pk: string, by: NormalizeDelegate): number => {
    const record = countAt(pk, by);
    const { args } = record;
    const shape = row.lists.shapeOf(record);
    const list = by.getEntity(row.key, pk) as CollectionRecord | undefined;
    const find = list && finder(row, list.members, members.length);
    let difference = 0;
    for (const member of members) {
      const isMember = belongs(record, member.item);
      // An entity that is there again joins by its record, or because the list has it still.
      const isKnown = member.before ?? draft.metaBefore(member.entity.key, member.pk);
      const verdict = isKnown && shape?.verdict(args, member);
      const isFollowed =
        verdict && (verdict === 'joins' || shape!.matches(args, member.entity, member.before));
      if (isFollowed || (member.before && !find)) continue;
      const isCounted = member.before ?? (!shape && isKnown && member.after);
      const isIn = isCounted && find?.(member) !== undefined;
      // A known entity may be on a page that is not loaded, and counted.
      const isNew = !member.before || record.count <= Object.keys(list!.members).length;
      if (!isIn) difference += effect !== 'remove' && isMember && isNew ? 1 : 0;
      else if (effect !== 'add' && isMember === (effect === 'remove')) difference--;
    }
    return difference;
  };
  // A list that arrives has the change already when its number does.
  const isConcerned = (pk: string, by: NormalizeDelegate): boolean =>
    members.some(({ item }) => {
      const isMember = belongs(countAt(pk, by), item);
      return isMember === true || (effect === 'move' && isMember === false);
    });
  const pks = pksOf(delegate, key);
  const { followers } = delegate.pages ?? {};
  // An overlapping read may have brought the members already.
  for (const pk of followers ? pks : []) {
    if (isConcerned(pk, delegate)) followers?.numbers.push({ kind: key, pk });
  }
  changeBy(row, pks, delegate, differenceFor, isConcerned);
  // Which numbers the server had counted a member in that the store sees for the first time is not known.
  const isUnsure = effect === 'move' && !draft.confirmed && members.some(({ before }) => !before);
  for (const pk of isUnsure ? pks : []) {
    if (isConcerned(pk, delegate)) draft.taint(key, pk, delegate.meta!.seq);
  }
}

function changeBy(
  list: CollectionRow,
  pks: Iterable<string>,
  delegate: NormalizeDelegate,
  differenceFor: (pk: string, by: NormalizeDelegate) => number,
  isConcerned = (pk: string, by: NormalizeDelegate) => differenceFor(pk, by) !== 0,
): void {
  // Collections whose row classes have one key share their numbers, too.
  const row = countRowOf(list);
  let hasChanged = false;
  for (const pk of pks) {
    if (isDecided(delegate, row.key, pk)) continue;
    const difference = differenceFor(pk, delegate);
    if (difference === 0) continue;
    hasChanged = true;
    // The cast holds: rows of the key are numbers.
    const known = delegate.getEntity(row.key, pk) as CountRecord;
    const count = Math.max(0, known.count + difference);
    changeRow(row, pk, delegate, (record: CountRecord) => ({ ...record, count }), true);
    delegate.pages?.followers?.counted.push({ kind: row.key, pk });
  }
  // Whether a number that was requested before has the change is not known.
  keepListChange(
    delegate,
    row.key,
    (pk, by) => {
      if (!by.pages || !isConcerned(pk, by)) return;
      const { doubtful = [] } = by.pages;
      if (by.sentSeq === undefined) by.pages.doubtful = [...doubtful, { kind: row.key, pk }];
      // The cast holds: the number was written into a draft.
      else by.draft!.taint(row.key, pk, by.meta!.seq);
    },
    hasChanged,
  );
}

/** By how much changes of records change the number beside a list. */
export function differenceOf(
  row: CollectionRow,
  key: string,
  pk: string,
  changes: readonly RecordChange[],
  by: NormalizeDelegate,
): number {
  const record = by.getEntity(key, pk) as CountRecord | undefined;
  if (!record) return 0;
  const { args } = record;
  const shape = row.lists.shapeOf(record);
  const finderIn = (list: object | undefined) =>
    finder(row, (list as CollectionRecord | undefined)?.members ?? [], changes.length);
  const find = finderIn(by.getEntity(row.key, pk));
  // What a request adds to a list that does not follow its members is counted already.
  const findBefore = shape ? find : finderIn(by.draft?.before(row.key, pk));
  let difference = 0;
  for (const change of changes) {
    if (!shape) {
      const isIn = (change.after ? findBefore : find)(change) !== undefined;
      if (isIn) difference += Number(!change.before) - Number(!change.after);
      continue;
    }
    const verdict = shape.verdict(args, change);
    if (verdict === 'joins') difference++;
    else if (verdict === 'leaves') {
      if (shape.matches(args, change.entity, change.before) || find(change) !== undefined)
        difference--;
    }
  }
  return difference;
}
