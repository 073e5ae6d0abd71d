import { All } from '../schema/All.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';

/** Whether two schemas read the same: the same object, shorthands with the same parts, or All of the same entity. */
export function sameSchema(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => sameSchema(part, b[i]));
  }
  if (a instanceof All && b instanceof All) {
    return !a.isPolymorphic && !b.isPolymorphic && a.schema === b.schema;
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameSchema(a[name], b[name]))
  );
}
