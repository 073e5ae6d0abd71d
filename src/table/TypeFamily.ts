import { FieldIndex } from './FieldIndex.ts';
import { SLOTS_PER_ROW } from './rowSlots.ts';
import { type SlotEntry, SlotFamily } from './SlotFamily.ts';
import type { SlotVector } from './SlotVector.ts';

/** The slots of one entity type, with their ordinals and field indexes; shared by snapshots. */
export class TypeFamily extends SlotFamily {
  readonly #indexes = new Map<string, FieldIndex>();

  constructor() {
    super(SLOTS_PER_ROW);
  }

  /** Assigns a slot after all others to the pk. `ordinal` is greater than theirs. */
  addRow(pk: string, entry: SlotEntry | undefined, ordinal: number): number {
    return this.add(pk, entry, ordinal);
  }

  /** The insertion ordinal of the slot: ascending, and comparable with those of other types. */
  ordinal(slot: number): number {
    // The cast holds: `addRow` puts the ordinal after the key.
    return this.fixed(slot + 1) as number;
  }

  /** Updates the indexes to these rows, so that they free removed ones. */
  followRows(rows: SlotVector<object>): void {
    for (const index of this.#indexes.values()) index.follow(rows);
  }

  /** The pks, in insertion order, of rows that have the value in the field. */
  find(rows: SlotVector<object>, field: string, value: unknown): string[] {
    let index = this.#indexes.get(field);
    if (index === undefined) this.#indexes.set(field, (index = new FieldIndex(field)));
    return index.find(rows, value).map((slot) => this.key(slot));
  }
}
