import { NODE_BITS, NODE_MASK, NODE_SIZE, type SlotNode } from './slotNode.ts';
import type { SlotVector } from './SlotVector.ts';

/** The common part of {@link SlotVector} and its draft: values by slot number, read in O(log n). */
export abstract class SlotTree<T> {
  /** One more than the highest slot ever written. */
  abstract readonly length: number;
  /** @internal Bits of a slot number below the root's level. */
  abstract readonly shift: number;
  /** @internal All leaves but the last; a missing node means slots without values. */
  abstract readonly root: SlotNode | undefined;
  /** @internal The last leaf. */
  abstract readonly tail: SlotNode | undefined;

  /** The current values as an immutable vector. */
  abstract freeze(): SlotVector<T>;

  /** The value in the slot; `undefined` for a hole, for a slot beyond the end and for -1. */
  get(slot: number): T | undefined {
    if (slot >>> 0 >= this.length) return undefined;
    // The cast holds: the draft's `set` puts only values of T into leaves.
    return this.leafAt(slot)?.[slot & NODE_MASK] as T | undefined;
  }

  /**
   * Calls `visit` for every slot with a value, in slot order: slot `from` and every `step`th after
   * it. A step of 2 needs an even `from`.
   */
  forEach(visit: (value: T, slot: number) => void, from = 0, step: 1 | 2 = 1): void {
    for (let start = from & ~NODE_MASK; start < this.length; start += NODE_SIZE) {
      const leaf = this.leafAt(start);
      if (leaf === undefined) continue;
      for (let index = Math.max(from - start, 0); index < NODE_SIZE; index += step) {
        const value = leaf[index] as T | undefined;
        if (value !== undefined) visit(value, start + index);
      }
    }
  }

  /** The slots with a value, in order: slot 0 and every `step`th after it. */
  *slots(step: 1 | 2 = 1): IterableIterator<number> {
    for (let start = 0; start < this.length; start += NODE_SIZE) {
      const leaf = this.leafAt(start);
      if (leaf === undefined) continue;
      for (let index = 0; index < NODE_SIZE; index += step) {
        if (leaf[index] !== undefined) yield start + index;
      }
    }
  }

  /** @internal First slot of the last leaf; negative while the tree is empty. */
  get tailStart(): number {
    return (this.length - 1) & ~NODE_MASK;
  }

  /** @internal The leaf of a slot below `length`. */
  leafAt(slot: number): SlotNode | undefined {
    if (slot >= this.tailStart) return this.tail;
    let node = this.root;
    for (let level = this.shift; level > 0 && node !== undefined; level -= NODE_BITS) {
      // The cast holds: above level 0 the children of a node are nodes.
      node = node[(slot >>> level) & NODE_MASK] as SlotNode | undefined;
    }
    return node;
  }
}
