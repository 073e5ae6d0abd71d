import { PersistentMapDraft } from './PersistentMapDraft.ts';
import { SlotFamily } from './SlotFamily.ts';
import { SlotVector } from './SlotVector.ts';

/**
 * An immutable map from strings to values in insertion order. A change makes another map in O(log
 * n); earlier maps never change. `undefined` is not a value.
 */
export class PersistentMap<V extends object> {
  /** @internal */
  readonly family: SlotFamily;
  /** @internal */
  readonly values: SlotVector<V>;
  /** Number of entries. */
  readonly size: number;

  /** @internal Use {@link PersistentMap.empty} and {@link PersistentMap.draft}. */
  constructor(family: SlotFamily, values: SlotVector<V>, size: number) {
    this.family = family;
    this.values = values;
    this.size = size;
  }

  /** A map without entries. */
  static empty<V extends object>(): PersistentMap<V> {
    return new PersistentMap(new SlotFamily(1), SlotVector.empty<V>(), 0);
  }

  /** The value of the key, `undefined` if there is none. */
  get(key: string): V | undefined {
    return this.values.get(this.family.slotIn(this.values, key));
  }

  /** Whether the key has a value. */
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** All entries in insertion order; a key that was deleted and set again comes last. */
  *entries(): IterableIterator<[key: string, value: V]> {
    const { family, values } = this;
    for (const slot of values.slots()) {
      // A listed slot has a value.
      yield [family.key(slot), values.get(slot) as V];
    }
  }

  /** A map with this value for the key; this map itself if the key has the value already. */
  set(key: string, value: V): PersistentMap<V> {
    const draft = this.draft();
    draft.set(key, value);
    return draft.commit();
  }

  /** A map without the key; this map itself if it has no such key. */
  delete(key: string): PersistentMap<V> {
    const draft = this.draft();
    draft.delete(key);
    return draft.commit();
  }

  /** An editable copy, for several changes at once. */
  draft(): PersistentMapDraft<V> {
    return new PersistentMapDraft(this, seal);
  }
}

// Passed to the draft, so that its file does not import this one.
function seal<V extends object>(
  family: SlotFamily,
  values: SlotVector<V>,
  size: number,
): PersistentMap<V> {
  return new PersistentMap(family, values, size);
}
