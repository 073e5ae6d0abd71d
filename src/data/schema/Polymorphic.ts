import type { Entity } from './Entity.ts';
import { isEntity } from './isEntity.ts';
import type { DenormalizeDelegate, EntityClass, NormalizeDelegate } from './Schema.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { warnOnce } from '../../shared/warnOnce.ts';

/** A mapping from the value of an attribute to the entity class that holds such items. */
export type EntityMapping = { readonly [attribute: string]: EntityClass };

/** The union of the instances of a mapping. */
type MappedInstance<M extends EntityMapping> = M[keyof M] extends {
  readonly prototype: infer I;
}
  ? I
  : Entity;

/**
 * Chooses the schema of an item from a mapping: the name of the member that holds the mapping's
 * key, or a function of the item, the object that contains the array, and the array's member name
 * (`undefined` for a list that is the whole response).
 */
export type SchemaAttribute<M extends EntityMapping> =
  | (string & keyof MappedInstance<M>)
  | ((value: MappedInstance<M>, parent: unknown, key: string | undefined) => string);

/** The second argument of a schema with a mapping: {@link SchemaAttribute}. */
export type AttributeArgs<S> = S extends EntityMapping ? [schemaAttribute: SchemaAttribute<S>] : [];

type Attribute = string | ((value: never, parent: unknown, key: string | undefined) => string);

/**
 * Stored form of a member of a polymorphic schema: a pk with the name of its schema, or the
 * original of an unmapped item.
 */
export type StoredItem =
  { readonly id: unknown; readonly schema: string } | { readonly original: unknown };

/**
 * The class of a polymorphic schema, as a name. An import would put all of these classes into every
 * bundle.
 */
type PolymorphicKind = 'All' | 'Array' | 'Invalidate' | 'Union' | 'Values';

/** The schemas that have warned of an unmapped attribute. */
const warned = new WeakSet();

/**
 * Base of the schemas with one inner schema, or with a mapping and an attribute that chooses from
 * it.
 */
export abstract class Polymorphic {
  /** The one schema, or the mapping from attribute value to schema. */
  readonly schema: unknown;
  /**
   * The member name or function that chooses from the mapping; `undefined` with a single schema.
   */
  readonly schemaAttribute: Attribute | undefined;
  /** @internal */
  readonly kind: PolymorphicKind;

  // The fields are declared, not defined: a first load has one function less to compile.
  constructor(definition: unknown, schemaAttribute: unknown, kind: PolymorphicKind) {
    // A schema around a Union takes over its mapping and attribute.
    const union = typeof definition === 'object' && isUnion(definition) ? definition : undefined;
    const schema = union ? union.schema : definition;
    const attribute = union ? union.schemaAttribute : schemaAttribute;
    this.kind = kind;
    this.schema = schema;
    if (definition === undefined) {
      const what = `schema.${kind} got undefined in place of a schema.`;
      throw new StreambedError('SB_SCHEMA_UNDEFINED', what);
    }
    // The cast holds: the constructors declare the attribute's type.
    this.schemaAttribute = attribute as Attribute | undefined;
    const isObject = typeof schema === 'object' && schema !== null;
    const isMapping = isObject && !Array.isArray(schema) && !('normalize' in schema);
    const isPolymorphic = attribute !== undefined;
    // For items, a plain object without attribute is a schema.
    const isItem = kind === 'Array' || kind === 'Values';
    if (isMapping && !isPolymorphic && !isItem)
      throw this.#invalid('has a mapping but no schemaAttribute');
    if (!isMapping && isPolymorphic)
      throw this.#invalid('has a schemaAttribute but no mapping to choose from');
    if (!isItem) this.#check(this.entities());
  }

  /**
   * Merges `definition` into the mapping given to the constructor. Use it for schemas that refer to
   * each other.
   */
  define(definition: object): void {
    if (!this.isPolymorphic) {
      throw new StreambedError('SB_SCHEMA_INVALID', 'define() needs a schema with a mapping.');
    }
    this.#check(Object.values(definition));
    Object.assign(this.schema as object, definition);
  }

