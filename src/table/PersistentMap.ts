import { PersistentMapDraft, type PersistentMapState } from './PersistentMapDraft.ts';
import { SlotFamily } from './SlotFamily.ts';
import { SlotVector } from './SlotVector.ts';

/**
 * An immutable map from strings to values in insertion order. A change gives another map and costs
 * O(log n); earlier maps stay right for ever. `undefined` is not a value.
 */
export class PersistentMap<V extends object> {
  readonly #state: PersistentMapState<V>;

  private constructor(state: PersistentMapState<V>) {
    this.#state = state;
  }

  /** A map without entries. */
  static empty<V extends object>(): PersistentMap<V> {
    return new PersistentMap({ family: new SlotFamily(1), values: SlotVector.empty<V>(), size: 0 });
  }

  /** Number of entries. */
  get size(): number {
    return this.#state.size;
  }

  /** The value of the key, `undefined` if there is none. */
  get(key: string): V | undefined {
    const { family, values } = this.#state;
    return values.get(family.slotIn(values, key));
  }

  /** Whether the key has a value. */
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** All entries in insertion order; a key that was deleted and set again comes last. */
  *entries(): IterableIterator<[key: string, value: V]> {
    const { family, values } = this.#state;
    for (const slot of values.slots()) {
      // A slot that is listed holds a value.
      yield [family.key(slot), values.get(slot) as V];
    }
  }

  /** This map with another value for the key; this very map if the key has that value. */
  set(key: string, value: V): PersistentMap<V> {
    const draft = this.draft();
    draft.set(key, value);
    return draft.commit();
  }

  /** This map without the key; this very map if it has no such key. */
  delete(key: string): PersistentMap<V> {
    const draft = this.draft();
    draft.delete(key);
    return draft.commit();
  }

  /** An editable copy, for several changes at once. */
  draft(): PersistentMapDraft<V> {
    return new PersistentMapDraft(this.#state, (state) =>
      state === this.#state ? this : new PersistentMap(state),
    );
  }
}
