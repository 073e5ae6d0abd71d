/** Which rows refer to which key of the other side. */
export class Dependents<K, T> {
  readonly #targets = new Map<K, T>();
  readonly #dependents = new Map<T, Set<K>>();

  /** The rows that depend on the key, in the order in which they were linked. */
  of(target: T): Iterable<K> {
    return this.#dependents.get(target) ?? NO_ROWS;
  }

  /** The key that the row depends on; `undefined` if there is none. */
  targetOf(key: K): T | undefined {
    return this.#targets.get(key);
  }

  /**
   * Makes the row depend on this key only; on none with `undefined` or `null`. A row that depends
   * on the key already keeps its position.
   */
  link(key: K, target: T | null | undefined): void {
    const before = this.#targets.get(key);
    if (before === target) return;
    if (before !== undefined) {
      const others = this.#dependents.get(before)!;
      others.delete(key);
      if (others.size === 0) this.#dependents.delete(before);
      this.#targets.delete(key);
    }
    if (target == null) return;
    this.#targets.set(key, target);
    const others = this.#dependents.get(target);
    if (others) others.add(key);
    else this.#dependents.set(target, new Set([key]));
  }
}

const NO_ROWS: readonly never[] = [];
