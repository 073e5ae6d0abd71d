import { isPlainObject } from '../shared/isPlainObject.ts';
import type { NormalizeDelegate } from './Schema.ts';

/** The items of a list answer: the array itself, or the values of an object. Anything else fails with `SB_ANSWER_SHAPE`. */
export function itemsOf(input: unknown, what: string, delegate: NormalizeDelegate): readonly unknown[] {
  if (Array.isArray(input)) return input;
  if (isPlainObject(input)) return Object.values(input);
  const got = input === null ? 'null' : `a ${typeof input}`;
  return delegate.fail('SB_ANSWER_SHAPE', `Expected an array for ${what}, got ${got}.`);
}
