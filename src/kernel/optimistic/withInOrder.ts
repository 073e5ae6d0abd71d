/** The items, in the order of their `seq`, with another one: mostly it is the last. */
export function withInOrder<T extends { readonly seq: number }>(
  items: readonly T[],
  item: T,
): readonly T[] {
  let at = items.length;
  while (at > 0 && items[at - 1].seq > item.seq) at--;
  return [...items.slice(0, at), item, ...items.slice(at)];
}
