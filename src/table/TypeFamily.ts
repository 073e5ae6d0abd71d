import { FieldIndex } from './FieldIndex.ts';
import { SLOTS_PER_ROW } from './rowSlots.ts';
import { type SlotEntry, SlotFamily } from './SlotFamily.ts';
import type { SlotVector } from './SlotVector.ts';

/** The slots of one entity type, with what belongs to a slot whatever the snapshot says. */
export class TypeFamily extends SlotFamily {
  readonly #indexes = new Map<string, FieldIndex>();

  constructor() {
    super(SLOTS_PER_ROW);
  }

  /** Gives the pk a slot behind all others; `ordinal` is greater than theirs. */
  addRow(pk: string, entry: SlotEntry | undefined, ordinal: number): number {
    return this.add(pk, entry, ordinal);
  }

  /** The insertion ordinal of the slot: ascending, and comparable with those of other types. */
  ordinal(slot: number): number {
    // `addRow` puts the ordinal behind the key.
    return this.fixed(slot + 1) as number;
  }

  /** Has the indexes let go of rows that are no longer there. */
  followRows(rows: SlotVector<object>): void {
    for (const index of this.#indexes.values()) index.follow(rows);
  }

  /** The pks, in insertion order, whose record has the value in the field. */
  find(rows: SlotVector<object>, field: string, value: unknown): string[] {
    let index = this.#indexes.get(field);
    if (index === undefined) this.#indexes.set(field, (index = new FieldIndex(field)));
    return index.find(rows, value).map((slot) => this.key(slot));
  }
}
