import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { DenormalizeMember } from './Denormalize.ts';
import { INVALID } from './INVALID.ts';
import { failOnShape } from './nameOfShape.ts';
import { type AttributeArgs, Polymorphic } from './Polymorphic.ts';
import type { DenormalizeDelegate, MarkDelegate, NormalizeDelegate } from './Schema.ts';

/**
 * An object used as a map: any names, with values of one schema or of several chosen by an
 * attribute. `pk` of an entity gets the map and the name. Names with a null, undefined or removed
 * value are left out. The map that a program gets has no prototype.
 */
export class Values<S = unknown> extends Polymorphic {
  constructor(definition: S, ...[schemaAttribute]: Partial<AttributeArgs<S>>) {
    super(definition, schemaAttribute, 'Values');
  }

  normalize(
    input: unknown,
    _parent: unknown,
    _key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    if (!isPlainObject(input)) {
      return failOnShape(delegate, 'an object as map of values', input);
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
    // The casts hold: `normalize` stored what is read here.
    if (typeof stored !== 'object' || stored === null) return stored as never;
    const values = emptyMap();
    for (const [name, item] of Object.entries(stored)) {
      const value = this.denormalizeItem(item, delegate);
      if (value !== undefined && value !== null && value !== INVALID) values[name] = value;
    }
    return values as Record<string, DenormalizeMember<S>>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    // Reading visits the values.
    this.denormalize(stored, delegate);
  }

  /**
   * A map cannot be inferred from the cache: the cache does not know which entities belong to it.
   */
  queryKey(): undefined {
    return undefined;
  }
}

/** Names come from the network. Without a prototype, every name is data. */
function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
