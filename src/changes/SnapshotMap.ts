import { PersistentMap } from '../table/PersistentMap.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { isOnlyMove } from './isOnlyMove.ts';

/** Holds any key and any value, also `undefined`. */
interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

type Entries<K, V> = PersistentMap<Entry<K, V>>;

/** An immutable map. The map after a set shares the untouched entries. */
export class SnapshotMap<K, V> implements ReadonlyMap<K, V> {
  readonly #entries: Entries<K, V>;

  private constructor(entries: Entries<K, V>) {
    this.#entries = entries;
  }

  /** A map without entries. */
  static empty<K, V>(): SnapshotMap<K, V> {
    return new SnapshotMap<K, V>(PersistentMap.empty());
  }

  /** The map after a set; this map if nothing changed. */
  after(set: ChangeSet<K, V>): SnapshotMap<K, V> {
    const draft = (set.reset ? PersistentMap.empty<Entry<K, V>>() : this.#entries).draft();
    for (const change of set.changes) {
      const name = nameOf(change.key);
      if (change.type === 'remove') draft.delete(name);
      else if (!isOnlyMove(change)) draft.set(name, { key: change.key, value: change.value });
    }
    const entries = draft.commit();
    return entries === this.#entries ? this : new SnapshotMap(entries);
  }

  /** Whether the other map has the same entries. */
  equals(other: SnapshotMap<K, V>): boolean {
    if (this.size !== other.size) return false;
    for (const [key, value] of this) {
      if (!other.has(key) || !Object.is(other.get(key), value)) return false;
    }
    return true;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(nameOf(key))?.value;
  }

  has(key: K): boolean {
    return this.#entries.has(nameOf(key));
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void, thisArg?: unknown): void {
    for (const [key, value] of this) visit.call(thisArg, value, key, this);
  }

  *entries(): Generator<[K, V], undefined> {
    for (const [, { key, value }] of this.#entries.entries()) yield [key, value];
  }

  *keys(): Generator<K, undefined> {
    for (const [, { key }] of this.#entries.entries()) yield key;
  }

  *values(): Generator<V, undefined> {
    for (const [, { value }] of this.#entries.entries()) yield value;
  }

  [Symbol.iterator](): Generator<[K, V], undefined> {
    return this.entries();
  }
}

const NO_KEY = Symbol('undefined');

/** The cast holds: the map only compares keys, as `Map` does, but takes `undefined` for no key. */
function nameOf(key: unknown): string {
  return (key === undefined ? NO_KEY : key) as string;
}
