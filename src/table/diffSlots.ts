import { NODE_BITS, NODE_SIZE, type SlotNode } from './slotNode.ts';
import type { SlotTree } from './SlotTree.ts';

/**
 * Calls `visit` for every slot whose value differs between two vectors, with `undefined` for a
 * hole. Skips shared nodes, so the cost follows the difference and not the length.
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
    for (let index = 0; index < NODE_SIZE; index++) {
      // The casts hold: above level 0 the children of a node are nodes.
      const childOfA = a?.[index] as SlotNode | undefined;
      const childOfB = b?.[index] as SlotNode | undefined;
      walk(childOfA, childOfB, level - NODE_BITS, start + (index << level));
    }
  }

  function compareLeaves(a: SlotNode | undefined, b: SlotNode | undefined, start: number) {
    if (a === b) return;
    for (let index = 0; index < NODE_SIZE; index++) {
      // The casts hold: leaves contain values of T.
      const previous = a?.[index] as T | undefined;
      const value = b?.[index] as T | undefined;
      if (value !== previous) visit(start + index, value, previous);
    }
  }

  walk(raisedRoot(before, shift), raisedRoot(after, shift), shift, 0);
  // The last leaf is beside its tree; its counterpart may be inside the other tree.
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
