import type { EntityClass, DenormalizeDelegate, NormalizeDelegate, OpenChange } from '../Schema.ts';
import { changeList, keepListChange, type ListChange, pksOf } from './listChanges.ts';
import { bareId, type CollectionRefs, isNamed, membership } from './CollectionMerge.ts';
import { changeRow, type CollectionRecord, countKeyOf } from './CollectionRow.ts';
import { changedList } from './changedList.ts';
import { countMembers, differenceOf } from './listCounts.ts';
import type { ChangeRules, ListSchema } from './ListSchema.ts';
import { inOrder } from './listMembers.ts';
import type { ChangedMember } from './collectionFilter.ts';
import type { RuledRecord } from './ListRules.ts';
import { INVALID } from '../INVALID.ts';
import { pkOfArgument, usablePk } from '../entity/usablePk.ts';
import { isForJson, isPlainObject } from '../../../shared/isPlainObject.ts';
import { failOnShape, nameOfShape } from '../nameOfShape.ts';

/** One member of a change. */
interface Item extends ChangedMember {
  /** Stored form. */
  readonly ref: unknown;
  /** The name in a map; in a list the primary key. */
  readonly name: string;
  /** The record before the request. */
  readonly before: object | undefined;
}

/**
 * The schema of a request that changes the lists of a `Collection`, for example `list.push`.
 * It takes one member or an array of members: entities, or primary keys of known entities. The
 * result is one member or an array, as given. `M` is a member, `A` are the arguments of the
 * collection. A change never creates a list.
 */
export class CollectionChange<M = unknown, A extends readonly unknown[] = readonly unknown[]> {
  readonly #list: ListSchema;
  readonly #rules: ChangeRules;
  /** Whether members are given as a map. */
  readonly #takesNames: boolean;
  /** An empty response (204) is enough for a removal: the arguments name the members. */
  readonly acceptsEmpty: boolean;
  /** The arguments of a call. Only a type. */
  declare readonly args: A;

  constructor(list: ListSchema, rules: ChangeRules) {
    this.#list = list;
    this.#rules = rules;
    this.#takesNames = list.isMap && rules.effect === 'add';
    this.acceptsEmpty = rules.effect === 'remove';
  }

