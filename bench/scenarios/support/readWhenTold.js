/** The list, after those who watch were told what was written: at once, or when a promise says so. */
export function readWhenTold(store) {
  return store.flush ? store.flush().then(() => store.readList()) : store.readList();
}
