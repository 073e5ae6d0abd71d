/** The empty list that {@link appended} starts from. It is never pushed to. */
export const NO_ITEMS: never[] = [];

/**
 * Appends in place, or makes a list of one item: V8 reserves space for 17 when it pushes to an
 * empty array.
 */
export function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
