/** An order of keys of any kind: strings and numbers by value, others by when they were seen first. */
export class KeyOrder<K> {
  readonly #places = new Map<K, number>();

  /** Below 0 if `a` comes first; 0 only for the same key. */
  readonly compare = (a: K, b: K): number => {
    if (a === b) return 0;
    // Each pair of a kind that has a natural order; NaN has none.
    if (typeof a === typeof b && isNatural(a) && isNatural(b)) return a < b ? -1 : 1;
    const byKind = Number(isNatural(b)) - Number(isNatural(a));
    if (byKind !== 0) return byKind;
    if (isNatural(a)) return typeof a < typeof b ? -1 : 1;
    return this.#place(a) - this.#place(b);
  };

  #place(key: K): number {
    let place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, (place = this.#places.size));
    return place;
  }
}

function isNatural(key: unknown): boolean {
  const type = typeof key;
  return type === 'string' || type === 'bigint' || (type === 'number' && key === key);
}
