import { isPlainObject } from './isPlainObject.ts';
import { redefine } from './redefine.ts';
import { tagOf } from './tagOf.ts';

/** What an endpoint or a look-up is called with. */
export type Args = readonly unknown[];

/** Deeper parts are not copied, so that the stack is never full. */
const MAX_DEPTH = 200;

/**
 * Copies of arguments, so that a key, its requests and its predictions keep the values of the call
 * when the caller changes an object later. Plain objects, arrays, dates and `URLSearchParams` are
 * copied; instances of other classes, such as `FormData`, stay the caller's.
 */
export function copyArgs<T extends object>(
  value: T,
  depth?: number,
  known?: Map<object, object>,
): T;
export function copyArgs(value: object, depth = 0, known?: Map<object, object>): object {
  const copy = known?.get(value);
  if (copy) return copy;
  const isArray = Array.isArray(value);
  const tag = isArray ? '' : tagOf(value);
  if (tag === 'Date') return new Date(Number(value));
  if (tag === 'URLSearchParams') return new URLSearchParams(value as URLSearchParams);
  if (depth > MAX_DEPTH || !(isArray || isPlainObject(value))) return value;
  // The copy of an array has no spare elements.
  const made = isArray ? (value as unknown[]).slice() : { ...value };
  let copies = known?.set(value, made);
  for (const name of Object.keys(value)) {
    const part: unknown = value[name as never];
    if (typeof part !== 'object' || part === null) continue;
    redefine(made, name, copyArgs(part, depth + 1, (copies ??= new Map())));
  }
  return made;
}
