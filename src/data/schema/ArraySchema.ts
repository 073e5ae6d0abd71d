import type { DenormalizeMember } from './Denormalize.ts';
import { INVALID } from './INVALID.ts';
import { type AttributeArgs, Polymorphic } from './Polymorphic.ts';
import type { DenormalizeDelegate, MarkDelegate, NormalizeDelegate } from './Schema.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { isEntity } from './isEntity.ts';
import { nameOfShape } from './nameOfShape.ts';

/**
 * A list of one schema (`new schema.Array(User)`, shorthand `[User]`) or of several, chosen by an
 * attribute (`new schema.Array({ link: Link, post: Post }, 'type')`). Removed entities leave the
 * list. Unmapped items are kept unchanged. The input may be an object; its values are then the
 * items.
 */
export class ArraySchema<S = unknown> extends Polymorphic {
  constructor(definition: S, ...[schemaAttribute]: Partial<AttributeArgs<S>>) {
    super(definition, schemaAttribute, 'Array');
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const items = Array.isArray(input) ? input : itemsOf(input, this, delegate);
    return delegate.visitItems(this, items, parent, key);
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
    this.denormalize(stored, delegate);
  }

  /**
   * A list cannot be inferred from the cache: the cache does not know which entities belong to it.
   */
  queryKey(): undefined {
    return undefined;
  }
}

/**
 * The items of a list in a response: the array itself, or the values of an object of objects.
 * Anything else, such as an error report `{ message: '…' }` or an object around the array, fails
 * with `SB_ANSWER_SHAPE`.
 */
export function itemsOf(
  input: unknown,
  list: Polymorphic,
  delegate: NormalizeDelegate,
): readonly unknown[] {
  if (Array.isArray(input)) return input;
  let got = nameOfShape(input);
  let fix = '';
  const name = nameOfList(list);
  if (isPlainObject(input)) {
    const around = Object.keys(input).find((member) => Array.isArray(input[member]));
    // An array is no entity, but it may be an item of a list of lists.
    const takesArrays = !list.isPolymorphic && !isEntity(list.schema);
    const values = Object.values(input);
    if ((takesArrays || around === undefined) && values.every((item) => typeof item === 'object')) {
      return values;
    }
    got = `an object with ${Object.keys(input).slice(0, 10).join(', ')}`;
    if (DEVELOPMENT && around !== undefined)
      fix = ` If the list is its member "${around}", write { ${around}: ${name} }.`;
  }
  return delegate.fail('SB_ANSWER_SHAPE', `Expected an array for ${name}, got ${got}.${fix}`);
}

/** For example `[User]`, `[link | post]`, `schema.All(User)`. */
function nameOfList({ isPolymorphic, kind, schema }: Polymorphic): string {
  let items = '…';
  if (isPolymorphic) items = Object.keys(schema as object).join(' | ');
  else if (isEntity(schema)) items = schema.key;
  return kind === 'All' ? `schema.All(${items})` : `[${items}]`;
}
