import { NODE_BITS, NODE_SIZE, type SlotNode } from './slotNode.ts';
import type { SlotTree } from './SlotTree.ts';

/**
 * Calls `visit` for every slot whose value differs between two vectors, with `undefined` for a hole.
 * Nodes that both share are passed over, so the cost follows the difference and not the length.
 */
export function diffSlots<T>(
  before: SlotTree<T>,
  after: SlotTree<T>,
  visit: (slot: number, value: T | undefined, previous: T | undefined) => void,
): void {
  const shift = Math.max(before.shift, after.shift);
  const tailStarts = new Set([before.tailStart, after.tailStart]);

  function walk(a: SlotNode | undefined, b: SlotNode | undefined, level: number, start: number) {
    if (a === b) return;
    if (level === 0) {
      if (!tailStarts.has(start)) compareLeaves(a, b, start);
      return;
    }
    for (let place = 0; place < NODE_SIZE; place++) {
      // Above level 0 the places of a node hold nodes.
      const childOfA = a?.[place] as SlotNode | undefined;
      const childOfB = b?.[place] as SlotNode | undefined;
      walk(childOfA, childOfB, level - NODE_BITS, start + (place << level));
    }
  }

  function compareLeaves(a: SlotNode | undefined, b: SlotNode | undefined, start: number) {
    if (a === b) return;
    for (let place = 0; place < NODE_SIZE; place++) {
      // Leaves hold values of T.
      const previous = a?.[place] as T | undefined;
      const value = b?.[place] as T | undefined;
      if (value !== previous) visit(start + place, value, previous);
    }
  }

  walk(raisedRoot(before, shift), raisedRoot(after, shift), shift, 0);
  // A last leaf lies beside its tree, and may stand against a leaf inside the other one.
  for (const start of tailStarts) {
    if (start >= 0) compareLeaves(leafIn(before, start), leafIn(after, start), start);
  }
}

function leafIn<T>(tree: SlotTree<T>, start: number): SlotNode | undefined {
  return start < tree.length ? tree.leafAt(start) : undefined;
}

function raisedRoot<T>(tree: SlotTree<T>, shift: number): SlotNode | undefined {
  let { root } = tree;
  for (let level = tree.shift; level < shift && root !== undefined; level += NODE_BITS) {
    root = [root];
  }
  return root;
}
