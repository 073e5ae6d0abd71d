import type { SlotTree } from './SlotTree.ts';
import type { Stamp } from './Stamp.ts';

/**
 * Slots per row: an even one for the record or tombstone, and the odd one after it for the stamp.
 * Both are in the same node, so a write copies one path and not two.
 */
export const SLOTS_PER_ROW = 2;

/** Whether the slot holds a stamp. */
export function isStampSlot(slot: number): boolean {
  return (slot & 1) === 1;
}

/** The stamp of the row in `slot`; `undefined` if there is no such row. */
export function stampOf(rows: SlotTree<object>, slot: number): Stamp | undefined {
  // The cast holds: odd slots contain only stamps. The check: the slot after -1 is a record's.
  return slot < 0 ? undefined : (rows.get(slot + 1) as Stamp | undefined);
}
