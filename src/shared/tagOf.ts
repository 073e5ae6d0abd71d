/**
 * The kind of an object, as the platform names it: `Date`, `FormData`, `Object` … Unlike
 * `instanceof`, it also recognises objects of another realm (iframes, test environments).
 */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** React Native's FormData has no tag of its own, but is the global class. */
export function isForm(value: unknown): value is FormData {
  return typeof FormData === 'function' && value instanceof FormData;
}
