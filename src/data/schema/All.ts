import type { DenormalizeMember } from './Denormalize.ts';
import type {
  AllEntities,
  DenormalizeDelegate,
  EntityClass,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import { itemsOf } from './ArraySchema.ts';
import {
  type AttributeArgs,
  type EntityMapping,
  isOfKind,
  Polymorphic,
  type StoredItem,
} from './Polymorphic.ts';
import type { Union } from './Union.ts';

/**
 * Stored form of a response: an empty marker, or the items if unmapped ones have to keep their
 * position.
 */
interface StoredAll {
  readonly items?: readonly StoredItem[];
}

const EVERY_ITEM_IS_AN_ENTITY: StoredAll = /* @__PURE__ */ Object.freeze({});

/**
 * All entities of a class in the cache, as an array in the order they were first stored. As a
 * response schema: an array of them.
 *
 * - `new schema.All(User)`, `new schema.All({ link: Link, post: Post }, 'type')`,
 *   `new schema.All({ links: Link, posts: Post }, item => item.type + 's')`,
 *   `new schema.All(union)`.
 * - An item with an unmapped attribute makes no entity and no error. The original object stays
 *   after the item that it followed in its response, as long as that result is kept.
 * - `undefined` if nothing was fetched and the cache has no entity of the class. `[]` if the
 *   response was empty or all entities were removed.
 * - The array changes only if a member, the order or the membership changed.
 *
 * Throws `SB_SCHEMA_INVALID` for a mapping without `schemaAttribute` and for definitions without
 * entities.
 */
export class All<S extends EntityClass | EntityMapping | Union = EntityClass>
  extends Polymorphic
  implements AllEntities
{
  constructor(definition: S, ...[schemaAttribute]: AttributeArgs<S>) {
    super(definition, schemaAttribute, 'All');
  }

  /**
   * Returns the function that chooses the class of a row with this entity key. If several classes
   * share the key, the attribute chooses; if it names none, the first one.
   */
  classOf(entityKey: string): (record: object) => EntityClass {
    const candidates = this.entities().filter((entity) => entity.key === entityKey);
    const [first] = candidates as [EntityClass];
    if (candidates.length === 1) return () => first;
    return (record) => {
      const named = this.mapped(this.attributeAlone(record));
      return candidates.find((entity) => entity === named) ?? first;
    };
  }

  /** Whether another schema reads the same list. All schemas of one entity class do. */
  readsSame(other: unknown): boolean {
    if (this === other) return true;
    const isPlain = isOfKind(other, 'All') && !this.isPolymorphic && !other.isPolymorphic;
    return isPlain && this.schema === other.schema;
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const items = itemsOf(input, this, delegate);
    for (const entity of this.entities()) delegate.declareKind(entity);
    const stored = delegate
      .visitItems(this, items, parent, key)
      // Items of a mapping. The others are bare primary keys.
      .filter((item): item is StoredItem => typeof item === 'object' && item !== null);
    return stored.some((item) => 'original' in item) ? { items: stored } : EVERY_ITEM_IS_AN_ENTITY;
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeMember<S>[] {
    const all = delegate.all(this);
    const items = (stored as StoredAll | undefined)?.items;
    // The casts hold: the list contains instances of the definition's classes.
    if (!items) return all as DenormalizeMember<S>[];
    return this.#withOriginals(all, items, delegate) as DenormalizeMember<S>[];
  }

  /** The list itself is memoized, for all schemas that read it. */
  memoizes(stored: object): boolean {
    return 'items' in stored;
  }

  mark(_stored: unknown, delegate: MarkDelegate): void {
    delegate.all(this);
  }

  #withOriginals(
    all: readonly unknown[],
    items: readonly StoredItem[],
    delegate: DenormalizeDelegate,
  ): unknown[] {
    const leading: unknown[] = [];
    const groups = new Map(all.map((entity) => [entity, [entity]]));
    let group = leading;
    for (const item of items) {
      if ('original' in item) group.push(item.original);
      else group = groups.get(this.denormalizeItem(item, delegate)) ?? group;
    }
    return [leading, ...groups.values()].flat();
  }

  /**
   * Has a value as soon as an entity of a class is known. The list may lack entities that were
   * never fetched.
   */
  queryKey(_args: readonly unknown[], delegate: QueryDelegate): unknown {
    if (!this.entities().some((entity) => delegate.hasKind(entity.key))) return undefined;
    delegate.markIncomplete();
    return EVERY_ITEM_IS_AN_ENTITY;
  }
}
