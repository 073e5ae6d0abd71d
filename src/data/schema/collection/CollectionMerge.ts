import { noteDifference } from '../../../shared/listDifference.ts';

/** Stored form of the members: an array for a list, an object by name for a map. */
export type CollectionRefs = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Stored form of one member: its primary key, or a primary key with the name of its schema. */
export type CollectionRef = string | { readonly id: unknown; readonly schema: string };

/** Merges new members into the stored members of a list. It must not change its arguments. */
export type CollectionMerge = (
  existing: readonly CollectionRef[],
  incoming: readonly CollectionRef[],
) => readonly CollectionRef[];

/** Merges new members into those of a list or map. */
export type MergeRefs = (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs;

/** Adds missing members at the end. */
export const append: CollectionMerge = (existing, incoming) => {
  const added = missing(existing, incoming);
  return added.length === 0
    ? existing
    : noted(existing, existing.concat(added), added, existing.length);
};

/** Adds missing members at the start: `list.moveWith(unshift)`. */
export const unshift: CollectionMerge = (existing, incoming) => {
  const added = missing(existing, incoming);
  return added.length === 0 ? existing : noted(existing, added.concat(existing), added, 0);
};

/** Sets members by name. Names come from the network: without a prototype, every name is data. */
export const assign: MergeRefs = (existing, incoming) =>
  Object.assign(Object.create(null) as object, existing, incoming);

/** Adds missing members at the end of a list, or sets those of a map. */
export const atEnd: MergeRefs = (existing, incoming) =>
  (Array.isArray(existing) ? append : assign)(existing as never, incoming as never);

/** Leaves members out. A bare primary key leaves out any member with that key. */
export const leaveOut: MergeRefs = (existing, refs) => {
  const gone = new Set(Object.values(refs).map(identityOf));
  const [first] = gone;
  // A comparison is faster than a search in the set, and lists are long.
  const isGone = (id: unknown): boolean => (gone.size === 1 ? id === first : gone.has(id));
  const stays = (ref: unknown): boolean =>
    typeof ref === 'object' ? !isGone(bareId(ref)) && !isGone(identityOf(ref)) : !isGone(ref);
  return Array.isArray(existing)
    ? noted(existing, existing.filter(stays), [])
    : assign({}, Object.fromEntries(Object.entries(existing).filter(([, ref]) => stays(ref))));
};

/** Up to this many members, a search is cheaper than an index. */
const FEW = 32;

/**
 * The identities of the members of long lists, made when a list is changed first. A changed list
 * takes them over, so they may include members that have left: they tell which are certainly new.
 */
const identities = new WeakMap<readonly unknown[], Set<unknown>>();

/** Notes the identities of a list that was made of another one and of `added` members. */
function noted<T>(
  before: readonly T[],
  after: readonly T[],
  added: readonly T[],
  start?: number,
): readonly T[] {
  if (start !== undefined) noteDifference(before, after, start, 0);
  const known = identities.get(before);
  if (!known) return after;
  for (const ref of added) known.add(identityOf(ref));
  if (known.size <= 2 * after.length) identities.set(after, known);
  return after;
}

/** Returns a function that tells whether a member is in a list. */
export function membership(refs: CollectionRefs, lookups: number): (ref: unknown) => boolean {
  const members: readonly unknown[] = Array.isArray(refs) ? refs : Object.values(refs);
  let known = identities.get(members);
  if (!known && members === refs && members.length > FEW) {
    identities.set(members, (known = new Set(members.map(identityOf))));
  }
  // Needed to look up many members exactly.
  let present: Set<unknown> | undefined;
  return (ref) => {
    const identity = identityOf(ref);
    if (known && !known.has(identity)) return false;
    if (lookups > FEW) return (present ??= new Set(members.map(identityOf))).has(identity);
    return typeof ref === 'object'
      ? members.some((member) => identityOf(member) === identity)
      : members.includes(ref);
  };
}

function missing(
  existing: readonly CollectionRef[],
  incoming: readonly CollectionRef[],
): CollectionRef[] {
  const isKnown = membership(existing, incoming.length);
  const added = new Set<unknown>();
  return incoming.filter((ref) => {
    const isNew = !added.has(identityOf(ref)) && !isKnown(ref);
    added.add(identityOf(ref));
    return isNew;
  });
}

/** Equal members have an equal identity. An item without a schema only equals itself. */
export function identityOf(ref: unknown): unknown {
  return isNamed(ref) ? JSON.stringify([ref.schema, ref.id]) : ref;
}

/** The primary key, without the name of the schema. */
export function bareId(ref: unknown): unknown {
  return isNamed(ref) ? String(ref.id) : ref;
}

/** Whether a stored member has the name of its schema. */
export function isNamed(ref: unknown): ref is { readonly id: unknown; readonly schema: unknown } {
  return typeof ref === 'object' && ref !== null && 'id' in ref;
}
