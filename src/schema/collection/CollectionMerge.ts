/** Stored form of the members: an array for a list, an object by name for a map. */
export type CollectionRefs = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Stored form of one member: its primary key, or a primary key with the name of its schema. */
export type CollectionRef = string | { readonly id: unknown; readonly schema: string };

/** Merges new members into the stored members of a list. It must not change its arguments. */
export type CollectionMerge = (
  existing: readonly CollectionRef[],
  incoming: readonly CollectionRef[],
) => readonly CollectionRef[];

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
    const identity = identityOf(ref);
    if (added.has(identity) || isKnown(ref)) return false;
    added.add(identity);
    return true;
  });
}

/** Equal members have an equal identity. An item without a schema only equals itself. */
export function identityOf(ref: unknown): unknown {
  if (typeof ref !== 'object' || ref === null || !('id' in ref)) return ref;
  const { id, schema } = ref as { readonly id: unknown; readonly schema: unknown };
  return JSON.stringify([schema, id]);
}

/** The primary key, without the name of the schema. */
export function bareId(ref: unknown): unknown {
  return typeof ref === 'object' && ref !== null && 'id' in ref ? String(ref.id) : ref;
}

/** Sets members by name. */
export function assign(existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
  return Object.assign(emptyMap(), existing, incoming);
}

/** The members of a map that pass. */
export function filterMap(
  map: Readonly<Record<string, unknown>>,
  keeps: (ref: unknown) => boolean,
): Readonly<Record<string, unknown>> {
  const kept = emptyMap();
  for (const [name, ref] of Object.entries(map)) if (keeps(ref)) kept[name] = ref;
  return kept;
}

/** Names come from the network. Without a prototype, every name is data. */
function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
