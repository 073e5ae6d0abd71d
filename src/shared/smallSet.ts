/** From this size on, a Set is faster than a search through an array. */
const MANY = 32;

/**
 * A set that is nearly always empty or small: one item takes no extra memory, a few items take an
 * array. Items must be neither arrays nor Sets.
 */
export type SmallSet<T extends object> = T | T[] | Set<T> | undefined;

/** The set with one more item. */
export function add<T extends object>(all: SmallSet<T>, item: T): SmallSet<T> {
  if (all === undefined || all === item) return item;
  if (all instanceof Set) {
    all.add(item);
  } else if (!Array.isArray(all)) {
    return [all, item];
  } else if (!all.includes(item)) {
    if (all.length >= MANY) return new Set(all).add(item);
    all.push(item);
  }
  return all;
}

/** The set without the item. */
export function remove<T extends object>(all: SmallSet<T>, item: T): SmallSet<T> {
  if (all instanceof Set) {
    all.delete(item);
    return all.size <= MANY / 2 ? [...all] : all;
  }
  if (!Array.isArray(all)) return all === item ? undefined : all;
  const index = all.indexOf(item);
  if (index >= 0) all.splice(index, 1);
  return all.length > 1 ? all : all[0];
}

/** Whether the item is in the set. */
export function isOneOf<T extends object>(all: SmallSet<T>, item: T): boolean {
  if (all instanceof Set) return all.has(item);
  return Array.isArray(all) ? all.includes(item) : all === item;
}

/** How many items there are. */
export function countOf(all: SmallSet<object>): number {
  if (all === undefined) return 0;
  if (all instanceof Set) return all.size;
  return Array.isArray(all) ? all.length : 1;
}

/** Calls `visit` for each item. The set must not change during the call; see {@link listOf}. */
export function forEachOf<T extends object>(all: SmallSet<T>, visit: (item: T) => void): void {
  if (all instanceof Set || Array.isArray(all)) all.forEach(visit);
  else if (all !== undefined) visit(all);
}

/** A copy of the items. */
export function listOf<T extends object>(all: SmallSet<T>): T[] {
  if (all === undefined) return [];
  return all instanceof Set || Array.isArray(all) ? [...all] : [all];
}
