import type { Change } from './ChangeSet.ts';

/**
 * The rows that were sent, and how they changed since. Between two `take`s, call `show` or `hide`
 * at most once per key.
 */
export class ShownRows<K, V> {
  readonly #rows = new Map<K, V>();
  #changes: Change<K, V>[] = [];

  /** The keys that were sent. */
  keys(): IterableIterator<K> {
    return this.#rows.keys();
  }

  /** Adds or updates a row. */
  show(key: K, value: V): void {
    // The cast holds if the key is present.
    const previous = this.#rows.get(key) as V;
    if (previous === undefined && !this.#rows.has(key)) {
      this.#changes.push({ type: 'add', key, value });
    } else if (Object.is(previous, value)) {
      return;
    } else {
      this.#changes.push({ type: 'update', key, value, previous });
    }
    this.#rows.set(key, value);
  }

  /** Removes a row. */
  hide(key: K): void {
    if (!this.#rows.has(key)) return;
    const previous = this.#rows.get(key) as V;
    this.#rows.delete(key);
    this.#changes.push({ type: 'remove', key, previous });
  }

  /** The changes since the last call. */
  take(): readonly Change<K, V>[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}
