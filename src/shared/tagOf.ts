/**
 * The type of an object, as the platform names it: `Date`, `FormData`, `Object` … Unlike
 * `instanceof`, it also recognises objects of another realm (iframes, test environments).
 */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** In React Native these classes have the tag `Object`. */
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
