import { type CollectionRefs, leaveOut, membership, type MergeRefs } from './CollectionMerge.ts';
import type { Addition, CollectionRecord } from './CollectionRow.ts';

/**
 * The number of additions whose order a list remembers. It only matters while requests overlap, for
 * seconds.
 */
const MOST_ADDED = 50;

/** What a request does to one list. */
interface MemberChange {
  /** The members that come. */
  readonly members: CollectionRefs;
  /** The members that leave. */
  readonly gone: readonly unknown[];
  /** Puts the members that come into the list. */
  readonly merge: MergeRefs;
  /**
   * The `seq` of the request and the name of the change; `undefined` if the order does not matter.
   */
  readonly sent: Pick<Addition, 'seq' | 'by'> | undefined;
}

/**
 * The list after a change. It is always applied, because it only affects its own members. Additions of
 * the same type from later requests come after those of the change, as they were shown.
 */
export function changedList(
  list: CollectionRecord,
  { members: incoming, gone, merge, sent }: MemberChange,
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
