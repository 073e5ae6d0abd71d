import { Entity } from 'streambed';

/** Names with a meaning on plain objects. */
export const specialNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
] as const;

/**
 * The value of `JSON.parse('{ …, "__proto__": { "isAdmin": true } }')`: an own member of that name.
 */
export function withOwnProto<T extends object>(members: T): T {
  const hostile = JSON.parse('{ "__proto__": { "isAdmin": true } }') as object;
  return Object.defineProperties(hostile, Object.getOwnPropertyDescriptors(members)) as T;
}

/** Nested arrays of the given depth. */
export function deepArray(levels: number): unknown {
  let deep: unknown = 'end';
  for (let level = 0; level < levels; level++) deep = [deep];
  return deep;
}

/** Nested objects under the member `inner`, each with an id. */
export function deepObject(levels: number): { id: number; inner?: unknown } {
  let deep: { id: number; inner?: unknown } = { id: levels };
  for (let id = levels - 1; id > 0; id--) deep = { id, inner: deep };
  return deep;
}

/** Whether every prototype in a value belongs to the program, and no object inherits `isAdmin`. */
export function isUnspoilt(value: unknown): boolean {
  const found: unknown[] = [value];
  const seen = new Set<object>();
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    // Entities may contain each other.
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const prototype: unknown = Object.getPrototypeOf(next);
    const isOurs =
      prototype === null ||
      prototype === Object.prototype ||
      prototype === Array.prototype ||
      next instanceof Entity;
    if (!isOurs || ('isAdmin' in next && !Object.hasOwn(next, 'isAdmin'))) return false;
    found.push(...Object.values(next).slice(0, 1_000));
  }
  return true;
}

const builtIn = [Object.prototype, Array.prototype, Function.prototype].map(
  (prototype) => [prototype, Reflect.ownKeys(prototype)] as const,
);

/** Members added to built-in prototypes since the program began. */
export function pollution(): PropertyKey[] {
  return builtIn.flatMap(([prototype, known]) =>
    Reflect.ownKeys(prototype).filter((name) => !known.includes(name)),
  );
}
