import { LEAF_MASK, NO_NODE, NODE_BITS, NODE_MASK, type RowNode, type RowTree } from './RowTree.ts';

const NONE: readonly number[] = [];

/**
 * The slots, ascending, whose content differs between two snapshots, or whose meta differs, or one
 * of both. Skips shared nodes, so the cost follows the difference and not the length; if it is known that only
 * slots between `from` and `to` differ, one row is found without a search.
 */
export function changedSlots(
  before: RowTree,
  after: RowTree,
  by: 'content' | 'meta' | 'either',
  from = 0,
  to = Math.max(before.length, after.length) - 1,
): readonly number[] {
  const offset = by === 'meta' ? 1 : 0;
  let slots: number[] | undefined;
  let slot = from;
  while (slot <= to) {
    // The nodes of this slot at the highest level at which they are the same, or its leaves.
    let a = slot < before.length ? before.root : undefined;
    let b = slot < after.length ? after.root : undefined;
    let level = Math.max(before.shift, after.shift);
    while (level > 0 && a !== b) {
      const index = (slot >>> level) & NODE_MASK;
      // The casts hold: the children of an inner node are nodes.
      if (level <= before.shift) a = a?.[index] as RowNode | undefined;
      if (level <= after.shift) b = b?.[index] as RowNode | undefined;
      level -= NODE_BITS;
    }
    const end = ((slot >>> (level + NODE_BITS)) + 1) << (level + NODE_BITS);
    if (a === b) {
      slot = end;
      continue;
    }
    a ??= NO_NODE;
    b ??= NO_NODE;
    for (; slot < end && slot <= to; slot++) {
      const index = ((slot & LEAF_MASK) << 1) + offset;
      if (a[index] === b[index] && (by !== 'either' || a[index + 1] === b[index + 1])) continue;
      if (slots === undefined) slots = [slot];
      else slots.push(slot);
    }
  }
  return slots ?? NONE;
}
