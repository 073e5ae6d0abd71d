import type { DenormalizeMember } from './Denormalize.ts';
import type {
  AllEntities,
  DenormalizeDelegate,
  EntityClass,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
  StoreWalk,
} from './Schema.ts';
import { itemsOf } from './ArraySchema.ts';
import { isEntity } from './isEntity.ts';
import {
  type EntityMapping,
  isOfKind,
  Polymorphic,
  type SchemaAttribute,
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

/** An item as it is stored: a primary key, or that and the name of its class. */
interface Listed {
  readonly id?: string;
  readonly schema?: string;
}

/** See {@link All}. */
export interface AllOptions {
  /**
   * Whether a response has all entities of the class: those that it lacks are removed, unless a newer
   * write brought them. Default: false.
   */
  readonly complete?: boolean | undefined;
}

/** `AllArgs<typeof User>` → `[options?]` · of a mapping → `[schemaAttribute, options?]` */
type AllArgs<S> = S extends EntityMapping
  ? [schemaAttribute: SchemaAttribute<S>, options?: AllOptions]
  : [options?: AllOptions];

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
 * - `new schema.All(User, { complete: true })` if each response has all entities: one that it lacks is
 *   removed from the cache, unless it was written after the request. A response with an item that is
 *   null removes nothing.
 * - The array changes only if a member, the order or the membership changed.
 *
 * Throws `SB_SCHEMA_INVALID` for a mapping without `schemaAttribute` and for definitions without
 * entities.
 */
export class All<S extends EntityClass | EntityMapping | Union = EntityClass>
  extends Polymorphic
  implements AllEntities
{
  readonly #isComplete: boolean | undefined;

  constructor(definition: S, ...args: AllArgs<S>) {
    const [attribute, options = attribute] = args;
    super(definition, typeof attribute === 'object' ? undefined : attribute, 'All');
    // The cast holds: an attribute has no such member.
    this.#isComplete = (options as AllOptions | undefined)?.complete;
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
    const { schema } = this;
    return (
      this === other || (isOfKind(other, 'All') && isEntity(schema) && schema === other.schema)
    );
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const items = itemsOf(input, this, delegate);
    let listed: readonly unknown[] = [];
    for (const entity of this.entities()) {
      delegate.declareKind(entity, () => {
        // The server may have failed to read an item that is null.
        const isComplete = this.#isComplete && listed.length === items.length;
        // The casts hold: only a walk that writes to a store calls back; a text has no members.
        if (isComplete) this.#removeOthers(entity, listed as Listed[], delegate as StoreWalk);
      });
    }
    listed = delegate.visitItems(this, items, parent, key);
    // Items of a mapping. The others are bare primary keys.
    const stored = listed.filter((item): item is StoredItem => typeof item === 'object');
    return stored.some((item) => 'original' in item) ? { items: stored } : EVERY_ITEM_IS_AN_ENTITY;
  }

  /** Removes the entities that a response lacks, except those that were written after its request. */
  #removeOthers(entity: EntityClass, listed: readonly Listed[], walk: StoreWalk): void {
    const { key } = entity;
    const { draft, meta, sentSeq = meta.seq } = walk;
    // The cast holds: the constructor has checked the classes.
    const isOfKey = ({ id, schema }: Listed) =>
      id && (this.mapped(schema) as EntityClass).key === key;
    const kept = new Set<unknown>(listed.map((item) => (isOfKey(item) ? item.id : item)));
    walk.forEachEntity(key, (_, pk) => {
      if (!kept.has(pk) && draft.meta(key, pk)!.seq < sentSeq) walk.invalidate(entity, pk);
    });
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
