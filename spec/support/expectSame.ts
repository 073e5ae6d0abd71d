import { isDeepStrictEqual } from 'node:util';

/**
 * As `expect(actual).toStrictEqual(expected)`, for loops that compare thousands of times: each call of `expect` makes an error with its stack,
 * also where both are the same, and that is most of the time of such a spec.
 */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}
