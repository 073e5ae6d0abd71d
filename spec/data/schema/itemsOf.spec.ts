import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema, itemsOf } from '../../../src/data/schema/ArraySchema.ts';
import type { NormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import { Link, Post } from './feedItems.ts';

const delegate = {
  fail(code: string, what: string): never {
    throw new Error(`${code} ${what}`);
  },
} as NormalizeDelegate;

const links = new ArraySchema(Link);

describe('itemsOf', () => {
  it('returns the array itself', () => {
    const items = [1, 2];
    expect(itemsOf(items, links, delegate)).toBe(items);
  });

  it('returns the values of an object of objects', () => {
    const one = { id: 1 };
    expect(itemsOf({ a: one, b: null }, links, delegate)).toEqual([one, null]);
    expect(itemsOf({}, links, delegate)).toEqual([]);
  });

  it('returns the arrays in an object if the items are lists', () => {
    const lists = new ArraySchema<unknown>([Link]);
    expect(itemsOf({ a: [], b: [{ id: 1 }] }, lists, delegate)).toEqual([[], [{ id: 1 }]]);
  });

  it.each([
    [{ message: 'Not logged in', code: 5 }, 'an object with message, code'],
    [null, 'null'],
    ['<html>', 'a string'],
    [new Map(), 'an instance of a class'],
  ])('rejects %p', (input, got) => {
    expect(() => itemsOf(input, links, delegate)).toThrow(
      `SB_ANSWER_SHAPE Expected an array for [Link], got ${got}.`,
    );
  });

  it.each([
    [
      links,
      { items: [] },
      '[Link], got an object with items. If the list is its member "items", write { items: [Link] }.',
    ],
    [links, { next: null, items: [{ id: 1 }] }, 'write { items: [Link] }.'],
    [links, { total: 5, items: [] }, 'write { items: [Link] }.'],
    [new ArraySchema({ link: Link, post: Post }, 'type'), { items: [] }, '[link | post]'],
    [new ArraySchema<unknown>([Link]), { items: [], total: 5 }, 'write { items: […] }.'],
    [new All(Link), { items: [] }, 'write { items: schema.All(Link) }.'],
  ])('names the list and the member that contains it: %#', (list, input, text) => {
    expect(() => itemsOf(input, list, delegate)).toThrow(text);
  });
});
