import { isPlainObject } from '../isPlainObject.ts';
import { tagOf } from '../tagOf.ts';

/** Deeper values overflow the stack of some browsers. */
const MAX_DEPTH = 500;

/** Whether a copy, as `structuredClone` makes it, has the same classes. URLs have no copy. */
export function isCopyable(value: unknown, depth = 0): boolean {
  const tag = tagOf(value);
  if (typeof value !== 'object' || value === null || tag === 'Date') {
    return !/Function|Symbol/.test(tag);
  }
  const isList = /^(Array|Map|Set)$/.test(tag);
  if (depth > MAX_DEPTH || !(isList || isPlainObject(value))) return false;
  // The cast holds: lists have an iterator.
  const members = isList ? [...(value as Iterable<unknown>)] : Object.values(value);
  return members.every((member) => isCopyable(member, depth + 1));
}
