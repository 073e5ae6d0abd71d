/** A list without items that {@link appended} starts from: it is never pushed to. */
export const NO_ITEMS: never[] = [];

/** The list with one more item, the same array where it had any. An empty array that is pushed to makes room for 17. */
export function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
