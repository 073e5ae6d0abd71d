import type { EntityClass } from '../Schema.ts';
import { type CollectionRefs, leaveOut, membership, type MergeRefs } from './CollectionMerge.ts';
import {
  type Addition,
  changeWriterOf,
  type CollectionRecord,
  type CollectionRow,
} from './CollectionRow.ts';

/**
 * The number of additions whose order a list remembers. It only matters while requests overlap, for
 * seconds.
 */
const MOST_ADDED = 50;

/** What a change does to one list: `members` come. */
export interface ChangeRecord extends CollectionRecord {
  /** The members that leave. */
  readonly gone: readonly unknown[];
  /**
   * The `seq` of the request and the name of the change; `undefined` if the order does not matter.
   */
  readonly sent: Pick<Addition, 'seq' | 'by'> | undefined;
  /** Puts the members in the order of the collection. */
  readonly order: (members: CollectionRefs) => CollectionRefs;
}

/**
 * Writes changes of lists. A change is always applied, because it only affects its own members. The
 * list keeps its meta: responses to later requests replace it, and then get the change from
 * `applyListChanges`.
 */
export function changeWriter(row: CollectionRow, merge: MergeRefs): EntityClass {
  return changeWriterOf(
    row,
    (list: CollectionRecord, change: ChangeRecord) => {
      const next = changed(list, change, merge);
      return { ...next, members: change.order(next.members) };
    },
    (existing) => existing,
  );
}

/**
 * The list after a change. Additions of the same type from later requests come after those of the
 * change, as they were shown.
 */
function changed(
  list: CollectionRecord,
  { members: incoming, gone, sent }: ChangeRecord,
  merge: MergeRefs,
): CollectionRecord {
  const members = gone.length > 0 ? leaveOut(list.members, gone) : list.members;
  const given: readonly unknown[] = Object.values(incoming);
  if (given.length === 0) return { ...list, members };
  if (!sent) return { ...list, members: merge(members, incoming) };
  const { added = [] } = list;
  const after = added.filter(({ seq, by }) => by === sent.by && seq > sent.seq);
  const isKnown = membership(members, after.length + given.length);
  const fresh = given.filter((ref) => !isKnown(ref));
  if (fresh.length === 0) return { ...list, members };
  const later = after
    .filter(({ ref }) => isKnown(ref))
    .sort((a, b) => a.seq - b.seq)
    .map(({ ref }) => ref);
  const before = later.length > 0 ? leaveOut(members, later) : members;
  return {
    ...list,
    members: merge(merge(before, incoming), later),
    added: [...added, ...fresh.map((ref) => ({ ref, ...sent }))].slice(-MOST_ADDED),
  };
}
