import { isPlainObject } from './isPlainObject.ts';

/**
 * Freezes plain objects and arrays with everything in them; skips frozen ones. Iterative, because
 * data can be deeper than the stack.
 */
export function deepFreeze<T>(value: T): T {
  const found: unknown[] = [value];
  while (found.length > 0) {
    const next = found.pop();
    if (!Array.isArray(next) && !isPlainObject(next)) continue;
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) found.push(member);
  }
  return value;
}
