/** Whether a `Map` takes two values for the same key: NaN is itself, and 0 is -0. */
export function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || Object.is(a, b);
}
