import type { EntityClass, NormalizeDelegate } from '../Schema.ts';
import { bareId, type CollectionRefs, identityOf, isNamed, membership } from './CollectionMerge.ts';
import {
  type CollectionInner,
  type CollectionRecord,
  type CollectionRow,
  countKeyOf,
} from './CollectionRow.ts';
import type { RecordChange } from './ListRules.ts';

/** Returns a function that finds the stored form of a changed entity among the members of a list. */
export function finder(
  { inner }: CollectionRow,
  members: CollectionRefs,
  lookups: number,
): (change: Pick<RecordChange, 'entity' | 'pk'>) => unknown {
  if (!inner.isPolymorphic) {
    const isIn = membership(members, lookups);
    return ({ pk }) => (isIn(pk) ? pk : undefined);
  }
  const refs = new Map<string, unknown>();
  for (const ref of Object.values(members)) {
    refs.set(`${entityKeyOf(inner, ref)} ${String(bareId(ref))}`, ref);
  }
  return ({ entity, pk }) => refs.get(`${entity.key} ${pk}`);
}

/** The entity key of a member. */
export function entityKeyOf(inner: CollectionInner, ref: unknown): string | undefined {
  return (inner.mapped(isNamed(ref) && ref.schema) as EntityClass | undefined)?.key;
}

/** The stored form of a member that joins. */
export function refOf({ inner }: CollectionRow, { entity, pk, after }: RecordChange): unknown {
  if (!inner.isPolymorphic) return pk;
  // The casts hold: a polymorphic schema has a mapping.
  const said = inner.attributeAlone(after);
  const isSaid = (inner.mapped(said) as EntityClass | undefined)?.key === entity.key;
  const classes = Object.entries(inner.schema as Record<string, EntityClass>);
  const name = classes.find(([, { key }]) => key === entity.key)![0];
  return { id: pk, schema: isSaid ? String(said) : name };
}

/**
 * The members in the order of their collection. Equal ones keep theirs. Of a list that is not complete,
 * those that come behind its end are left out: they are on a page that was not loaded. `due`: by how
 * much the number beside the list is about to change.
 */
export function inOrder(
  row: CollectionRow,
  pk: string,
  list: CollectionRecord,
  members: CollectionRefs,
  coming: readonly unknown[],
  by: NormalizeDelegate,
  due = 0,
): CollectionRefs {
  const { inner, lists } = row;
  const { args, end, last } = list;
  const sort = lists.shapeOf(list)?.rules.sort;
  if (!sort || !Array.isArray(members)) return members;
  const known: { readonly ref: unknown; readonly record: object }[] = [];
  const unknown: unknown[] = [];
  for (const ref of members as readonly unknown[]) {
    const record = recordOf(inner, ref, by);
    if (record) known.push({ ref, record });
    else unknown.push(ref);
  }
  known.sort((a, b) => sort(a.record, b.record, args));
  const isComplete = isLoaded(row, pk, members, by, due);
  const isNew = membership(coming, known.length);
  const isBehind = (member: (typeof known)[number] | undefined): boolean => {
    if (!member || !isNew(member.ref)) return false;
    const order = last ? sort(member.record, last, args) : 1;
    // What equals the end is behind it, unless it is the end itself.
    return order > 0 || (order === 0 && identityOf(member.ref) !== end);
  };
  if (!isComplete) while (isBehind(known.at(-1))) known.pop();
  return [...known.map(({ ref }) => ref), ...unknown];
}

/** Whether a list has all its members, as far as the number beside it says. Removed ones do not count. */
export function isLoaded(
  { inner, key }: CollectionRow,
  pk: string,
  members: CollectionRefs,
  by: NormalizeDelegate,
  due = 0,
): boolean {
  // The cast holds: only numbers have such keys.
  const total = by.getEntity(countKeyOf(key), pk) as { readonly count: number } | undefined;
  const isThere = (ref: unknown): unknown => recordOf(inner, ref, by);
  return !total || total.count + due <= Object.values(members).filter(isThere).length;
}

/** The record of a member; `undefined` if it was removed. */
export function recordOf(
  inner: CollectionInner,
  ref: unknown,
  by: NormalizeDelegate,
): object | undefined {
  return by.getEntity(entityKeyOf(inner, ref) ?? '', String(bareId(ref)));
}
