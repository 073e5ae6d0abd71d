import * as fc from 'fast-check';
import { shareStructure } from '../../src/shared/shareStructure.ts';
import { runs } from '../support/runs.ts';

const copyOf = <T>(value: T): T => structuredClone(value);

/** Has what the types of `Temporal` have in common: no members, text and `equals`. */
class PlainDay {
  readonly #day: number;
  constructor(day: number) {
    this.#day = day;
  }
  equals(other: PlainDay): boolean {
    return other.#day === this.#day;
  }
  toString(): string {
    return `day ${this.#day}`;
  }
  valueOf(): never {
    throw new TypeError('Compare with equals.');
  }
}

/** As `Temporal.Duration`: without `equals`. */
class Duration {
  readonly #days: number;
  readonly [Symbol.toStringTag] = 'Temporal.Duration';
  constructor(days: number) {
    this.#days = days;
  }
  toString(): string {
    return `P${this.#days}D`;
  }
}

const equalValues: Readonly<Record<string, (n: number) => unknown>> = {
  dates: (n) => new Date(n),
  maps: (n) => new Map([['a', { list: [n] }]]),
  sets: (n) => new Set([{ n }]),
  bytes: (n) => new Uint8Array([7, n]),
  floats: (n) => new Float32Array([n, NaN]),
  big: (n) => new BigInt64Array([BigInt(n)]),
  buffers: (n) => Uint8Array.of(n).buffer,
  views: (n) => new DataView(Uint8Array.of(n).buffer),
  URLs: (n) => new URL(`http://api.test/${n}`),
  'search parameters': (n) => new URLSearchParams({ n: String(n) }),
  expressions: (n) => new RegExp(String(n), 'g'),
  'boxed numbers': (n) => Object(n),
  'boxed texts': (n) => Object(String(n)),
  'boxed booleans': (n) => Object(n === 1),
  'boxed bigints': (n) => Object(BigInt(n)),
  days: (n) => new PlainDay(n),
  durations: (n) => new Duration(n),
};

const wraps: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => [value],
  (value) => ({ list: [{ value }] }),
  (value) => new Map([['a', value]]),
  (value) => new Set([[value]]),
];

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

  it('compares other instances by reference', () => {
    class Point {
      constructor(readonly x: number) {}
    }
    const at = new Point(1);
    const previous = { at };
    expect(shareStructure(previous, { at })).toBe(previous);
    const next = { at: new Point(1) };
    expect(shareStructure(previous, next)).toBe(next);
  });

  describe.each(Object.entries(equalValues))('of %s', (_name, make) => {
    it('keeps an equal value, alone and in lists, objects, maps and sets', () => {
      for (const wrap of wraps) {
        const previous = wrap(make(1));
        expect(shareStructure(previous, wrap(make(1)))).toBe(previous);
      }
    });

    it('takes a different value, and one that was empty', () => {
      for (const wrap of wraps) {
        const next = wrap(make(2));
        expect(shareStructure(wrap(make(1)), next)).toBe(next);
        expect(shareStructure(wrap(null), next)).toBe(next);
        expect(shareStructure(wrap({}), next)).toBe(next);
      }
    });
  });

  it.each<[string, unknown, unknown]>([
    ['milliseconds of dates', new Date(1), new Date(2)],
    ['a date and an invalid one', new Date(1), new Date(NaN)],
    [
      'the order of maps',
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
    ],
    ['the order of sets', new Set([1, 2]), new Set([2, 1])],
    ['a longer set', new Set([1]), new Set([1, 2])],
    ['a map and a set of pairs', new Map([['a', 1]]), new Set([['a', 1]])],
    ['flags of expressions', /a/g, /a/i],
    ['where an expression goes on', Object.assign(/a/g, { lastIndex: 1 }), /a/g],
    ['the type of bytes', new Uint8Array([1]), new Int8Array([1])],
    ['the number of bytes', new Uint8Array([1]), new Uint8Array([1, 0])],
    ['zero and minus zero in bytes', new Float64Array([0]), new Float64Array([-0])],
    [
      'a part of a buffer',
      new Uint8Array([1, 2]).subarray(0, 1),
      new Uint8Array([1, 2]).subarray(1),
    ],
    ['boxed values of two types', Object(1), Object('1')],
    ['a class and a class that extends it', new Date(1), new (class extends Date {})(1)],
  ])('distinguishes %s', (_name, previous, next) => {
    expect(shareStructure(previous, next)).toBe(next);
    expect(shareStructure(next, previous)).toBe(previous);
  });

  it('keeps equal invalid dates', () => {
    const previous = new Date(NaN);
    expect(shareStructure(previous, new Date(NaN))).toBe(previous);
  });

  it('takes a value with another member of its own', () => {
    const next = Object.assign(new Date(1), { zone: 'UTC' });
    expect(shareStructure(Object.assign(new Date(1), { zone: 'CET' }), next)).toBe(next);
    expect(shareStructure(new Date(1), next)).toBe(next);
  });

  it('trusts no `equals` that compares ids only', () => {
    class Member {
      constructor(
        readonly id: number,
        readonly name: string,
      ) {}
      equals(other: Member): boolean {
        return this.id === other.id;
      }
    }
    const next = new Member(1, 'Bea');
    expect(shareStructure(new Member(1, 'Ann'), next)).toBe(next);
  });

  it('takes the next value if a comparison throws', () => {
    const bytes = new Uint8Array([1, 2]);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    const next = new Uint8Array([1, 2]);
    expect(shareStructure(bytes, next)).toBe(next);
    class Broken {
      equals(): boolean {
        throw new Error('broken');
      }
    }
    const broken = new Broken();
    expect(shareStructure(new Broken(), broken)).toBe(broken);
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
      const parts: unknown[][] = Array.from({ length: 9 }, () => []);
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
      { numRuns: runs(300) },
    );
  });
});
