/** Values by slot; `undefined` for a slot that is not known. */
export interface SlotReads {
  get(slot: number): unknown;
}

/** The slot of a key; all its slots, oldest first, if it was removed and added again. */
export type SlotEntry = number | number[];

// Fewer unused places than this are not worth moving the others.
const MIN_UNUSED = 32;

const CHUNK_BITS = 5;
const CHUNK_SIZE = 1 << CHUNK_BITS;

/**
 * Which slot belongs to which key: append-only and shared by all snapshots of one lineage. A slot
 * belongs to its key for ever, so a snapshot taken earlier stays right whatever is added later: a slot
 * it does not know is beyond its vector or a hole in it.
 */
export class SlotFamily {
  readonly #width: number;
  readonly #entries = new Map<string, SlotEntry>();
  // By slot: the key and, in the slots behind it, what else is fixed. Short arrays, because one long
  // array is copied as it grows and that shows in bulk loads.
  readonly #fixed: unknown[][] = [];
  #lastChunk: unknown[] = [];
  #next = 0;
  #recentKey: string | undefined;
  #recent: SlotEntry | undefined;
  // Lists are read in the order in which their rows came: then the next key is the one in the next slot.
  #isInOrder = false;
  #hasRepeated = false;
  #compactFrom = 0;

  /** A key takes `width` slots in a row, 1 or 2, and is known by the first of them. */
  constructor(width: number) {
    this.#width = width;
  }

  /** What is known of the key; `undefined` if no snapshot ever held it. */
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
   * Gives the key a slot behind all others. `entry` is what {@link entry} says of the key; `detail` can
   * be read again, at `slot + 1`, in a family two slots wide.
   */
  add(key: string, entry: SlotEntry | undefined, detail?: unknown): number {
    const slot = this.#next;
    const place = slot & (CHUNK_SIZE - 1);
    if (place === 0) this.#fixed.push((this.#lastChunk = Array(CHUNK_SIZE)));
    this.#lastChunk[place] = key;
    if (this.#width === 2) this.#lastChunk[place + 1] = detail;
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

  /** The key that owns the slot. */
  key(slot: number): string {
    // `add` puts the key there.
    return this.fixed(slot) as string;
  }

  /** The one slot in which the tree can hold the key, -1 if there is none. The slot may be a hole. */
  slotIn(tree: SlotReads, key: string): number {
    return knownSlot(this.entry(key), tree);
  }

  /**
   * Whether a snapshot that uses `used` of the keys' places should move to a family of its own: more
   * than half of the places are of no use to it. Says yes only once per doubling, because the
   * snapshots of an optimistic branch are thrown away with the family they moved to.
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

/** The one slot of an entry in which the tree can hold a value, -1 if there is none. */
export function knownSlot(entry: SlotEntry | undefined, tree: SlotReads): number {
  if (typeof entry === 'number') return entry;
  if (entry === undefined) return -1;
  let place = entry.length - 1;
  while (place >= 0 && tree.get(entry[place]) === undefined) place--;
  return place < 0 ? -1 : entry[place];
}

/** The slot that was added last. */
export function newestSlot(entry: SlotEntry): number {
  return typeof entry === 'number' ? entry : entry[entry.length - 1];
}
