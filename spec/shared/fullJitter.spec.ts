import { fullJitter } from '../../src/shared/fullJitter.ts';

it('is a random part of a delay that doubles with each failure, up to the maximum', () => {
  const longest = [1, 2, 3, 4, 5].map((attempt) => fullJitter(attempt, 1_000, 5_000, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(fullJitter(3, 1_000, 5_000, () => 0.25)).toBe(1_000);
  expect(fullJitter(9, 1_000, 5_000, () => 0)).toBe(0);
});

it('stays finite after any number of failures', () => {
  expect(fullJitter(1_000_000, 1_000, Infinity, () => 1)).toBe(1_000 * 2 ** 32);
});
