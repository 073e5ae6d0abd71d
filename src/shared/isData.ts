import { isPlainObject } from './isPlainObject.ts';

/** Lists and objects, and no instances of other classes. */
export function isData(value: unknown): value is Record<string, unknown> | readonly unknown[] {
  return Array.isArray(value) || isPlainObject(value);
}
