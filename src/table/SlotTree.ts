import { NODE_BITS, NODE_MASK, NODE_SIZE, type SlotNode } from './slotNode.ts';
import type { SlotVector } from './SlotVector.ts';

/** What a {@link SlotVector} and its draft have in common: values by slot number, read in O(log n). */
export abstract class SlotTree<T> {
  /** One more than the highest slot ever written. */
  abstract readonly length: number;
  /** @internal Bits of a slot number below the root's level. */
  abstract readonly shift: number;
  /** @internal All leaves but the last; a missing node stands for slots without values. */
  abstract readonly root: SlotNode | undefined;
  /** @internal The last leaf. */
  abstract readonly tail: SlotNode | undefined;

  /** The values as they stand, as a vector that never changes. */
  abstract freeze(): SlotVector<T>;

  /** The value in the slot; `undefined` for a hole, for a slot beyond the end and for -1. */
  get(slot: number): T | undefined {
    if (slot >>> 0 >= this.length) return undefined;
    // Leaves hold what `set` of the draft was given, and that is a T.
    return this.leafAt(slot)?.[slot & NODE_MASK] as T | undefined;
  }

  /**
   * Calls `visit` for every slot that holds a value, in slot order: slot `from` and every `step`th behind
   * it. A step of 2 goes with an even `from`.
   */
  forEach(visit: (value: T, slot: number) => void, from = 0, step: 1 | 2 = 1): void {
    for (let start = from & ~NODE_MASK; start < this.length; start += NODE_SIZE) {
      const leaf = this.leafAt(start);
      if (leaf === undefined) continue;
      for (let place = Math.max(from - start, 0); place < NODE_SIZE; place += step) {
        const value = leaf[place] as T | undefined;
        if (value !== undefined) visit(value, start + place);
      }
    }
  }

  /** The slots that hold a value, in order: slot 0 and every `step`th behind it. */
  *slots(step: 1 | 2 = 1): IterableIterator<number> {
    for (let start = 0; start < this.length; start += NODE_SIZE) {
      const leaf = this.leafAt(start);
      if (leaf === undefined) continue;
      for (let place = 0; place < NODE_SIZE; place += step) {
        if (leaf[place] !== undefined) yield start + place;
      }
    }
  }

  /** @internal First slot of the last leaf; negative while nothing is stored. */
  get tailStart(): number {
    return (this.length - 1) & ~NODE_MASK;
  }

  /** @internal The leaf that holds a slot below `length`. */
  leafAt(slot: number): SlotNode | undefined {
    if (slot >= this.tailStart) return this.tail;
    let node = this.root;
    for (let level = this.shift; level > 0 && node !== undefined; level -= NODE_BITS) {
      // Above level 0 the places of a node hold nodes.
      node = node[(slot >>> level) & NODE_MASK] as SlotNode | undefined;
    }
    return node;
  }
}
