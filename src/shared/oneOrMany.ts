/** A set that is nearly always empty or of one: then it takes no memory of its own. The items are no Sets. */
export type OneOrMany<T extends object> = T | Set<T> | undefined;

/** The set with one more item. */
export function withOne<T extends object>(all: OneOrMany<T>, item: T): OneOrMany<T> {
  if (all === undefined || all === item) return item;
  if (!(all instanceof Set)) return new Set([all, item]);
  all.add(item);
  return all;
}

/** The set without an item. */
export function withoutOne<T extends object>(all: OneOrMany<T>, item: T): OneOrMany<T> {
  if (!(all instanceof Set)) return all === item ? undefined : all;
  all.delete(item);
  return all.size > 0 ? all : undefined;
}

/** Whether the item is in the set. */
export function isOneOf<T extends object>(all: OneOrMany<T>, item: T): boolean {
  return all === item || (all instanceof Set && all.has(item));
}

/** How many items there are. */
export function countOf(all: OneOrMany<object>): number {
  if (all === undefined) return 0;
  return all instanceof Set ? all.size : 1;
}

/** Calls `visit` for each item. */
export function forEachOf<T extends object>(all: OneOrMany<T>, visit: (item: T) => void): void {
  if (all instanceof Set) all.forEach(visit);
  else if (all !== undefined) visit(all);
}