  #check(schemas: readonly unknown[]): void {
    const takesEntities = this.kind === 'All' || this.kind === 'Invalidate';
    if (takesEntities && !schemas.every(isEntity)) {
      throw this.#invalid('takes entities, or a mapping of entities');
    }
  }

  #invalid(what: string): StreambedError {
    return new StreambedError('SB_SCHEMA_INVALID', `schema.${this.kind} ${what}.`);
  }

  /** @internal A function that is made in a render is known by its text. */
  comparable(): readonly unknown[] {
    return [this.schema, String(this.schemaAttribute)];
  }

  /** The schema, or those of the mapping: entity classes, where only these are allowed. */
  entities(): EntityClass[] {
    return (
      this.isPolymorphic ? Object.values(this.schema as object) : [this.schema]
    ) as EntityClass[];
  }

  /** True if items choose their schema by an attribute. */
  get isPolymorphic(): boolean {
    return this.schemaAttribute !== undefined;
  }

  /** The attribute's value for an item. It may be unmapped. */
  attributeOf(value: unknown, parent: unknown, key: string | undefined): unknown {
    const attribute = this.schemaAttribute;
    if (typeof value !== 'object' || value === null || attribute === undefined) return undefined;
    if (typeof attribute === 'function') return attribute(value as never, parent, key);
    return Object.hasOwn(value, attribute)
      ? (value as Record<string, unknown>)[attribute]
      : undefined;
  }

  /**
   * The attribute's value outside of a response: of a stored record or an argument. `undefined` if
   * the attribute is a function that throws without the item's parent.
   */
  attributeAlone(value: unknown): unknown {
    try {
      return this.attributeOf(value, undefined, undefined);
    } catch {
      return undefined;
    }
  }

  /** The one schema, or the schema mapped to an attribute value. */
  mapped(attribute: unknown): unknown {
    if (!this.isPolymorphic) return this.schema;
    const isName = typeof attribute === 'string' || typeof attribute === 'number';
    return isName && Object.hasOwn(this.schema as object, attribute)
      ? (this.schema as Record<string, unknown>)[attribute]
      : undefined;
  }

  /**
   * Normalizes one item. With a mapping, the stored form includes the name of its schema. Unmapped
   * objects are kept unchanged.
   */
  normalizeItem(
    value: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
    segment: string | number | null,
  ): unknown {
    if (!this.isPolymorphic) return delegate.visit(this.schema, value, parent, key, segment);
    if (typeof value !== 'object' || value === null) return value;
    const attribute = this.attributeOf(value, parent, key);
    const schema = this.mapped(attribute);
    if (schema === undefined) {
      // Warns once per schema, not per value: values come from the network.
      if (DEVELOPMENT && !warned.has(this)) {
        warned.add(this);
        const shown = typeof attribute === 'string' ? JSON.stringify(attribute) : typeof attribute;
        const mapped = Object.keys(this.schema as object).join(', ');
        warnOnce(
          'SB_ITEM_UNMAPPED',
          `schema.${this.kind} maps no schema to ${shown} (mapped: ${mapped}).`,
        );
      }
      return { original: value };
    }
    const id = delegate.visit(schema, value, parent, key, segment);
    if (id === undefined) return undefined;
    // If the record chooses, classes with one key share the stored form: an item stays the same.
    const chosen = this.#chosen(schema, id, delegate) as EntityClass | undefined;
    return { id, schema: chosen ? this.#nameOf(chosen.key, 0)! : String(attribute) };
  }

  /**
   * Denormalizes the result of `normalizeItem`. The record chooses between classes with one key: the
   * entity may have changed its class.
   */
  denormalizeItem(stored: unknown, delegate: DenormalizeDelegate): unknown {
    if (!this.isPolymorphic) return delegate.unvisit(this.schema, stored);
    if (typeof stored !== 'object' || stored === null) return stored;
    const item = stored as StoredItem;
    if ('original' in item) return item.original;
    const schema = this.mapped(item.schema);
    return delegate.unvisit(this.#chosen(schema, item.id, delegate) ?? schema, item.id);
  }

  /** The class that a record chooses; `undefined` if no other class has the key, or none is named. */
  #chosen(entity: unknown, pk: unknown, source: RecordSource): unknown {
    const { schemaAttribute: attribute } = this;
    const mayDiffer = isEntity(entity) && this.#nameOf(entity.key, 1) !== undefined;
    // A function of the parent needs more than the record.
    if (!mayDiffer || (typeof attribute === 'function' && attribute.length > 1)) return undefined;
    const record = source.getEntity(entity.key, pk as string);
    const named = record && this.mapped(this.attributeAlone(record));
    return isEntity(named) && named.key === entity.key ? named : undefined;
  }

  /** The name of a class with an entity key; the first one has the index 0. */
  #nameOf(key: string, index: number): string | undefined {
    return Object.entries(this.schema as EntityMapping).filter((entry) => entry[1].key === key)[
      index
    ]?.[0];
  }
}

/** Where a schema reads records. */
type RecordSource = Pick<DenormalizeDelegate, 'getEntity'>;

/** Whether a schema is a `Union`. */
export function isUnion(schema: unknown): schema is Polymorphic {
  return isOfKind(schema, 'Union');
}

/** Whether a schema is of this class, whichever copy of the package made it. */
export function isOfKind(schema: unknown, kind: PolymorphicKind): schema is Polymorphic {
  const given = Object(schema) as Partial<Polymorphic>;
  return given.kind === kind && 'attributeOf' in given;
}
