import { All } from '../schema/All.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';

/** Shorthands that are nested deeper, or in themselves, count as different. */
const MAX_DEPTH = 20;

/** Whether two schemas read the same: the same object, shorthands with the same parts, or All of the same entity. */
export function sameSchema(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => sameSchema(part, b[i], depth + 1));
  }
  if (a instanceof All && b instanceof All) {
    return !a.isPolymorphic && !b.isPolymorphic && a.schema === b.schema;
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameSchema(a[name], b[name], depth + 1))
  );
}
