import { isPlainObject } from '../shared/isPlainObject.ts';
import { isEntity } from './isEntity.ts';
import { nameOfShape } from './nameOfShape.ts';
import type { Polymorphic } from './Polymorphic.ts';
import type { NormalizeDelegate } from './Schema.ts';

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
    if (around !== undefined)
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
