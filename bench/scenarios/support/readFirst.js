/** The list, for somebody who did not show it before. */
export function readFirst(store) {
  return store.readFirst ? store.readFirst() : store.readList();
}
