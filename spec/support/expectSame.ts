import { isDeepStrictEqual } from 'node:util';

/**
 * Like `expect(actual).toStrictEqual(expected)`, for loops with thousands of comparisons. Each call
 * of `expect` makes an error with its stack, even if both are equal, which takes most of the time
 * of such a spec.
 */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}
