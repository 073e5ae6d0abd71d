/** Orders keys of any type: strings and numbers by value, others by when they were first seen. */
export class KeyOrder<K> {
  readonly #firstSeen = new Map<K, number>();

  /** Below 0 if `a` comes first; 0 only for the same key. */
  readonly compare = (a: K, b: K): number => {
    if (a === b) return 0;
    // Two keys of one type that has a natural order; NaN has none.
    if (typeof a === typeof b && isNatural(a) && isNatural(b)) return a < b ? -1 : 1;
    const byNatural = Number(isNatural(b)) - Number(isNatural(a));
    if (byNatural !== 0) return byNatural;
    if (isNatural(a)) return typeof a < typeof b ? -1 : 1;
    return this.#seenAt(a) - this.#seenAt(b);
  };

  #seenAt(key: K): number {
    let number = this.#firstSeen.get(key);
    if (number === undefined) this.#firstSeen.set(key, (number = this.#firstSeen.size));
    return number;
  }
}

function isNatural(key: unknown): boolean {
  const type = typeof key;
  return type === 'string' || type === 'bigint' || (type === 'number' && key === key);
}
