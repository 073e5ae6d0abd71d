import { isPlainObject } from './isPlainObject.ts';

/** Deeper than this, structures that are not the same object count as different: no stack is at risk. */
const MAX_DEPTH = 200;

/**
 * `next`, with every part that equals the part of `previous` in the same place replaced by that part; `previous`
 * itself when all is equal. Only plain objects and arrays are walked; everything else is compared with `Object.is`.
 */
export function shareStructure<T>(previous: unknown, next: T, depth = 0): T {
  if (Object.is(previous, next)) return next;
  if (typeof previous !== 'object' || typeof next !== 'object' || previous === null || next === null) {
    return next;
  }
  if (depth > MAX_DEPTH) return next;
  if (Array.isArray(next)) {
    // The casts hold: equality is only claimed where both sides have the same shape.
    return Array.isArray(previous) ? (shareArray(previous, next, depth) as T) : next;
  }
  if (!isPlainObject(next) || !isPlainObject(previous)) return next;
  return shareObject(previous, next, depth) as T;
}

function shareArray(previous: readonly unknown[], next: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  let same = previous.length === next.length;
  for (let i = 0; i < next.length; i++) {
    const shared = shareStructure(previous[i], next[i], depth + 1);
    if (shared !== next[i]) (copy ??= next.slice())[i] = shared;
    if (same && !Object.is(shared, previous[i])) same = false;
  }
  return same ? previous : (copy ?? next);
}

function shareObject(
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  depth: number,
): unknown {
  let copy: Record<string, unknown> | undefined;
  const names = Object.keys(next);
  let same = Object.keys(previous).length === names.length;
  for (const name of names) {
    const known = Object.hasOwn(previous, name);
    const shared = known ? shareStructure(previous[name], next[name], depth + 1) : next[name];
    // A spread copies an own `__proto__` as data; an assignment to it would set the prototype.
    if (shared !== next[name] && name !== '__proto__') (copy ??= { ...next })[name] = shared;
    if (same && !(known && Object.is(shared, previous[name]))) same = false;
  }
  return same ? previous : (copy ?? next);
}
