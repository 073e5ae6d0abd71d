import { runInNewContext } from 'node:vm';
import { isPlainObject } from '../../src/shared/isPlainObject.ts';

class Point {
  x = 1;
}

describe('isPlainObject', () => {
  it.each([
    ['a literal', {}],
    ['a result of JSON.parse', JSON.parse('{ "__proto__": 1, "isPrototypeOf": 2 }')],
    ['an object without a prototype', Object.create(null)],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
    ['a frozen literal', Object.freeze({})],
  ])('is true for %s', (_name, value: unknown) => {
    expect(isPlainObject(value)).toBe(true);
  });

  it.each([
    ['an array', []],
    ['an array of another realm', runInNewContext('[]')],
    ['an instance', new Point()],
    ['an object that inherits from a literal', Object.create({})],
    [
      'an object that inherits from an object without a prototype',
      Object.create(Object.create(null)),
    ],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', () => {}],
    ['null', null],
    ['undefined', undefined],
    ['a string', 'x'],
  ])('is false for %s', (_name, value: unknown) => {
    expect(isPlainObject(value)).toBe(false);
  });
});
