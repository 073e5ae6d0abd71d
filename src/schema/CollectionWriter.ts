import { bareId, filterMap, identityOf, membership } from './CollectionMerge.ts';
import type { Addition, CollectionRecord, CollectionRefs, CollectionRow } from './CollectionRow.ts';
import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityMeta } from './EntityMeta.ts';

/** Puts members into a list. */
type MergeRefs = (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs;

/** Requests overlap for seconds: of more additions the order is not remembered. */
const MOST_ADDED = 50;

/** The rules of a collection that has some of its own. */
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
  // A class with a rule of its own for this is one with versions.
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

/** What a change brings to one list. */
export interface ChangeRecord extends CollectionRecord {
  /** Where in the store's order its request was sent, and what kind of change it is; nothing where the order says nothing. */
  readonly sent?: Pick<Addition, 'seq' | 'by'> | undefined;
}

/**
 * Writes changes of lists. They are made whatever is known: a change says something of its members only. A list is as fresh as it was, but
 * an answer to a request that was sent before does not take the change back.
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
 * Writes pages, at the end of a list. A list is as fresh as it was: a response to an earlier request for the list itself still replaces it, pages
 * and all.
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

/** The members after a change. What requests have added in the same way that were sent later is added after it: it was shown so. */
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

/** The members without some. */
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
