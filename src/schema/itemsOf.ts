import { isPlainObject } from '../shared/isPlainObject.ts';
import { nameOfShape } from './nameOfShape.ts';
import type { NormalizeDelegate } from './Schema.ts';

/**
 * The items of a list answer: the array itself, or the values of an object that has nothing but objects. Anything else – an error report such
 * as `{ message: '…' }` for one – fails with `SB_ANSWER_SHAPE`.
 */
export function itemsOf(
  input: unknown,
  what: string,
  delegate: NormalizeDelegate,
): readonly unknown[] {
  if (Array.isArray(input)) return input;
  let got = nameOfShape(input);
  if (isPlainObject(input)) {
    const values = Object.values(input);
    if (values.every((value) => typeof value === 'object')) return values;
    got = `an object with ${Object.keys(input).slice(0, 10).join(', ')}`;
  }
  return delegate.fail('SB_ANSWER_SHAPE', `Expected an array for ${what}, got ${got}.`);
}
