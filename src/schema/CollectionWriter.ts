import { bareId, filterMap, identityOf, membership } from './CollectionMerge.ts';
import type { Addition, CollectionRecord, CollectionRefs, CollectionRow } from './CollectionRow.ts';
import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityMeta } from './EntityMeta.ts';

/** Merges members into a list. */
type MergeRefs = (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs;

/**
 * The number of additions whose order a list remembers. It only matters while requests overlap, for
 * seconds.
 */
const MOST_ADDED = 50;

/** The merge rules of a collection that overrides the defaults. */
interface CollectionRules {
  merge(existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs;
  shouldReorder?: (
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: CollectionRefs,
    incoming: CollectionRefs,
  ) => boolean;
  mergeWithStore?: (
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: CollectionRefs,
    incoming: CollectionRefs,
  ) => CollectionRefs;
}

/** Writes whole lists by the rules of a collection. */
export function listWriter(row: CollectionRow, rules: CollectionRules): EntityClass {
  class ListWriter extends Entity {
    static override get key(): string {
      return row.key;
    }
    static override merge(existing: CollectionRecord, incoming: CollectionRecord): object {
      const members = rules.merge(existing.members, incoming.members);
      return { ...incoming, args: existing.args, members };
    }
  }
  const { shouldReorder, mergeWithStore } = rules;
  // A class with its own `shouldReorder` counts as one with versions.
  if (shouldReorder) {
    ListWriter.shouldReorder = (before, after, existing, incoming) =>
      shouldReorder(before, after, membersOf(existing), membersOf(incoming));
  }
  if (mergeWithStore) {
    ListWriter.mergeWithStore = (before, after, existing, incoming) => ({
      ...incoming,
      args: (existing as CollectionRecord).args,
      members: mergeWithStore(before, after, membersOf(existing), membersOf(incoming)),
    });
  }
  return ListWriter;
}

/** The members that a change brings to one list. */
export interface ChangeRecord extends CollectionRecord {
  /**
   * The `seq` of the request and the name of the change; `undefined` if the order does not matter.
   */
  readonly sent?: Pick<Addition, 'seq' | 'by'> | undefined;
}

/**
 * Writes changes of lists. A change is always applied, because it only affects its own members. The
 * list keeps its times, but a response to an earlier request cannot undo the change.
 */
export function changeWriter(row: CollectionRow, merge: MergeRefs): EntityClass {
  return class ChangeWriter extends Entity {
    static override get key(): string {
      return row.key;
    }
    static override merge(existing: CollectionRecord, incoming: ChangeRecord): object {
      const members = inOrder(existing, incoming, merge);
      if (members === existing.members) return existing;
      const added = additions(existing, incoming);
      return { ...existing, members, ...(added.length > 0 && { added }) };
    }
    static override mergeWithStore(
      _existingMeta: EntityMeta,
      _incomingMeta: EntityMeta,
      existing: CollectionRecord,
      incoming: ChangeRecord,
    ): object {
      return this.merge(existing, incoming);
    }
    static override mergeMetaWithStore(existing: EntityMeta, incoming: EntityMeta): EntityMeta {
      return { ...existing, seq: Math.max(existing.seq, incoming.seq) };
    }
  };
}

/**
 * Writes pages at the end of a list. The list keeps its meta, so a response to an earlier request
 * for the list itself still replaces it, with all pages.
 */
export function pageWriter(row: CollectionRow, add: MergeRefs): EntityClass {
  return class PageWriter extends changeWriter(row, add) {
    static override merge(existing: CollectionRecord, { members, ...page }: ChangeRecord): object {
      return { ...existing, ...page, args: existing.args, members: add(existing.members, members) };
    }
    static override mergeMetaWithStore(existing: EntityMeta): EntityMeta {
      return existing;
    }
  };
}

/**
 * The members after a change. Additions of the same kind from later requests come after it, as they
 * were shown.
 */
function inOrder(
  existing: CollectionRecord,
  { members: incoming, sent }: ChangeRecord,
  merge: MergeRefs,
): CollectionRefs {
  const { members, added = [] } = existing;
  const after = sent ? added.filter(({ seq, by }) => by === sent.by && seq > sent.seq) : [];
  if (after.length === 0) return merge(members, incoming);
  const given = Object.values(incoming);
  const isKnown = membership(members, after.length + given.length);
  if (given.every(isKnown)) return members;
  const later = after
    .filter(({ ref }) => isKnown(ref))
    .sort((a, b) => a.seq - b.seq)
    .map(({ ref }) => ref);
  return merge(merge(leaveOut(members, later), incoming), later);
}

function additions(
  { members, added = [] }: CollectionRecord,
  { members: incoming, sent }: ChangeRecord,
): readonly Addition[] {
  if (!sent) return added;
  const given = Object.values(incoming);
  const isKnown = membership(members, given.length);
  const fresh = given.filter((ref) => !isKnown(ref)).map((ref: unknown) => ({ ref, ...sent }));
  return [...added, ...fresh].slice(-MOST_ADDED);
}

/** The members without those in `refs`. */
export function leaveOut(existing: CollectionRefs, refs: CollectionRefs): CollectionRefs {
  const gone = new Set((refs as readonly unknown[]).map(identityOf));
  const stays = (ref: unknown): boolean => !gone.has(identityOf(ref)) && !gone.has(bareId(ref));
  return Array.isArray(existing)
    ? existing.filter(stays)
    : filterMap(existing as Readonly<Record<string, unknown>>, stays);
}

function membersOf(record: object): CollectionRefs {
  return (record as CollectionRecord).members;
}
