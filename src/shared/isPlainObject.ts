/**
 * True for object literals and `JSON.parse` results: the prototype is `Object.prototype` (of any
 * realm) or null.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null &&
      Object.hasOwn(prototype as object, 'isPrototypeOf'))
  );
}

/** Lists and objects, and no instances of other classes. */
export function isData(value: unknown): value is Record<string, unknown> | readonly unknown[] {
  return Array.isArray(value) || isPlainObject(value);
}
