import type { CollectionRefs } from './CollectionRow.ts';

/** Stored form of one member: its primary key, or which entity of which schema. */
export type CollectionRef = string | { readonly id: unknown; readonly schema: string };

/** Makes the stored members of a list out of those it has and those that come. It must not change what it is given. */
export type CollectionMerge = (
  existing: readonly CollectionRef[],
  incoming: readonly CollectionRef[],
) => readonly CollectionRef[];

/** Adds what is not there yet at the end. */
export const append: CollectionMerge = (existing, incoming) => {
  const added = missing(existing, incoming);
  return added.length === 0 ? existing : [...existing, ...added];
};

/** Adds what is not there yet at the start: `list.moveWith(unshift)`. */
export const unshift: CollectionMerge = (existing, incoming) => {
  const added = missing(existing, incoming);
  return added.length === 0 ? existing : [...added, ...existing];
};

/** Lists are long, and changes are short: up to here the list is searched, from here on it is indexed. */
const FEW = 8;

/** Tells which members are in a list. */
export function membership(refs: CollectionRefs, asked: number): (ref: unknown) => boolean {
  const members: readonly unknown[] = Array.isArray(refs) ? refs : Object.values(refs);
  if (asked > FEW) {
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

/** What is equal for equal members; an item without a schema equals itself only. */
export function identityOf(ref: unknown): unknown {
  if (typeof ref !== 'object' || ref === null || !('id' in ref)) return ref;
  const { id, schema } = ref as { readonly id: unknown; readonly schema: unknown };
  return JSON.stringify([schema, id]);
}

/** The primary key without the schema it is of. */
export function bareId(ref: unknown): unknown {
  return typeof ref === 'object' && ref !== null && 'id' in ref ? String(ref.id) : ref;
}

/** The same names, members by name. */
export function assign(existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
  return Object.assign(emptyMap(), existing, incoming);
}

/** The names of a map whose member passes. */
export function filterMap(
  map: Readonly<Record<string, unknown>>,
  keeps: (ref: unknown) => boolean,
): Readonly<Record<string, unknown>> {
  const kept = emptyMap();
  for (const [name, ref] of Object.entries(map)) if (keeps(ref)) kept[name] = ref;
  return kept;
}

/** Names come from the network: without a prototype every one of them is data. */
function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
