import type { Change } from './ChangeSet.ts';

/** What was sent of each key, and what has become of it since. Of a key at most one of `show` and `hide` between two `take`s. */
export class ShownRows<K, V> {
  readonly #rows = new Map<K, V>();
  #changes: Change<K, V>[] = [];

  /** The keys that were sent. */
  keys(): IterableIterator<K> {
    return this.#rows.keys();
  }

  /** The key has this value. */
  show(key: K, value: V): void {
    // The cast holds where the key is there.
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

  /** There is no such key. */
  hide(key: K): void {
    if (!this.#rows.has(key)) return;
    const previous = this.#rows.get(key) as V;
    this.#rows.delete(key);
    this.#changes.push({ type: 'remove', key, previous });
  }

  /** What has changed since the last time. */
  take(): readonly Change<K, V>[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}
