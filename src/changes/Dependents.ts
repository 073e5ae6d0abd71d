/** Which rows depend on which key of the other side. */
export class Dependents<K, T> {
  readonly #targets = new Map<K, T>();
  readonly #dependents = new Map<T, Set<K>>();

  /** The rows that depend on the key, in the order in which they came to do so. */
  of(target: T): Iterable<K> {
    return this.#dependents.get(target) ?? NOBODY;
  }

  /** What the row depends on; `undefined` if on nothing. */
  targetOf(key: K): T | undefined {
    return this.#targets.get(key);
  }

  /** The row depends on this key alone; on nothing with `undefined` and `null`. One that depended on it before keeps its place. */
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

const NOBODY: readonly never[] = [];
