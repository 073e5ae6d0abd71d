import type { ChangeSet } from './ChangeSet.ts';
import { isOnlyMove } from './isOnlyMove.ts';

/** The current rows of one input. */
export class InputRows<K, V> {
  #rows = new Map<K, V>();

  has(key: K): boolean {
    return this.#rows.has(key);
  }

  get(key: K): V | undefined {
    return this.#rows.get(key);
  }

  keys(): IterableIterator<K> {
    return this.#rows.keys();
  }

  /** Applies a set, and calls `touched` for each key that may have changed. */
  apply(set: ChangeSet<K, V>, touched: (key: K) => void): void {
    const before = this.#rows;
    if (set.reset) this.#rows = new Map();
    for (const change of set.changes) {
      if (change.type === 'remove') this.#rows.delete(change.key);
      else this.#rows.set(change.key, change.value);
    }
    if (set.reset) for (const key of before.keys()) touched(key);
    for (const change of set.changes) if (!isOnlyMove(change)) touched(change.key);
  }
}
