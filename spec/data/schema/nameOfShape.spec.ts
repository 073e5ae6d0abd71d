import { nameOfShape } from '../../../src/data/schema/nameOfShape.ts';

describe('nameOfShape', () => {
  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [[], 'an array'],
    [{}, 'an object'],
    [new Date(0), 'an instance of a class'],
    ['text', 'a string'],
    [1, 'a number'],
    [true, 'a boolean'],
    ['{"id":1}', 'a string that looks like JSON (was it parsed?)'],
    [' [1]', 'a string that looks like JSON (was it parsed?)'],
  ])('calls %p %p', (value, name) => {
    expect(nameOfShape(value)).toBe(name);
  });
});
