import { isData } from './isPlainObject.ts';
import { redefine } from './redefine.ts';
import { tagOf } from './tagOf.ts';

/** Deeper parts are not copied, so that the stack is never full. */
const MAX_DEPTH = 200;

/**
 * Copies of arguments, so that a key, its requests and its predictions keep the values of the call
 * when the caller changes an object later. Plain objects, arrays, dates and `URLSearchParams` are
 * copied; instances of other classes, such as `FormData`, stay the caller's.
 */
export function copyArgs(args: readonly unknown[]): readonly unknown[] {
  let copies: Map<unknown, unknown> | undefined;
  const copy = (value: unknown, depth = 0): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies?.get(value);
    if (known) return known;
    const tag = tagOf(value);
    if (tag === 'Date') return new Date(Number(value));
    if (tag === 'URLSearchParams') return new URLSearchParams(value as URLSearchParams);
    if (!isData(value) || depth > MAX_DEPTH) return value;
    const made: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
    (copies ??= new Map()).set(value, made);
    for (const name of Object.keys(value))
      redefine(made, name, copy(value[name as never], depth + 1));
    return made;
  };
  return args.map((arg) => copy(arg));
}
