/** Node's `assert.equal`, for code that runs in browsers too. */
export function assertEqual(actual, expected, what) {
  if (Object.is(actual, expected)) return;
  throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
