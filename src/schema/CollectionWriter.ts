import type { CollectionRecord, CollectionRefs, CollectionRow } from './CollectionRow.ts';
import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityMeta } from './EntityMeta.ts';

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
      return { args: existing.args, members: rules.merge(existing.members, incoming.members) };
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
      args: (existing as CollectionRecord).args,
      members: mergeWithStore(before, after, membersOf(existing), membersOf(incoming)),
    });
  }
  return ListWriter;
}

/**
 * Writes changes of lists. They are made whatever is known: a change says something of its members only. A list is as fresh as it was, but
 * an answer to a request that was sent before does not take the change back.
 */
export function changeWriter(
  row: CollectionRow,
  merge: (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs,
): EntityClass {
  return class ChangeWriter extends Entity {
    static override get key(): string {
      return row.key;
    }
    static override merge(existing: CollectionRecord, incoming: CollectionRecord): object {
      const members = merge(existing.members, incoming.members);
      return members === existing.members ? existing : { args: existing.args, members };
    }
    static override mergeWithStore(
      _existingMeta: EntityMeta,
      _incomingMeta: EntityMeta,
      existing: CollectionRecord,
      incoming: CollectionRecord,
    ): object {
      return this.merge(existing, incoming);
    }
    static override mergeMetaWithStore(existing: EntityMeta, incoming: EntityMeta): EntityMeta {
      return { ...existing, seq: Math.max(existing.seq, incoming.seq) };
    }
  };
}

function membersOf(record: object): CollectionRefs {
  return (record as CollectionRecord).members;
}
