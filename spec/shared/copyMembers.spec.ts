import { copyMembers } from '../../src/shared/copyMembers.ts';

describe('copyMembers', () => {
  it('returns another object with the same members', () => {
    const nested = { x: 1 };
    const source = Object.freeze({ a: 1, nested, u: undefined });
    const copy = copyMembers(source);
    expect(copy).toEqual(source);
    expect(Object.keys(copy)).toEqual(['a', 'nested', 'u']);
    expect(copy).not.toBe(source);
    expect(copy['nested']).toBe(nested);
  });

  it('returns a plain object with the own members of an instance', () => {
    class Point {
      x = 1;
      get y() {
        return 2;
      }
    }
    const copy = copyMembers(new Point());
    expect(copy).toEqual({ x: 1 });
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it('leaves out a member called __proto__', () => {
    const copy = copyMembers(JSON.parse('{ "a": 1, "__proto__": { "b": 2 } }') as object);
    expect(Object.keys(copy)).toEqual(['a']);
    expect(copy['b']).toBeUndefined();
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
