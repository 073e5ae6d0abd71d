import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { warnOnce } from '../shared/warnOnce.ts';
import type { DenormalizeDelegate, NormalizeDelegate } from './Schema.ts';

type Attribute = string | ((value: never, parent: unknown, key: string) => string);

/** Stored form of a member of a polymorphic schema: which entity of which schema, or an item that no schema is mapped for. */
export type StoredItem =
  { readonly id: unknown; readonly schema: string } | { readonly original: unknown };

/** What schemas with one schema, or a mapping and an attribute that chooses, have in common. */
export abstract class Polymorphic {
  /** The one schema, or the mapping from attribute value to schema. */
  readonly schema: unknown;
  /** The member name or function that chooses from the mapping; `undefined` with a single schema. */
  readonly schemaAttribute: Attribute | undefined;
  #hasWarned = false;

  constructor(definition: unknown, schemaAttribute: unknown, kind: string) {
    const source = definition instanceof Polymorphic && definition.hoists ? definition : undefined;
    this.schema = source ? source.schema : definition;
    this.schemaAttribute = source
      ? source.schemaAttribute
      : (schemaAttribute as Attribute | undefined);
    if (isMapping(this.schema)) {
      if (this.schemaAttribute !== undefined || this.allowsObject) return;
      throw invalid(`schema.${kind} has a mapping but no schemaAttribute.`);
    }
    if (this.schemaAttribute !== undefined) {
      throw invalid(`schema.${kind} has a schemaAttribute but no mapping to choose from.`);
    }
  }

  /** True for schemas whose mapping and attribute an enclosing list takes over (Union). */
  protected get hoists(): boolean {
    return false;
  }

  /** True where a plain object without attribute is a schema of its own, not a mapping. */
  protected get allowsObject(): boolean {
    return false;
  }

  /** Merges `definition` into the mapping given to the constructor; for schemas that refer to each other. */
  define(definition: object): void {
    if (this.schemaAttribute === undefined) {
      throw invalid('define() needs a schema with a mapping.');
    }
    Object.assign(this.schema as object, definition);
  }

  /** True if items choose their schema by an attribute. */
  get isPolymorphic(): boolean {
    return this.schemaAttribute !== undefined;
  }

  /** The key that the attribute gives for an item; it need not be mapped. */
  attributeOf(value: unknown, parent: unknown, key: string): unknown {
    const attribute = this.schemaAttribute;
    if (typeof attribute === 'function') return attribute(value as never, parent, key);
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, attribute as string)
      ? (value as Record<string, unknown>)[attribute as string]
      : undefined;
  }

  /**
   * The key that the attribute gives for a value outside of an answer – a stored record, an argument. A function that needs more of
   * its place than that says nothing.
   */
  attributeAlone(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return undefined;
    try {
      return this.attributeOf(value, undefined, '');
    } catch {
      return undefined;
    }
  }

  /** The schema mapped to an attribute value. */
  mapped(attribute: unknown): unknown {
    const mapping = this.schema as Record<string, unknown>;
    return typeof attribute === 'string' || typeof attribute === 'number'
      ? Object.hasOwn(mapping, attribute)
        ? mapping[attribute]
        : undefined
      : undefined;
  }

  /** Normalizes one item. With a mapping the stored form says which schema it is of; unmapped objects are kept as they are. */
  normalizeItem(
    value: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
    segment: string | number | null,
  ): unknown {
    if (!this.isPolymorphic) return delegate.visit(this.schema, value, parent, key, segment);
    if (typeof value !== 'object' || value === null) return value;
    const attribute = this.attributeOf(value, parent, key);
    const schema = this.mapped(attribute);
    if (schema === undefined) {
      if (DEVELOPMENT) this.#warnOfUnmapped(attribute);
      return { original: value };
    }
    const id = delegate.visit(schema, value, parent, key, segment);
    return id === undefined ? undefined : { id, schema: String(attribute) };
  }

  /** Once per schema, not per value: values come from the network. */
  #warnOfUnmapped(attribute: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const shown = typeof attribute === 'string' ? JSON.stringify(attribute) : typeof attribute;
    const mapped = Object.keys(this.schema as object).join(', ');
    warnOnce(
      `no schema is mapped to ${shown} (mapped: ${mapped}); such items are kept as they are.`,
    );
  }

  /** Denormalizes what `normalizeItem` gave. */
  denormalizeItem(stored: unknown, delegate: DenormalizeDelegate): unknown {
    if (!this.isPolymorphic) return delegate.unvisit(this.schema, stored);
    if (typeof stored !== 'object' || stored === null) return stored;
    const item = stored as StoredItem;
    return 'original' in item ? item.original : delegate.unvisit(this.mapped(item.schema), item.id);
  }
}

function invalid(what: string): StreambedError {
  return new StreambedError(SB_SCHEMA_INVALID, what);
}

function isMapping(definition: unknown): boolean {
  return (
    typeof definition === 'object' &&
    definition !== null &&
    !Array.isArray(definition) &&
    typeof (definition as { normalize?: unknown }).normalize !== 'function'
  );
}
