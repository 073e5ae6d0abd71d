import {
  bareId,
  type CollectionRefs,
  filterMap,
  identityOf,
  membership,
} from './CollectionMerge.ts';
import type { Addition, CollectionRecord, CollectionRow } from './CollectionRow.ts';
import { Entity } from '../Entity.ts';
import type { EntityClass, EntityMeta } from '../Schema.ts';

/** Merges members into a list. */
type MergeRefs = (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs;

/**
 * The number of additions whose order a list remembers. It only matters while requests overlap, for
 * seconds.
 */
const MOST_ADDED = 50;

type Row = CollectionRecord;
type Meta = EntityMeta;

/** The rules by which a collection merges responses. */
interface CollectionRules {
  merge(existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs;
  shouldReorder(old: Meta, now: Meta, existing: CollectionRefs, incoming: CollectionRefs): boolean;
  mergeWithStore(
    old: Meta,
    now: Meta,
    existing: CollectionRefs,
    incoming: CollectionRefs,
  ): CollectionRefs;
}

/** A class that writes the rows of a collection; `steps` replace those of {@link Entity}. */
function writerOf(row: CollectionRow, steps: object): EntityClass {
  class Writer extends Entity {
    static override get key(): string {
      return row.key;
    }
  }
  return Object.assign(Writer, steps);
}

/** Writes whole lists by those rules of a collection that are its `own`. */
export function listWriter(
  row: CollectionRow,
  rules: CollectionRules,
  own: readonly string[],
): EntityClass {
  const merged = (existing: Row, incoming: Row, members: CollectionRefs): object => ({
    ...incoming,
    args: existing.args,
    members,
  });
  return writerOf(row, {
    merge: (existing: Row, incoming: Row) =>
      merged(existing, incoming, rules.merge(existing.members, incoming.members)),
    // A class with its own `shouldReorder` counts as one with versions.
    ...(own.includes('shouldReorder') && {
      shouldReorder: (old: Meta, now: Meta, existing: Row, incoming: Row) =>
        rules.shouldReorder(old, now, existing.members, incoming.members),
    }),
    ...(own.includes('mergeWithStore') && {
      mergeWithStore: (old: Meta, now: Meta, existing: Row, incoming: Row) =>
        merged(
          existing,
          incoming,
          rules.mergeWithStore(old, now, existing.members, incoming.members),
        ),
    }),
  });
}

/** The members that a change brings to one list. */
interface ChangeRecord extends CollectionRecord {
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
  return alwaysWriter(
    row,
    (existing, incoming) => {
      const members = inOrder(existing, incoming, merge);
      if (members === existing.members) return existing;
      const added = additions(existing, incoming);
      return { ...existing, members, ...(added.length > 0 && { added }) };
    },
    (existing, incoming) => ({ ...existing, seq: Math.max(existing.seq, incoming.seq) }),
  );
}

/**
 * Writes pages at the end of a list. The list keeps its meta, so a response to an earlier request
 * for the list itself still replaces it, with all pages.
 */
export function pageWriter(row: CollectionRow, add: MergeRefs): EntityClass {
  return alwaysWriter(
    row,
    (existing, { members, ...page }) => ({
      ...existing,
      ...page,
      args: existing.args,
      members: add(existing.members, members),
    }),
    (existing) => existing,
  );
}

function alwaysWriter(
  row: CollectionRow,
  merge: (existing: Row, incoming: ChangeRecord) => object,
  mergeMetaWithStore: (existing: Meta, incoming: Meta) => Meta,
): EntityClass {
  const mergeWithStore = (_old: Meta, _now: Meta, existing: Row, incoming: ChangeRecord) =>
    merge(existing, incoming);
  return writerOf(row, { merge, mergeWithStore, mergeMetaWithStore });
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
