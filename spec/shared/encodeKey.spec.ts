import * as fc from 'fast-check';
import { encodeKey } from '../../src/shared/encodeKey.ts';
import { StreambedError } from '../../src/shared/StreambedError.ts';
import { runs } from '../support/runs.ts';

/**
 * The meaning of a key, written in another way than the code: nested arrays of pairs, compared as
 * JSON.
 */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? ['text', String(value)] : ['number', String(value)];
  }
  if (typeof value === 'string') return ['text', value];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (value === undefined || value === null || typeof value === 'boolean') return [String(value)];
  if (value instanceof Date) return ['date', value.getTime()];
  if (value instanceof URLSearchParams) return ['search', [...value]];
  if (Array.isArray(value)) return ['list', Array.from(value, canonical)];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return ['object', members.map(([name, member]) => [name, canonical(member)])];
}

const sameText = (a: unknown, b: unknown) =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(undefined, null, true, false, 'true', 'null', 'undefined', '', '1', 1, -0, 0),
    fc.constantFrom('NaN', NaN, Infinity, -Infinity, '[]', '{}', '"', '\ud800', '1n', 1n, '@'),
    fc.integer({ min: -2, max: 2 }),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.bigInt({ min: -2n, max: 2n }),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(3) }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')), { maxLength: 2 })
      .map((pairs) => new URLSearchParams(pairs)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__', 'constructor', ''), tie('value'), {
      maxKeys: 3,
      noNullPrototype: false,
    }),
  ),
}));

const codeOf = (make: () => unknown): string | undefined => {
  try {
    make();
    return undefined;
  } catch (error) {
    return StreambedError.is(error) ? error.code : String(error);
  }
};

const holed: unknown[] = [];
holed[1] = 1;

describe('encodeKey', () => {
  it('returns equal texts exactly for equal arguments', () => {
    const seen = { equal: 0, different: 0 };
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const isSame = sameText(a, b);
        seen[isSame ? 'equal' : 'different']++;
        expect(encodeKey(a) === encodeKey(b)).toBe(isSame);
      }),
      { numRuns: runs(5_000) },
    );
    expect(seen.equal).toBeGreaterThan(0);
    expect(seen.different).toBeGreaterThan(runs(50));
  });

  it('returns the same text for any order of members', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), anyValue), { selector: ([name]) => name });
    const shuffled = members.chain((pairs) =>
      fc.shuffledSubarray(pairs, { minLength: pairs.length }).map((other) => [pairs, other]),
    );
    fc.assert(
      fc.property(shuffled, ([pairs, other]) => {
        expect(encodeKey(Object.fromEntries(pairs))).toBe(encodeKey(Object.fromEntries(other)));
      }),
    );
  });

  it.each([
    [1, '1'],
    [-0, 0],
    [{ a: 1, b: undefined }, { a: '1' }],
    [{ a: { b: 2, a: 1 } }, { a: { a: 1, b: 2 } }],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      JSON.parse('{"__proto__": 1, "constructor": 2}'),
      JSON.parse('{"constructor": 2, "__proto__": 1}'),
    ],
    [holed, [undefined, 1]],
  ])('treats %j and %j as equal', (a, b) => {
    expect(encodeKey(a)).toBe(encodeKey(b));
  });

  it.each([
    [true, 'true'],
    [null, 'null'],
    [null, undefined],
    [NaN, 'NaN'],
    [NaN, Infinity],
    [new Date(0), new Date(0).toISOString()],
    [[], {}],
    [['a', 'b'], ['a,b']],
    [['a","b'], ['a', 'b']],
    [[undefined], []],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [JSON.parse('{"__proto__": 1}'), {}],
    ['\ud800', '\ufffd'],
    [new URLSearchParams('a=1&b=2'), new URLSearchParams('b=2&a=1')],
  ])('distinguishes %j from %j', (a, b) => {
    expect(encodeKey(a)).not.toBe(encodeKey(b));
  });

  it('distinguishes bigints from numbers and from text', () => {
    expect(new Set([1n, 1, '1n'].map((value) => encodeKey(value))).size).toBe(3);
  });

  it('encodes the entries of forms', () => {
    const form = new FormData();
    form.append('a', '1');
    form.append('a', '2');
    const other = new FormData();
    other.append('a', '2');
    other.append('a', '1');
    expect(encodeKey(form)).not.toBe(encodeKey(other));
    expect(encodeKey(form)).not.toBe(encodeKey(new URLSearchParams('a=1&a=2')));
  });

  const withFile = new FormData();
  withFile.append('file', new Blob(['x']));
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  class Point {
    x = 1;
  }

  it.each<[string, unknown, string]>([
    ['a function', () => 1, 'args.deep[1].value is a function'],
    ['a symbol', Symbol('s'), 'args.deep[1].value is a symbol'],
    ['a map', new Map(), 'args.deep[1].value is a Map'],
    ['a set', new Set(), 'args.deep[1].value is a Set'],
    ['an instance', new Point(), 'args.deep[1].value is an instance of a class'],
    ['a blob', new Blob([]), 'args.deep[1].value is a Blob'],
    ['a form with a file', withFile, 'args.deep[1].value[0][1] is a File'],
    ['a typed array', new Uint8Array(1), 'args.deep[1].value is a Uint8Array'],
    ['an invalid date', new Date(NaN), 'args.deep[1].value is an invalid date'],
    ['a cycle', cyclic, 'args.deep[1].value.self is an object that contains itself'],
  ])('rejects %s, naming endpoint and path', (_, value, message) => {
    const encode = () => encodeKey({ deep: [0, { value }] }, { name: 'getUser' });
    expect(codeOf(encode)).toBe('SB_KEY_UNSUPPORTED');
    expect(encode).toThrow(`Endpoint "getUser": ${message}`);
  });

  it('names the path of the refused value, not that of a value before it', () => {
    const encode = () => encodeKey([{ a: { b: 1 } }, new Map()]);
    expect(encode).toThrow('args[1] is a Map.');
  });

  it('accepts an object that is at two paths', () => {
    const shared = { a: 1 };
    expect(encodeKey([shared, shared])).toBe(encodeKey([{ a: 1 }, { a: 1 }]));
  });

  it('rejects nesting that is too deep for any call stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep };
    expect(codeOf(() => encodeKey(deep))).toBe('SB_KEY_UNSUPPORTED');
  });
});
