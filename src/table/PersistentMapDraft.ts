import type { PersistentMap } from './PersistentMap.ts';
import { newestSlot, SlotFamily } from './SlotFamily.ts';
import { SlotVector } from './SlotVector.ts';
import type { SlotVectorDraft } from './SlotVectorDraft.ts';

/** Makes a {@link PersistentMap}. */
type Seal<V extends object> = (
  family: SlotFamily,
  values: SlotVector<V>,
  size: number,
) => PersistentMap<V>;

/** An editable copy of a {@link PersistentMap}. Its reads see its writes. */
export class PersistentMapDraft<V extends object> {
  readonly #base: PersistentMap<V>;
  readonly #seal: Seal<V>;
  readonly #family: SlotFamily;
  readonly #values: SlotVectorDraft<V>;
  #size: number;

  /** @internal Use {@link PersistentMap.draft}. */
  constructor(base: PersistentMap<V>, seal: Seal<V>) {
    this.#base = base;
    this.#seal = seal;
    this.#family = base.family;
    this.#values = base.values.draft();
    this.#size = base.size;
  }

  /** Number of entries. */
  get size(): number {
    return this.#size;
  }

  /** The value of the key, `undefined` if there is none. */
  get(key: string): V | undefined {
    return this.#values.get(this.#family.slotIn(this.#values, key));
  }

  /** Whether the key has a value. */
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Sets the value of a key. A known key keeps its position, a new one goes last. */
  set(key: string, value: V): void {
    let slot = this.#family.slotIn(this.#values, key);
    if (this.#values.get(slot) === undefined) {
      slot = this.#lastSlot(key);
      this.#size++;
    }
    this.#values.set(slot, value);
  }

  /** Removes the key. Does nothing if there is no such key. */
  delete(key: string): void {
    const slot = this.#family.slotIn(this.#values, key);
    if (this.#values.get(slot) === undefined) return;
    this.#values.set(slot, undefined);
    this.#size--;
  }

  /** The current entries as a map; the map the draft began with if nothing changed. */
  commit(): PersistentMap<V> {
    const values = this.#values.freeze();
    if (values === this.#base.values) return this.#base;
    const family = this.#family;
    return family.startCompaction(this.#size)
      ? this.#compacted(values)
      : this.#seal(family, values, this.#size);
  }

  #compacted(values: SlotVector<V>): PersistentMap<V> {
    const family = new SlotFamily(1);
    const moved = SlotVector.empty<V>().draft();
    values.forEach((value, slot) => {
      family.add(this.#family.key(slot), undefined);
      moved.push(value);
    });
    return this.#seal(family, moved.freeze(), this.#size);
  }

  #lastSlot(key: string): number {
    const entry = this.#family.entry(key);
    if (entry !== undefined) {
      // Another branch may have added the key after all keys of this map.
      const newest = newestSlot(entry);
      if (newest >= this.#values.length) return newest;
    }
    return this.#family.add(key, entry);
  }
}
