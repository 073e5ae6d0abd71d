import { SLOTS_PER_ROW, stampOf } from './rowSlots.ts';
import { SlotVector } from './SlotVector.ts';
import { TypeFamily } from './TypeFamily.ts';
import type { TypeRows } from './TypeRows.ts';

/**
 * The same rows, in the same order and with the same ordinals, in a family without unused slots.
 */
export function compactedRows(type: TypeRows): TypeRows {
  const family = new TypeFamily();
  const rows = SlotVector.empty<object>().draft();
  const move = (content: object, slot: number) => {
    const target = family.addRow(type.family.key(slot), undefined, type.family.ordinal(slot));
    rows.setPair(target, content, stampOf(type.rows, slot));
  };
  type.rows.forEach(move, 0, SLOTS_PER_ROW);
  return { ...type, family, rows: rows.freeze() };
}
