import { usablePk } from '../../../../src/data/schema/entity/usablePk.ts';

describe('usablePk', () => {
  it.each([
    ['a', 'a'],
    ['0', '0'],
    [' ', ' '],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [10n ** 20n, '100000000000000000000'],
    ['__proto__', '__proto__'],
  ])('returns %p as the text %p', (pk, text) => {
    expect(usablePk(pk)).toBe(text);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [NaN],
    [Infinity],
    [-Infinity],
    [true],
    [false],
    [{}],
    [[]],
    [['1']],
    [Symbol('pk')],
    [() => '1'],
    [new Date(0)],
  ])('returns undefined for %p', (pk) => {
    expect(usablePk(pk)).toBeUndefined();
  });

  it.each(['undefined', 'null', 'NaN', '[object Object]'])(
    'rejects %p from the pk() of an entity',
    (text) => {
      expect(usablePk(text, { id: undefined, name: 'Ann' })).toBeUndefined();
    },
  );

  it('accepts the text of a missing value if a member of the entity has it', () => {
    expect(usablePk('null', { id: 'null' })).toBe('null');
  });

  it('accepts the text of a missing value that no pk() made', () => {
    expect(usablePk('undefined')).toBe('undefined');
  });
});
