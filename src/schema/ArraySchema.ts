import type { DenormalizeMember } from './Denormalize.ts';
import { INVALID } from './INVALID.ts';
import { itemsOf } from './itemsOf.ts';
import { Polymorphic } from './Polymorphic.ts';
import type { DenormalizeDelegate, MarkDelegate, NormalizeDelegate } from './Schema.ts';
import type { EntityMapping, SchemaAttribute } from './SchemaAttribute.ts';

/**
 * A list of one schema (`new schema.Array(User)`, shorthand `[User]`) or of several, chosen by an
 * attribute (`new schema.Array({ link: Link, post: Post }, 'type')`). Removed entities leave the
 * list. Unmapped items are kept unchanged. The input may be an object; its values are then the
 * items.
 */
export class ArraySchema<S = unknown> extends Polymorphic {
  constructor(
    definition: S,
    ...schemaAttribute: S extends EntityMapping ? [schemaAttribute?: SchemaAttribute<S>] : []
  ) {
    super(definition, schemaAttribute[0], 'Array');
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const items = itemsOf(input, this, delegate);
    const stored: unknown[] = [];
    for (let i = 0; i < items.length; i++) {
      const item = this.normalizeItem(items[i], parent, key, delegate, i);
      if (item !== undefined) stored.push(item);
    }
    return stored;
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeMember<S>[] {
    // The casts hold: `normalize` stored what is read here.
    if (!Array.isArray(stored)) return stored as never;
    const values: unknown[] = [];
    for (const item of stored) {
      const value = this.denormalizeItem(item, delegate);
      if (value !== undefined && value !== INVALID) values.push(value);
    }
    return values as DenormalizeMember<S>[];
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    if (Array.isArray(stored))
      delegate.each(stored, (item) => this.denormalizeItem(item, delegate));
  }

  /**
   * A list cannot be inferred from the cache: the cache does not know which entities belong to it.
   */
  queryKey(): undefined {
    return undefined;
  }
}
