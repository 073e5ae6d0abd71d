import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DenormalizeMember } from './Denormalize.ts';
import type { EntityClass } from './EntityClass.ts';
import { isEntity } from './isEntity.ts';
import { itemsOf } from './itemsOf.ts';
import { Polymorphic, type StoredItem } from './Polymorphic.ts';
import type {
  AllEntities,
  DenormalizeDelegate,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import type { EntityMapping, SchemaAttribute } from './SchemaAttribute.ts';
import type { Union } from './Union.ts';

/** Stored form of an answer: nothing but a mark, except where items without a schema have to keep their place. */
interface StoredAll {
  readonly items?: readonly StoredItem[];
}

const EVERY_ITEM_IS_AN_ENTITY: StoredAll = Object.freeze({});

/**
 * All entities of a kind in the cache, as an array in the order they came in; as a response schema, an array of them.
 *
 * - `new schema.All(User)`, `new schema.All({ link: Link, post: Post }, 'type')`, `new schema.All({ links: Link, posts: Post },
 *   item => item.type + 's')`, `new schema.All(union)`.
 * - An item whose attribute is not mapped makes no entity and no error: the original object keeps its place, right after the item that
 *   preceded it in its answer, as long as that answer lives.
 * - Never fetched and nothing of the kind in the cache: `undefined`. Fetched and empty, or all removed: `[]`.
 * - The array is another one only if a member, the order or the membership changed.
 *
 * Throws `SB_SCHEMA_INVALID` for a mapping without `schemaAttribute` and for definitions that hold no entities.
 */
export class All<S extends EntityClass | EntityMapping | Union = EntityClass>
  extends Polymorphic
  implements AllEntities
{
  constructor(
    definition: S,
    ...schemaAttribute: S extends EntityClass | Union
      ? []
      : S extends EntityMapping
        ? [schemaAttribute: SchemaAttribute<S>]
        : []
  ) {
    super(definition, schemaAttribute[0], 'All');
    checkEntities(this.entities());
  }

  override define(definition: object): void {
    checkEntities(Object.values(definition));
    super.define(definition);
  }

  /** The entity classes of the definition. */
  entities(): EntityClass[] {
    return (
      this.isPolymorphic ? Object.values(this.schema as object) : [this.schema]
    ) as EntityClass[];
  }

  /** The class that the rows of `kind` are read with: the only one of the kind, or, where several share it, the one that the attribute names, else the first. */
  classOf(kind: string): (record: object) => EntityClass {
    const candidates = this.entities().filter((entity) => entity.key === kind);
    const [first] = candidates as [EntityClass];
    if (candidates.length === 1) return () => first;
    return (record) => {
      const named = this.mapped(this.attributeAlone(record));
      return candidates.find((entity) => entity === named) ?? first;
    };
  }

  /** Whether another schema is the same list: every All of one entity class is. */
  readsSame(other: unknown): boolean {
    if (this === other) return true;
    const isPlain = other instanceof All && !this.isPolymorphic && !other.isPolymorphic;
    return isPlain && this.schema === other.schema;
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const items = itemsOf(input, this, delegate);
    for (const entity of this.entities()) delegate.declareKind(entity);
    const stored: StoredItem[] = [];
    let originals = false;
    for (let i = 0; i < items.length; i++) {
      const item = this.normalizeItem(items[i], parent, key, delegate, i);
      if (!this.isPolymorphic || item === null || typeof item !== 'object') continue;
      stored.push(item as StoredItem);
      originals ||= 'original' in item;
    }
    return originals ? { items: stored } : EVERY_ITEM_IS_AN_ENTITY;
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeMember<S>[] {
    const all = delegate.all(this);
    const items = (stored as StoredAll | undefined)?.items;
    // The casts hold: the members of the kinds are instances of the classes of the definition.
    if (!items) return all as DenormalizeMember<S>[];
    return this.#withOriginals(all, items, delegate) as DenormalizeMember<S>[];
  }

  /** The list itself is memoized for all schemas that read it. */
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
    const present = new Set(all);
    const leading: unknown[] = [];
    const following = new Map<unknown, unknown[]>();
    let place = leading;
    for (const item of items) {
      if ('original' in item) {
        place.push(item.original);
        continue;
      }
      const entity = this.denormalizeItem(item, delegate);
      if (!present.has(entity)) continue;
      place = following.get(entity) ?? [];
      following.set(entity, place);
    }
    return leading.concat(all.flatMap((entity) => [entity, ...(following.get(entity) ?? [])]));
  }

  /** Answers as soon as anything of the kind is known; the answer may lack entities that were never fetched. */
  queryKey(_args: readonly unknown[], delegate: QueryDelegate): unknown {
    if (!this.entities().some((entity) => delegate.hasKind(entity.key))) return undefined;
    delegate.markIncomplete();
    return EVERY_ITEM_IS_AN_ENTITY;
  }
}

function checkEntities(candidates: readonly unknown[]): void {
  if (candidates.every(isEntity)) return;
  throw new StreambedError(
    SB_SCHEMA_INVALID,
    'schema.All takes entities, or a mapping of entities.',
  );
}
