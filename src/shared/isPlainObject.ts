import { bodyTag } from './tagOf.ts';

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

/**
 * Whether a body is sent as JSON: plain objects, arrays, instances of ordinary classes, and
 * primitives except text, also `undefined`. Async iterables are streams.
 */
export function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body !== 'string';
  // Plain objects may have a tag of their own.
  const isObject = bodyTag(body) === 'Object' || Array.isArray(body) || isPlainObject(body);
  return isObject && !(Symbol.asyncIterator in body);
}
