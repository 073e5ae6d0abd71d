import { usablePk } from '../../src/schema/usablePk.ts';

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
  ])('gives %p as the text %p', (pk, text) => {
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
  ])('gives undefined for %p', (pk) => {
    expect(usablePk(pk)).toBeUndefined();
  });

  it.each(['undefined', 'null', 'NaN', '[object Object]'])(
    'takes %p for the text of nothing where pk() made it of an entity',
    (text) => {
      expect(usablePk(text, { id: undefined, name: 'Ann' })).toBeUndefined();
    },
  );

  it('takes the text of nothing for an id where a member of the entity holds that very text', () => {
    expect(usablePk('null', { id: 'null' })).toBe('null');
  });

  it('takes the text of nothing for an id where it was not made of an entity', () => {
    expect(usablePk('undefined')).toBe('undefined');
  });
});