  /** @internal */
  get schema(): unknown {
    return this.#list.schema;
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const { key: entityKey, isMap } = this.#list;
    const { effect, name, forMaps = isMap } = this.#rules;
    if (forMaps !== isMap) {
      const what = isMap ? 'a map: use assign' : 'a list: use push or unshift';
      delegate.fail('SB_SCHEMA_INVALID', `${entityKey} is ${what} instead of ${name}.`);
    }
    const { args } = delegate;
    const given = this.acceptsEmpty ? (input ?? args[1] ?? args[0]) : input;
    const items = this.#itemsOf(given, parent, key, delegate);
    if (effect !== 'remove') delegate.touchUnknown(entityKey);
    const belongs = (list: RuledRecord, item: ChangedMember) =>
      this.#list.belongs(list, this.#rules, item, args);
    countMembers({ row: this.#list.row, belongs }, effect, items, delegate);
    const { sentSeq } = delegate;
    const change: ListChange = (pk, by, concerns) => {
      const concerned = concerns ? items.filter(({ ref }) => concerns(ref)) : items;
      // A number that arrives later has followed the records, or is fetched once more.
      const due = by === delegate ? this.#due(pk, items, by) : undefined;
      this.#change(pk, concerned, args, sentSeq, by, due);
    };
    for (const pk of pksOf(delegate, entityKey)) changeList(delegate, entityKey, pk, change);
    if (items.length > 0) {
      const members = effect === 'remove' ? [] : items;
      const toAdd = () => ({ schema: this.#list.inner, stored: storedOf(members, isMap) });
      keepListChange(delegate, entityKey, change, 'called', toAdd);
    }
    if (this.#takesNames) return storedOf(items, true);
    return Array.isArray(given) ? items.map(({ ref }) => ref) : items[0]?.ref;
  }

  #itemsOf(
    given: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): Item[] {
    const takesNames = this.#takesNames;
    const { inner } = this.#list;
    // The arguments of a removal may be a form: the server has read it, its members are no records.
    if (typeof given === 'object' && !isForJson(given)) return [];
    const isList = !takesNames && Array.isArray(given);
    if (takesNames && !isPlainObject(given)) {
      return failOnShape(delegate, 'an object as map of values', given);
    }
    const items: Item[] = [];
    const isOne = !isList && !takesNames;
    for (const [index, value] of isOne ? [['', given]] : Object.entries(given as object)) {
      if (!isOne && !isPresent(value)) continue;
      const at = isList ? Number(index) : 0;
      const segment = isOne ? null : isList ? at : (index as string);
      const ref = takesNames
        ? this.#refOf(value, given, index as string, delegate, segment)
        : this.#refOf(value, parent, key, delegate, segment);
      // Entities that `process` removed have no stored form.
      if (!isPresent(ref)) continue;
      const pk = bareId(ref);
      const entity = inner.mapped(isNamed(ref) && ref.schema) as EntityClass | undefined;
      const isEntity = entity && typeof pk === 'string';
      const record = isEntity ? delegate.getEntity(entity.key, pk) : undefined;
      const before = isEntity ? delegate.draft?.before(entity.key, pk) : undefined;
      const name = takesNames ? (index as string) : isEntity ? pk : '';
      items.push({ ref, name, given: value, entity, record, before, at });
    }
    return items;
  }

  #refOf(
    value: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
    segment: string | number | null,
  ): unknown {
    const { inner } = this.#list;
    if (this.#rules.effect === 'remove') {
      const known = this.#removedRef(value, delegate);
      if (known !== undefined) return known;
    } else if (typeof value !== 'object' && inner.isPolymorphic) {
      return failOnShape(delegate, 'an object for a union', value);
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
    const schema = inner.attributeAlone(value);
    const entity = inner.mapped(schema) as EntityClass | undefined;
    const pk = entity && pkOfArgument(entity, value, delegate.args);
    if (pk === undefined || delegate.getEntity(entity!.key, pk)) return undefined;
    return inner.isPolymorphic ? { id: pk, schema: String(schema) } : pk;
  }

  /** By how much the number beside a list will change when it follows the records of the request. */
  #due(pk: string, items: readonly Item[], delegate: NormalizeDelegate): number {
    const changes = items.flatMap(({ entity, name, before, record: after }) =>
      entity && before ? [{ entity, pk: name, before, after }] : [],
    );
    const { key, row } = this.#list;
    return differenceOf(row, countKeyOf(key), pk, changes, delegate);
  }

  /** Changes one list: members leave that have to, and come that are missing. */
  #change(
    pk: string,
    items: readonly Item[],
    args: readonly unknown[],
    seq: number | undefined,
    delegate: NormalizeDelegate,
    due: number | undefined,
  ): void {
    const { inner, isMap, row } = this.#list;
    const { effect, merge, name: by } = this.#rules;
    // The cast holds: the list is known.
    const list = delegate.getEntity(this.#list.key, pk) as CollectionRecord;
    const isIn = membership(list.members, items.length);
    // A bare primary key matches any member with that key.
    const has = ({ ref }: Item): boolean =>
      isIn(ref) ||
      (inner.isPolymorphic &&
        typeof ref === 'string' &&
        Object.values(list.members).some((member) => bareId(member) === ref));
    const belongs = (item: Item): boolean | undefined => {
      const { entity, record } = item;
      const isUnknown = effect === 'remove' && entity && !record;
      // The response that brings the list may bring the record of a removed member, too.
      const member = isUnknown
        ? { ...item, record: delegate.getEntity(entity.key, item.name) }
        : item;
      return this.#list.belongs(list, this.#rules, member, args);
    };
    const gone: unknown[] = [];
    const coming: Item[] = [];
    for (const item of items) {
      if (effect !== 'add' && has(item)) {
        if (belongs(item) === (effect === 'remove')) gone.push(item.ref);
      } else if (effect !== 'remove' && belongs(item)) coming.push(item);
    }
    if (gone.length + coming.length === 0) return;
    const members = storedOf(coming, isMap);
    const sent = by && !isMap && seq !== undefined ? { seq, by } : undefined;
    const placed = Object.values(members);
    const changed = (record: CollectionRecord): object => {
      const next = changedList(record, { gone, members, merge, sent });
      return { ...next, members: inOrder(row, pk, list, next.members, placed, delegate, due) };
    };
    // A change that is applied to the list of another response is no change of that response.
    changeRow(row, pk, delegate, changed, due === undefined);
  }

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

  /** @internal All lists with their numbers, those that are in flight too, and the moved entity. */
  addOpenRows(...[rows, args, table]: Parameters<OpenChange['addOpenRows']>): void {
    const { inner, key: listKey } = this.#list;
    for (const key of [listKey, countKeyOf(listKey)]) {
      rows.add(key, '');
      for (const [pk] of table.entries(key)) rows.add(key, pk);
    }
    for (const entity of this.#rules.effect === 'move' ? inner.entities() : []) {
      const pk = pkOfArgument(entity, args[0], args);
      if (pk !== undefined) rows.add(entity.key, pk);
    }
  }

  /** A change cannot be looked up. */
  queryKey(): undefined {
    return undefined;
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The stored form of a list or map with these members. */
function storedOf(items: readonly Item[], isMap: boolean): CollectionRefs {
  return isMap
    ? (Object.fromEntries(items.map(({ name, ref }) => [name, ref])) as CollectionRefs)
    : items.map(({ ref }) => ref);
}
