/** Whether a `Map` treats two values as the same key: NaN equals NaN, and 0 equals -0. */
export function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || Object.is(a, b);
}
