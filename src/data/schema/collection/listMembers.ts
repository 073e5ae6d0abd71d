import type { EntityClass, NormalizeDelegate } from '../Schema.ts';
import { bareId, type CollectionRefs, identityOf, isNamed, membership } from './CollectionMerge.ts';
import {
  type CollectionInner,
  type CollectionRecord,
  type CollectionRow,
  countKeyOf,
} from './CollectionRow.ts';
import { endsOf } from './listEnds.ts';
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
 * The members in the order of their collection. Equal ones keep theirs. Those of `moved` that come
 * behind the loaded pages of a list, or before them, are left out: they are on another page. `due`: by
 * how much the number beside the list is about to change.
 */
export function inOrder(
  row: CollectionRow,
  pk: string,
  list: CollectionRecord,
  members: CollectionRefs,
  moved: readonly unknown[],
  by: NormalizeDelegate,
  due = 0,
): CollectionRefs {
  const { inner, lists } = row;
  const { args, end, first, last } = list;
  const { sort } = lists.rulesOf(list);
  if (!sort || !Array.isArray(members)) return members;
  const known: { readonly ref: unknown; readonly record: object }[] = [];
  const unknown: unknown[] = [];
  for (const ref of members as readonly unknown[]) {
    const record = recordOf(inner, ref, by);
    if (record) known.push({ ref, record });
    else unknown.push(ref);
  }
  known.sort((a, b) => sort(a.record, b.record, args));
  let [from, to] = [0, known.length];
  if (!isLoaded(row, pk, members, by, due)) {
    const ends = endsOf(list, by.draft?.meta(row.key, pk)?.seq);
    const { hasNext = true, hasPrevious = first !== undefined } = ends ?? {};
    const isMoved = membership(moved, known.length);
    const isBehind = ({ ref, record }: (typeof known)[number]): boolean => {
      if (!isMoved(ref)) return false;
      const order = last ? sort(record, last, args) : 1;
      // What equals the end is behind it, unless it is the end itself.
      return order > 0 || (order === 0 && identityOf(ref) !== end);
    };
    const isBefore = ({ ref, record }: (typeof known)[number]): boolean =>
      isMoved(ref) && !(first && sort(record, first, args) >= 0);
    if (hasNext) while (to > 0 && isBehind(known[to - 1])) to--;
    if (hasPrevious) while (from < to && isBefore(known[from])) from++;
    // Another page has them, or the list lacks them.
    const isUnsure = !ends && first && to - from < known.length;
    if (isUnsure && !by.draft?.confirmed) by.draft?.taint(row.key, pk, by.meta!.seq);
  }
  return [...known.slice(from, to).map(({ ref }) => ref), ...unknown];
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
