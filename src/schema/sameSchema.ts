import type { SchemaMethods } from './Schema.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';

/** Shorthands that nest deeper than this, or contain themselves, count as different. */
const MAX_DEPTH = 20;

/**
 * Whether two schemas read the same: they are one object, shorthands with equal parts, or
 * `readsSame` says so.
 */
export function sameSchema(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => sameSchema(part, b[i], depth + 1));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) {
    const isObject = typeof a === 'object' && a !== null;
    return isObject && ((a as Partial<SchemaMethods>).readsSame?.(b) ?? false);
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameSchema(a[name], b[name], depth + 1))
  );
}
