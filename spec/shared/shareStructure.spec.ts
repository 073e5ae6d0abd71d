import * as fc from 'fast-check';
import { shareStructure } from '../../src/shared/shareStructure.ts';

const copyOf = <T>(value: T): T => structuredClone(value);

describe('shareStructure', () => {
  it('returns the previous value if all is equal', () => {
    const previous = { list: [1, { a: null }], nan: NaN, text: 'x' };
    expect(shareStructure(previous, copyOf(previous))).toBe(previous);
    expect(shareStructure([], [])).toEqual([]);
  });

  it('keeps the parts that are equal, and copies nothing else', () => {
    const previous = { a: { x: 1 }, b: { y: [1, 2] }, list: [{ id: 1 }, { id: 2 }] };
    const next = { a: { x: 1 }, b: { y: [1, 3] }, list: [{ id: 1 }, { id: 3 }] };
    const shared = shareStructure(previous, next);
    expect(shared).toEqual(next);
    expect(shared.a).toBe(previous.a);
    expect(shared.list[0]).toBe(previous.list[0]);
    expect(shared.b).toBe(next.b);
    expect(shared.list[1]).toBe(next.list[1]);
  });

  it('returns the next value if nothing is equal', () => {
    const next = { a: [1] };
    expect(shareStructure({ b: [2] }, next)).toBe(next);
    expect(shareStructure(undefined, next)).toBe(next);
    expect(shareStructure([], next)).toBe(next);
    expect(shareStructure({ a: [1] }, null)).toBeNull();
    expect(shareStructure({}, 5)).toBe(5);
  });

  it('distinguishes absent from undefined, zero from minus zero, and a list from a longer one', () => {
    for (const [previous, next] of [
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: 1, b: undefined }, { a: 1 }],
      [
        { a: 1, b: undefined },
        { a: 1, c: undefined },
      ],
      [{ a: 0 }, { a: -0 }],
      [[1], [1, 2]],
      [[1, 2], [1]],
      [[], {}],
    ]) {
      expect(shareStructure(previous, next)).toBe(next);
    }
  });

  it('identifies the parts of a list by their index', () => {
    const previous = [{ id: 1 }, { id: 2 }];
    const shared = shareStructure(previous, [{ id: 2 }, { id: 2 }]);
    expect(shared).toEqual([{ id: 2 }, { id: 2 }]);
    expect(shared[1]).toBe(previous[1]);
  });

  it('compares instances by reference only', () => {
    const at = new Date(0);
    const previous = { at };
    expect(shareStructure(previous, { at })).toBe(previous);
    const next = { at: new Date(0) };
    expect(shareStructure(previous, next)).toBe(next);
  });

  it('changes neither value, frozen or not', () => {
    const previous = Object.freeze({ a: Object.freeze({ x: 1 }), b: 1 });
    const next = Object.freeze({ a: Object.freeze({ x: 1 }), b: 2 });
    const shared = shareStructure<{ a: object; b: number }>(previous, next);
    expect(shared.a).toBe(previous.a);
    expect(next.a).not.toBe(previous.a);
    expect(shared).not.toBe(next);
  });

  it('handles any depth, and treats very deep parts as different', () => {
    const nest = () => {
      let value: object = {};
      for (let i = 0; i < 100_000; i++) value = { value };
      return value;
    };
    const next = nest();
    expect(shareStructure(nest(), next)).toBe(next);
  });

  it('keeps the parts of wide structures of any width', () => {
    const wide = () => ({
      lists: Array.from({ length: 1_000 }, (_, i) => [[i]]),
      objects: Array.from({ length: 1_000 }, (_, i) => ({ at: { i } })),
    });
    const previous = wide();
    expect(shareStructure(previous, wide())).toBe(previous);
  });

  it('ends if objects contain each other', () => {
    const knot = () => {
      const parts: unknown[][] = Array.from({ length: 12 }, () => []);
      for (const part of parts) part.push(...parts);
      return parts;
    };
    const next = knot();
    expect(shareStructure(knot(), next)).toBe(next);
  });

  it('returns a value equal to the next one, and shares every equal part', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(json, json, (previous, next) => {
        expect(shareStructure(previous, next)).toEqual(next);
        expect(shareStructure(previous, copyOf(previous))).toEqual(previous);
        const both = shareStructure(
          { kept: previous, other: 1 },
          { kept: copyOf(previous), other: 2 },
        );
        expect(both.kept).toBe(previous);
      }),
      { numRuns: 300 },
    );
  });
});
