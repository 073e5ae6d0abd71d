import { itemsOf } from '../../src/schema/itemsOf.ts';
import type { NormalizeDelegate } from '../../src/schema/Schema.ts';

const delegate = {
  fail(code: string, what: string): never {
    throw new Error(`${code} ${what}`);
  },
} as NormalizeDelegate;

describe('itemsOf', () => {
  it('is the array itself', () => {
    const items = [1, 2];
    expect(itemsOf(items, 'a list', delegate)).toBe(items);
  });

  it('is the values of an object of objects', () => {
    const one = { id: 1 };
    expect(itemsOf({ a: one, b: null }, 'a list', delegate)).toEqual([one, null]);
    expect(itemsOf({}, 'a list', delegate)).toEqual([]);
  });

  it.each([
    [{ message: 'Not logged in', code: 5 }, 'an object with message, code'],
    [null, 'null'],
    ['<html>', 'a string'],
    [new Map(), 'an instance of a class'],
  ])('refuses %p', (input, got) => {
    expect(() => itemsOf(input, 'a list', delegate)).toThrow(
      `SB_ANSWER_SHAPE Expected an array for a list, got ${got}.`,
    );
  });
});
