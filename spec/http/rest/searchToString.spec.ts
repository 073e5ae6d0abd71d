import * as fc from 'fast-check';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { codeOf } from '../../data/endpoint/codeOf.ts';

const encodeSearch = (params: Record<string, unknown>, name: string) =>
  new RestEndpoint({ path: '/', name }).searchToString(params);

const pairs = (params: Record<string, unknown>) => [
  ...new URLSearchParams(encodeSearch(params, 'e')),
];

describe('searchToString', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    ['nothing', {}, []],
    [
      'sorted names',
      { b: 1, a: 2, A: 3 },
      [
        ['A', '3'],
        ['a', '2'],
        ['b', '1'],
      ],
    ],
    ['no undefined', { a: undefined, b: [undefined, 1] }, [['b', '1']]],
    ['null as empty text', { a: null }, [['a', '']]],
    [
      'numbers, bigints, booleans',
      { a: -0, b: 5n, c: false },
      [
        ['a', '0'],
        ['b', '5'],
        ['c', 'false'],
      ],
    ],
    ['dates as ISO 8601', { at: new Date(0) }, [['at', '1970-01-01T00:00:00.000Z']]],
    [
      'arrays by repetition',
      { ids: [2, 1] },
      [
        ['ids', '2'],
        ['ids', '1'],
      ],
    ],
    ['empty arrays and objects not at all', { a: [], b: {} }, []],
    [
      'objects in brackets',
      { f: { b: { c: 1 }, a: 2 } },
      [
        ['f[a]', '2'],
        ['f[b][c]', '1'],
      ],
    ],
    [
      'arrays in objects',
      { f: { a: [1, 2] } },
      [
        ['f[a]', '1'],
        ['f[a]', '2'],
      ],
    ],
    [
      'objects in arrays by number',
      { a: [{ x: 1 }, 2, [3]] },
      [
        ['a[0][x]', '1'],
        ['a', '2'],
        ['a[2]', '3'],
      ],
    ],
    ['special characters', { 'a&b=c d': 'é&=+ #' }, [['a&b=c d', 'é&=+ #']]],
    ['special names', JSON.parse('{"__proto__": 1}'), [['__proto__', '1']]],
  ])('writes %s', (_, params, expected) => {
    expect(pairs(params)).toEqual(expected);
  });

  it('decodes to the given values, whatever the text', () => {
    const members = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(members, (params) => {
        const expected = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
        expect(pairs(params)).toEqual(expected);
      }),
    );
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  it.each<[string, unknown]>([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['functions', () => 1],
    ['symbols', Symbol('s')],
    ['maps', new Map()],
    ['instances of classes', Object.create({ inherited: 1 })],
    ['invalid dates', new Date(NaN)],
    ['half surrogate pairs', '\ud800'],
    ['cycles', cyclic],
  ])('refuses %s, naming endpoint and parameter', (_, value) => {
    expect(codeOf(() => encodeSearch({ deep: [{ value }] }, 'getUsers'))).toBe(
      'SB_KEY_UNSUPPORTED',
    );
    expect(() => encodeSearch({ deep: [{ value }] }, 'getUsers')).toThrow(
      'Endpoint "getUsers": search parameter "deep[0][value]',
    );
  });
});
