import { isPlainObject } from '../shared/isPlainObject.ts';
import type { DenormalizeMember } from './Denormalize.ts';
import { INVALID } from './INVALID.ts';
import { nameOfShape } from './nameOfShape.ts';
import { Polymorphic } from './Polymorphic.ts';
import type { DenormalizeDelegate, MarkDelegate, NormalizeDelegate } from './Schema.ts';
import type { EntityMapping, SchemaAttribute } from './SchemaAttribute.ts';

/**
 * An object used as a map: unknown names, values of one kind, or of several chosen by an attribute. `pk` of an entity is
 * given the map and the name. Names whose value is null, undefined or removed are left out.
 */
export class Values<S = unknown> extends Polymorphic {
  constructor(
    definition: S,
    ...schemaAttribute: S extends EntityMapping ? [schemaAttribute?: SchemaAttribute<S>] : []
  ) {
    super(definition, schemaAttribute[0], 'Values');
  }

  normalize(input: unknown, _parent: unknown, _key: string, delegate: NormalizeDelegate): unknown {
    if (!isPlainObject(input)) {
      return delegate.fail(
        'SB_ANSWER_SHAPE',
        `Expected an object as map of values, got ${nameOfShape(input)}.`,
      );
    }
    const stored = emptyMap();
    for (const [name, value] of Object.entries(input)) {
      if (value === null || value === undefined) continue;
      const item = this.normalizeItem(value, input, name, delegate, name);
      if (item !== undefined) stored[name] = item;
    }
    return stored;
  }

  denormalize(
    stored: unknown,
    delegate: DenormalizeDelegate,
  ): Record<string, DenormalizeMember<S>> {
    // The casts hold: what normalize() stored is what is read.
    if (typeof stored !== 'object' || stored === null) return stored as never;
    const values = emptyMap();
    for (const [name, item] of Object.entries(stored)) {
      const value = this.denormalizeItem(item, delegate);
      if (value !== undefined && value !== null && value !== INVALID) values[name] = value;
    }
    return values as Record<string, DenormalizeMember<S>>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    this.denormalize(stored, delegate);
  }

  /** Maps cannot be inferred from the cache: it is not known which entities belong to one. */
  queryKey(): undefined {
    return undefined;
  }
}

/** Names come from the network: without a prototype every one of them is data. */
function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
