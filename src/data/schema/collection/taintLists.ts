import type { StoreWalk, WalkMeta } from '../Schema.ts';
import { type CollectionRecord, type CollectionRow, countKeyOf } from './CollectionRow.ts';
import { isDecided, pksOf } from './listChanges.ts';
import { isReadSince } from './listCounts.ts';
import { finder } from './listMembers.ts';
import type { ListShape, RecordChange } from './ListRules.ts';

/**
 * A list that was read after a conflict about an entity has followed another record of it than the
 * server. Numbers, and lists that lack the entity, are fetched once more when a walk that is no read
 * brings a tainted member that matters to them.
 */
export function taintLists(
  row: CollectionRow,
  changes: readonly RecordChange[],
  walk: StoreWalk,
): void {
  const { draft } = walk;
  const unsure = changes.filter(
    ({ entity, pk }) => draft.metaBefore(entity.key, pk)?.expiresAt === 0,
  );
  for (const key of unsure.length > 0 ? [row.key, countKeyOf(row.key)] : []) {
    for (const pk of pksOf(walk, key)) {
      // The cast holds: rows of the keys are lists and their numbers.
      const list = walk.getEntity(key, pk) as CollectionRecord;
      const shape = row.lists.shapeOf(list);
      if (!shape || isDecided(walk, key, pk)) continue;
      const isUnsure = unsure.some(
        (change) =>
          isSettled(change, shape, walk) &&
          isReadSince(change, key, pk, walk) &&
          (key !== row.key || isMissing(row, list, shape, change)),
      );
      if (isUnsure) draft.taint(key, pk, walk.meta.seq);
    }
  }
}

/** Whether a walk brings a tainted member by which a list chooses, or the first one since the conflict. */
function isSettled(
  { entity, pk, before, after }: RecordChange,
  { names, rules }: ListShape,
  { draft }: StoreWalk,
): boolean {
  const [was, is] = [draft.metaBefore(entity.key, pk), draft.meta(entity.key, pk)];
  // The cast holds: a change has a record. A filter may read all of its members.
  const read = rules.filter ? Object.keys((after ?? before) as object) : names;
  return ['', ...read].some((name) => isTainted(was, name) && !isTainted(is, name));
}

function isTainted(meta: WalkMeta | undefined, name: string): boolean {
  return meta?.expiresAt === 0 && meta.tainted?.names.includes(name) !== false;
}

/** Whether a list lacks an entity that matches it. A map needs names for its members. */
function isMissing(
  row: CollectionRow,
  { args, members }: CollectionRecord,
  shape: ListShape,
  change: RecordChange,
): boolean {
  return (
    Array.isArray(members) &&
    shape.matches(args, change.entity, change.after) === true &&
    finder(row, members, 1)(change) === undefined
  );
}
