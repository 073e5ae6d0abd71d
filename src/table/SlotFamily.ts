/** Values by slot; `undefined` for an unknown slot. */
export interface SlotReads {
  get(slot: number): unknown;
}

/** The slot of a key; if the key was removed and added again, all its slots, oldest first. */
export type SlotEntry = number | number[];

// With fewer unused slots, compaction is not worth the work.
const MIN_UNUSED = 32;

const CHUNK_BITS = 5;
const CHUNK_SIZE = 1 << CHUNK_BITS;

/**
 * Maps keys to slots; append-only and shared by all snapshots of one lineage. A slot never changes
 * its key, so later additions do not affect earlier snapshots: an unknown slot is beyond their
 * vector or a hole in it.
 */
export class SlotFamily {
  readonly #width: number;
  readonly #entries = new Map<string, SlotEntry>();
  // By slot: the key and, in the slot after it, its detail. Chunks, because one long array is
  // copied as
  // it grows, which slows bulk loads.
  readonly #fixed: unknown[][] = [];
  #lastChunk: unknown[] = [];
  #next = 0;
  #recentKey: string | undefined;
  #recent: SlotEntry | undefined;
  // Lists are mostly read in insertion order: then the next key is the one in the next slot.
  #isInOrder = false;
  #hasRepeated = false;
  #compactFrom = 0;

  /** A key takes `width` consecutive slots, 1 or 2; the first one identifies it. */
  constructor(width: number) {
    this.#width = width;
  }

  /** The slots of the key; `undefined` if no snapshot ever contained it. */
  entry(key: string): SlotEntry | undefined {
    if (key === this.#recentKey) return this.#recent;
    const following = typeof this.#recent === 'number' ? this.#recent + this.#width : this.#next;
    const isNext = this.#isInOrder && following < this.#next && this.fixed(following) === key;
    this.#recentKey = key;
    this.#recent = isNext ? following : this.#entries.get(key);
    this.#isInOrder = this.#recent === following && !this.#hasRepeated;
    return this.#recent;
  }

  /**
   * Assigns a slot after all others to the key. `entry` is what {@link entry} returns for the key.
   * In a family two slots wide, `detail` is stored at `slot + 1`.
   */
  add(key: string, entry: SlotEntry | undefined, detail?: unknown): number {
    const slot = this.#next;
    const index = slot & (CHUNK_SIZE - 1);
    if (index === 0) this.#fixed.push((this.#lastChunk = Array(CHUNK_SIZE)));
    this.#lastChunk[index] = key;
    if (this.#width === 2) this.#lastChunk[index + 1] = detail;
    this.#next = slot + this.#width;
    this.#recentKey = undefined;
    if (entry === undefined) {
      this.#entries.set(key, slot);
      return slot;
    }
    this.#hasRepeated = true;
    this.#isInOrder = false;
    if (typeof entry === 'number') this.#entries.set(key, [entry, slot]);
    else entry.push(slot);
    return slot;
  }

  /** The key of the slot. */
  key(slot: number): string {
    // The cast holds: `add` puts the key there.
    return this.fixed(slot) as string;
  }

  /** The slot of the key in the tree, -1 if there is none. The slot may be a hole. */
  slotIn(tree: SlotReads, key: string): number {
    return knownSlot(this.entry(key), tree);
  }

  /**
   * Whether a snapshot that uses `used` keys should move to a family of its own, because it does
   * not use more than half of the keys. Returns `true` only once per doubling: the snapshots of an
   * optimistic branch are dropped together with the family they moved to.
   */
  startCompaction(used: number): boolean {
    const total = this.#next / this.#width;
    const unused = total - used;
    if (unused <= MIN_UNUSED || unused * 2 <= total || total < this.#compactFrom) return false;
    this.#compactFrom = total * 2;
    return true;
  }

  protected fixed(slot: number): unknown {
    return this.#fixed[slot >>> CHUNK_BITS][slot & (CHUNK_SIZE - 1)];
  }
}

/** The slot of an entry in which the tree may have a value, -1 if there is none. */
export function knownSlot(entry: SlotEntry | undefined, tree: SlotReads): number {
  if (typeof entry === 'number') return entry;
  if (entry === undefined) return -1;
  let index = entry.length - 1;
  while (index >= 0 && tree.get(entry[index]) === undefined) index--;
  return index < 0 ? -1 : entry[index];
}

/** The slot that was added last. */
export function newestSlot(entry: SlotEntry): number {
  return typeof entry === 'number' ? entry : entry[entry.length - 1];
}
