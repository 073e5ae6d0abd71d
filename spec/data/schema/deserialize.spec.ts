import { deserialize } from '../../../src/data/schema/resolveSchema.ts';

describe('deserialize', () => {
  it('returns the result of the function for the stored value', () => {
    expect(deserialize(Number, '5')).toBe(5);
    expect(deserialize((text: string) => `${text}!`, 'a')).toBe('a!');
  });

  it('makes a date of the stored value with Date, not the current time', () => {
    expect(deserialize(Date, '2020-01-02T03:04:05.000Z')).toEqual(new Date(1577934245000));
    expect(deserialize(Date, 0)).toEqual(new Date(0));
  });
});
