import type { CollectionLists } from './CollectionLists.ts';
import { candidatesOf, type ChangedMember, contradicts, matches } from './collectionFilter.ts';
import { bareId, type CollectionRefs, membership } from './CollectionMerge.ts';
import type { CollectionFilter, CollectionKey } from './CollectionOptions.ts';
import { type CollectionRecord, rowOfRef } from './CollectionRow.ts';
import { changeWriter, leaveOut } from './CollectionWriter.ts';
import type { DenormalizeDelegate, EntityClass, NormalizeDelegate } from '../Schema.ts';
import { INVALID } from '../INVALID.ts';
import { pkOfArgument, usablePk } from '../usablePk.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { nameOfShape } from '../nameOfShape.ts';

/** What a change does and how it puts members into a list. */
export interface ChangeRules {
  readonly effect: 'add' | 'move' | 'remove';
  /** Changes with the same name put members in the same position, for example `push`. */
  readonly name?: string;
  readonly merge: (existing: CollectionRefs, incoming: CollectionRefs) => CollectionRefs;
  /**
   * Makes the filter that chooses lists, from the arguments of the call. Default: that of the
   * collection.
   */
  /** The message if this collection does not support the change. */
  readonly refusal?: string | undefined;
  readonly createFilter?: ((...args: never[]) => CollectionFilter) | undefined;
}

/** One member of a change. */
interface Item extends ChangedMember {
  /** Stored form. */
  readonly ref: unknown;
  /** The name in a map. */
  readonly name: string;
}

type Named = Readonly<Record<string, unknown>>;

/**
 * The schema of a request that changes the lists of a `Collection`, for example `list.push`.
 * It takes one member or an array of members: entities, or primary keys of known entities. The
 * result is one member or an array, as given. `M` is a member, `A` are the arguments of the
 * collection. A change never creates a list.
 */
export class CollectionChange<M = unknown, A extends readonly unknown[] = readonly unknown[]> {
  readonly #list: CollectionLists;
  readonly #rules: ChangeRules;
  #writers: { readonly put: EntityClass; readonly take: EntityClass } | undefined;
  /** An empty response (204) is enough for a removal: the arguments name the members. */
  readonly acceptsEmpty: boolean;
  /** The arguments of a call. Only a type. */
  declare readonly args: A;

  constructor(list: CollectionLists, rules: ChangeRules) {
    this.#list = list;
    this.#rules = rules;
    this.acceptsEmpty = rules.effect === 'remove';
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { args } = delegate;
    const { refusal } = this.#rules;
    if (refusal) delegate.fail('SB_SCHEMA_INVALID', `${this.#list.key} ${refusal}.`);
    const isEmpty = input === undefined || input === null;
    const given = isEmpty && this.acceptsEmpty ? (args[1] ?? args[0]) : input;
    const items = this.#itemsOf(given, parent, key, delegate);
    if (this.#rules.effect !== 'remove') delegate.touchUnknown(this.#list.key);
    const lists: [pk: string, list: CollectionRecord][] = [];
    delegate.forEachEntity(this.#list.key, (record, pk) => {
      lists.push([pk, record as CollectionRecord]);
    });
    for (const [pk, list] of lists) this.#change(pk, list, items, delegate);
    if (this.#takesNames) return Object.fromEntries(items.map(({ name, ref }) => [name, ref]));
    return Array.isArray(given) ? items.map(({ ref }) => ref) : items[0]?.ref;
  }

  /** Whether members are given as a map. */
  get #takesNames(): boolean {
    return this.#list.isMap && this.#rules.effect === 'add';
  }

