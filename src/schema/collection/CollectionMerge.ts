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
  return added.length === 0 ? existing : [...existing, ...added];
};

/** Adds missing members at the start: `list.moveWith(unshift)`. */
export const unshift: CollectionMerge = (existing, incoming) => {
  const added = missing(existing, incoming);
  return added.length === 0 ? existing : [...added, ...existing];
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
  const stays = (ref: unknown): boolean => !gone.has(identityOf(ref)) && !gone.has(bareId(ref));
  return Array.isArray(existing)
    ? existing.filter(stays)
    : assign({}, Object.fromEntries(Object.entries(existing).filter(([, ref]) => stays(ref))));
};

/**
 * Most changes are short and lists are long: up to this many members a search is cheaper than an
 * index.
 */
const FEW = 8;

/** Returns a function that tells whether a member is in a list. */
export function membership(refs: CollectionRefs, lookups: number): (ref: unknown) => boolean {
  const members: readonly unknown[] = Array.isArray(refs) ? refs : Object.values(refs);
  if (lookups > FEW) {
    const known = new Set(members.map(identityOf));
    return (ref) => known.has(identityOf(ref));
  }
  return (ref) => {
    if (typeof ref !== 'object') return members.includes(ref);
    const identity = identityOf(ref);
    return members.some((member) => identityOf(member) === identity);
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
