import { isPlainObject } from './isPlainObject.ts';

/**
 * The type of an object, as the platform names it: `Date`, `FormData`, `Object` … Unlike
 * `instanceof`, it also recognises objects of another realm (iframes, test environments).
 */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** React Native's classes have no tags of their own. */
const BODIES = ['FormData', 'Blob', 'URLSearchParams'] as const;

/** As `tagOf`, with the names of the classes of request bodies on every platform. */
export function bodyTag(value: unknown): string {
  const tag = tagOf(value);
  const isOf = (name: keyof typeof globalThis): boolean =>
    (globalThis[name] as { prototype?: object } | undefined)?.prototype?.isPrototypeOf(
      value as object,
    ) === true;
  return (tag === 'Object' && BODIES.find(isOf)) || tag;
}

/**
 * Whether a body is sent as JSON: plain objects, arrays, instances of ordinary classes, and
 * primitives except text.
 */
export function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body !== 'string';
  const isOrdinary = bodyTag(body) === 'Object' && !(Symbol.asyncIterator in body);
  return isOrdinary || Array.isArray(body) || isPlainObject(body);
}
