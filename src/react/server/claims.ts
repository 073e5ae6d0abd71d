/** The server store whose parts a store takes. */
const taken = new WeakMap<object, string>();
/** How many stores take the parts of a server store. */
const counts = new Map<string, number>();

/**
 * The server store whose parts a store takes: one that no other store has taken, and from then on
 * the same one. If all are taken, the one that the fewest stores take: an app may make its store
 * again. `origins`: the server stores of the parts, in document order.
 */
export function claim(store: object, origins: readonly string[]): string | undefined {
  const own = taken.get(store);
  // Another page may be shown in the same document.
  if (own !== undefined && origins.includes(own)) return own;
  const countOf = (origin: string): number => counts.get(origin) ?? 0;
  const [first] = [...origins].sort((a, b) => countOf(a) - countOf(b));
  if (first !== undefined) {
    taken.set(store, first);
    counts.set(first, countOf(first) + 1);
  }
  return first;
}