  #itemsOf(
    given: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): readonly Item[] {
    if (this.#takesNames && !isPlainObject(given)) {
      const got = nameOfShape(given);
      return delegate.fail('SB_ANSWER_SHAPE', `Expected an object as map of values, got ${got}.`);
    }
    const isList = Array.isArray(given);
    const isOne = !isList && !this.#takesNames;
    const items: Item[] = [];
    for (const [index, value] of isOne ? [['', given]] : Object.entries(given as object)) {
      if (!isOne && !isPresent(value)) continue;
      const at = isList ? Number(index) : 0;
      const segment = isList ? at : isOne ? null : (index as string);
      const ref = this.#refOf(value, parent, key, delegate, segment);
      // Entities that `process` removed have no stored form.
      if (!isPresent(ref)) continue;
      const row = rowOfRef(this.#list.inner, ref);
      const record = row && delegate.getEntity(row.kind, row.pk);
      const name = this.#takesNames ? (index as string) : (row?.pk ?? '');
      items.push({ ref, name, given: value, record, at });
    }
    return items;
  }

  #refOf(
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
    segment: string | number | null,
  ): unknown {
    const { inner } = this.#list;
    if (this.#rules.effect === 'remove') {
      const known = this.#removedRef(value, delegate);
      if (known !== undefined) return known;
    } else if (typeof value !== 'object' && inner.isPolymorphic) {
      const got = nameOfShape(value);
      return delegate.fail('SB_ANSWER_SHAPE', `Expected an object for a union, got ${got}.`);
    }
    const ref = inner.normalizeItem(value, parent, key, delegate, segment);
    if (typeof ref === 'string' || typeof ref === 'object' || ref === undefined) return ref;
    return delegate.fail('SB_PK_MISSING', `${nameOfShape(value)} names no entity.`);
  }

  /**
   * The stored form of a removed member: a bare primary key, or the key of an unknown entity. That
   * entity is not created, because it leaves.
   */
  #removedRef(value: unknown, delegate: NormalizeDelegate): unknown {
    const { inner } = this.#list;
    if (typeof value !== 'object') return usablePk(value);
    const schema = inner.isPolymorphic ? inner.attributeAlone(value) : undefined;
    const entity = (inner.isPolymorphic ? inner.mapped(schema) : inner.schema) as
      EntityClass | undefined;
    const pk = entity && pkOfArgument(entity, value, delegate.args);
    if (pk === undefined || delegate.getEntity(entity!.key, pk)) return undefined;
    return inner.isPolymorphic ? { id: pk, schema: String(schema) } : pk;
  }

  // --- the lists

  #change(
    pk: string,
    list: CollectionRecord,
    items: readonly Item[],
    delegate: NormalizeDelegate,
  ): void {
    const { effect, merge, name: by } = this.#rules;
    const isIn = membership(list.members, items.length);
    // A bare primary key matches any member with that key.
    const has = (ref: unknown): boolean =>
      isIn(ref) ||
      (typeof ref === 'string' && this.#list.inner.isPolymorphic && hasBareId(list.members, ref));
    const { args } = list;
    const test = (decide: typeof matches, item: Item): boolean =>
      this.#test(decide, args, item, delegate.args);
    const leaving = items.filter(
      (item) =>
        effect !== 'add' &&
        has(item.ref) &&
        test(effect === 'remove' ? matches : contradicts, item),
    );
    const coming = items.filter(
      (item) => effect !== 'remove' && !(effect === 'move' && has(item.ref)) && test(matches, item),
    );
    const { row, isMap } = this.#list;
    const { put, take } = (this.#writers ??= {
      put: changeWriter(row, merge),
      take: changeWriter(row, leaveOut),
    });
    if (leaving.length > 0) {
      delegate.mergeEntity(take, pk, { args, members: leaving.map(({ ref }) => ref) });
    }
    if (coming.length === 0) return;
    const members = isMap
      ? Object.fromEntries(coming.map(({ name, ref }) => [name, ref]))
      : coming.map(({ ref }) => ref);
    const seq = isMap ? undefined : delegate.sentSeq;
    const sent = by && seq !== undefined ? { seq, by } : undefined;
    delegate.mergeEntity(put, pk, { args, members, sent });
  }

  /** Whether a list has to have the member (`matches`), or must not have it (`contradicts`). */
  #test(
    decide: typeof matches,
    list: CollectionKey,
    item: Item,
    args: readonly unknown[],
  ): boolean {
    const own = this.#filter(item, args);
    if (own) return decide === matches ? own(list, item.record) : !own(list, item.record);
    return decide(list, this.#list.filters, candidatesOf(this.#rules.effect, args, item));
  }

  /**
   * The filter of the call. The filter of a move is made from one object: all that is known of the
   * member.
   */
  #filter({ record }: Item, args: readonly unknown[]): CollectionFilter | undefined {
    const create = this.#rules.createFilter ?? this.#list.filterFor;
    if (!create) return undefined;
    const named =
      this.#rules.effect === 'move' ? [Object.assign({}, ...args, record) as Named] : args;
    // The cast holds: the filter is written for these arguments.
    return create(...(named as never[]));
  }

  // --- reading

  /** The members that were given: one, or an array if an array was given. */
  denormalize(stored: unknown, delegate: DenormalizeDelegate): M {
    const { inner } = this.#list;
    // The casts hold: `normalize` stored what is read here.
    if (Array.isArray(stored)) {
      const members = stored.map((ref) => inner.denormalizeItem(ref, delegate));
      return members.filter((member) => member !== undefined && member !== INVALID) as M;
    }
    const isMap = this.#takesNames && isPlainObject(stored);
    return (
      isMap ? inner.denormalize(stored, delegate) : inner.denormalizeItem(stored, delegate)
    ) as M;
  }

  /** A change cannot be looked up. */
  queryKey(): undefined {
    return undefined;
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function hasBareId(members: CollectionRefs, pk: string): boolean {
  return Object.values(members).some((ref) => bareId(ref) === pk);
}
