import type { NormalizeDelegate } from '../Schema.ts';
import { append, leaveOut } from './CollectionMerge.ts';
import { changeRow, type CollectionRecord, type CollectionRow } from './CollectionRow.ts';
import { finder, inOrder, isLoaded, refOf } from './listMembers.ts';
import type { RecordChange } from './ListRules.ts';

interface ChangeOptions {
  /** Chooses the members that may change. Default: all. */
  readonly concerns?: ((ref: unknown) => boolean) | undefined;
  /** Updates with which entities join although their records do not say so, and returns that may join. */
  readonly joining?: readonly RecordChange[];
}

/** Changes one list: members leave it that stopped to match, and join it that begin to. */
export function changeMembers(
  row: CollectionRow,
  pk: string,
  updates: readonly RecordChange[],
  by: NormalizeDelegate,
  { concerns, joining = [] }: ChangeOptions,
): void {
  // The cast holds: rows of the key are lists.
  const list = by.getEntity(row.key, pk) as CollectionRecord | undefined;
  const shape = list && row.lists.shapeOf(list);
  if (!shape) return;
  const { args, members } = list;
  const { sort } = shape.rules;
  const find = finder(row, members, updates.length);
  const isPartial = sort && !isLoaded(row, pk, members, by);
  const gone: unknown[] = [];
  const coming: unknown[] = [];
  const moved: unknown[] = [];
  for (const update of updates) {
    const member = find(update);
    if (concerns && !concerns(member ?? refOf(row, update))) continue;
    const { after, before, entity } = update;
    const verdict = shape.verdict(args, update);
    if (!before) {
      if (member === undefined) {
        if (verdict && joining.includes(update)) coming.push(refOf(row, update));
      } else if (shape.matches(args, entity, after) === false) gone.push(member);
      else if (sort) moved.push(member);
      continue;
    }
    if (member === undefined) {
      // It may have been on a page that is not loaded, and is on a loaded one now.
      const wasOutside = isPartial && shape.matches(args, entity, before);
      const isInside = wasOutside && shape.matches(args, entity, after);
      const isJoining = verdict === 'joins' || isInside || joining.includes(update);
      if (isJoining) coming.push(refOf(row, update));
    } else if (verdict === 'leaves') gone.push(member);
    // The server has put a member that does not match where it is. Removed records are left out before.
    else if (sort && shape.matches(args, entity, after) !== false) {
      if (sort(before, after!, args) !== 0) moved.push(member);
    }
  }
  // A map needs names for what joins it.
  const isList = Array.isArray(members);
  if (gone.length + moved.length + (isList ? coming.length : 0) === 0) return;
  const left = [...gone, ...moved];
  const rest = left.length > 0 ? leaveOut(members, left) : members;
  const placed = [...moved, ...coming];
  const next = isList ? append(rest as never, placed as never) : rest;
  const sorted = inOrder(row, pk, list, next, placed, by);
  changeRow(row, pk, by, (record: CollectionRecord) => ({ ...record, members: sorted }), true);
}
