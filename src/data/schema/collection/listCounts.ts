import { Entity } from '../Entity.ts';
import type { EntityClass, NormalizeDelegate, StoreWalk } from '../Schema.ts';
import {
  type CollectionRecord,
  type CollectionRow,
  countKeyOf,
  followWriterOf,
} from './CollectionRow.ts';
import { isDecided, keepListChange, type MembersToAdd } from './listChanges.ts';
import { finder } from './listMembers.ts';
import type { ChangesByList, RecordChange, RuledRecord } from './ListRules.ts';

/** The stored record of the number beside a list. */
export interface CountRecord extends RuledRecord {
  readonly count: number;
}

/** The classes of the rows with the numbers beside lists, and of what changes them. */
export interface Counts {
  readonly Count: EntityClass;
  /** Writes a number that follows a change. */
  readonly Change: EntityClass;
}

const counts = new WeakMap<CollectionRow, Counts>();

/** The classes for the lists of some members. */
export function countsOf(row: CollectionRow): Counts {
  let known = counts.get(row);
  if (!known) counts.set(row, (known = makeCounts(row)));
  return known;
}

function makeCounts(row: CollectionRow): Counts {
  class Count extends Entity {
    args = {};
    count = 0;

    static override get key(): string {
      return countKeyOf(row.key);
    }

    static override merge({ args }: CountRecord, incoming: CountRecord): object {
      return { ...incoming, args };
    }
  }
  const change = (known: CountRecord, { count }: CountRecord): object => ({ ...known, count });
  return { Count, Change: followWriterOf(Count, change) };
}

/** Changes the numbers beside lists by what changes of records mean for them. */
export function changeCounts(
  row: CollectionRow,
  changes: readonly RecordChange[],
  moves: ChangesByList,
  walk: StoreWalk,
): void {
  const known = counts.get(row);
  if (!known) return;
  const { key } = known.Count;
  const affected = row.lists.affected(walk, key, changes).keys();
  const pks = new Set([...affected, ...moves.keys()].filter((pk) => walk.getEntity(key, pk)));
  changeBy(known, pks, walk, (pk, by) => {
    return differenceOf(row, key, pk, changes, by) + (moves.get(pk)?.length ?? 0);
  });
}

/** Adds created entities to the numbers beside the lists that they belong in. */
export function countCreated<T>(
  row: CollectionRow,
  created: readonly T[],
  delegate: NormalizeDelegate,
  belongs: (args: CollectionRecord['args'], item: T) => boolean | undefined,
): void {
  const known = counts.get(row);
  if (!known || created.length === 0) return;
  const pks: string[] = [];
  delegate.forEachEntity(known.Count.key, (_, pk) => pks.push(pk));
  changeBy(known, pks, delegate, (pk, by) => {
    const { args } = by.getEntity(known.Count.key, pk) as CountRecord;
    return created.filter((item) => belongs(args, item)).length;
  });
}

/** A number has no members. */
const NO_MEMBERS = (): ReturnType<MembersToAdd> => ({ schema: undefined, stored: undefined });

function changeBy(
  { Change, Count }: Counts,
  pks: Iterable<string>,
  delegate: NormalizeDelegate,
  differenceFor: (pk: string, by: NormalizeDelegate) => number,
): void {
  let hasChanged = false;
  for (const pk of pks) {
    if (isDecided(delegate, Count.key, pk)) continue;
    const difference = differenceFor(pk, delegate);
    if (difference === 0) continue;
    hasChanged = true;
    // The cast holds: rows of the key are numbers.
    const { args, count: known } = delegate.getEntity(Count.key, pk) as CountRecord;
    delegate.mergeEntity(Change, pk, { args, count: Math.max(0, known + difference) });
  }
  // Whether a number that was requested before has the change is not known.
  keepListChange(
    delegate,
    Count.key,
    (pk, by) => {
      if (by.pages && differenceFor(pk, by) !== 0) by.pages.isDoubtful = true;
    },
    NO_MEMBERS,
    hasChanged,
  );
}

function differenceOf(
  row: CollectionRow,
  key: string,
  pk: string,
  changes: readonly RecordChange[],
  by: NormalizeDelegate,
): number {
  const record = by.getEntity(key, pk) as CountRecord | undefined;
  const shape = record && row.lists.shapeOf(record);
  if (!shape) return 0;
  const { args } = record;
  const list = by.getEntity(row.key, pk) as CollectionRecord | undefined;
  const find = finder(row, list?.members ?? [], changes.length);
  let difference = 0;
  for (const change of changes) {
    const verdict = shape.verdict(args, change);
    if (verdict === 'joins') difference++;
    else if (verdict === 'leaves') {
      if (shape.decides(args, change) || find(change) !== undefined) difference--;
    }
  }
  return difference;
}
