import { isData } from './isPlainObject.ts';

/** Whether both are arrays or both are plain objects, with identical members. */
export function sameMembers(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
    return true;
  }
  if (Array.isArray(a) || Array.isArray(b) || !isData(a) || !isData(b)) return false;
  const names = Object.keys(b);
  if (Object.keys(a).length !== names.length) return false;
  const [before, after] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  return names.every((name) => Object.hasOwn(before, name) && Object.is(before[name], after[name]));
}
