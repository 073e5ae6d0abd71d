import { deepFreeze } from '../../src/shared/deepFreeze.ts';

describe('deepFreeze', () => {
  it('freezes plain objects and arrays with everything in them, and returns them', () => {
    const value = { list: [{ a: 1 }], map: Object.assign(Object.create(null), { x: { y: [] } }) };
    expect(deepFreeze(value)).toBe(value);
    const parts = [value, value.list, value.list[0], value.map, value.map.x, value.map.x.y];
    expect(parts.map(Object.isFrozen)).toEqual(parts.map(() => true));
  });

  it('leaves instances alone', () => {
    class Point {
      x = 1;
    }
    const value = deepFreeze({ at: new Date(0), map: new Map(), point: new Point() });
    expect([value.at, value.map, value.point].some(Object.isFrozen)).toBe(false);
  });

  it.each([[undefined], [null], ['text'], [5]])('returns %p unchanged', (value) => {
    expect(deepFreeze(value)).toBe(value);
  });

  it('handles cycles and any depth', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = [circle];
    expect(Object.isFrozen(deepFreeze(circle)['self'])).toBe(true);
    let deep: object = {};
    const innermost = deep;
    for (let i = 0; i < 100_000; i++) deep = { deep };
    deepFreeze(deep);
    expect(Object.isFrozen(innermost)).toBe(true);
  });

  it('skips frozen objects', () => {
    const inner = { a: 1 };
    deepFreeze({ outer: Object.freeze({ inner }) });
    expect(Object.isFrozen(inner)).toBe(false);
  });
});
