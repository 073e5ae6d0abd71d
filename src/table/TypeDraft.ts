import { appended, NO_ITEMS } from './appended.ts';
import type { OrdinalSource } from './OrdinalSource.ts';
import { knownSlot, newestSlot, type SlotEntry } from './SlotFamily.ts';
import type { SlotVectorDraft } from './SlotVectorDraft.ts';
import type { Stamp } from './Stamp.ts';
import { stampOf } from './rowSlots.ts';
import { isLive, TOMBSTONE } from './TOMBSTONE.ts';
import { TypeChanges } from './TypeChanges.ts';
import type { TypeFamily } from './TypeFamily.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/**
 * An editable copy of the rows of one type. A row that is live in the base always keeps its slot;
 * any other row that becomes live gets a slot after those of the base. So the slot alone tells
 * whether a row was added, and a bulk load needs no list of added rows.
 */
export class TypeDraft implements TypeReads {
  readonly key: string;
  /** The rows the draft began with. */
  readonly base: TypeRows;
  readonly family: TypeFamily;
  readonly rows: SlotVectorDraft<object>;
  live: number;
  removed: number;

  readonly #ordinals: OrdinalSource;
  #touched: number[] = NO_ITEMS;
  #touchedTwice = false;
  /** Whether a row may have got only another stamp. */
  #refreshes = false;
  #added = 0;

  constructor(base: TypeRows, ordinals: OrdinalSource) {
    this.key = base.key;
    this.family = base.family;
    this.rows = base.rows.draft();
    this.live = base.live;
    this.removed = base.removed;
    this.base = base;
    this.#ordinals = ordinals;
  }

  /** The slot of the row, which may be a hole; -1 if the row is unknown. */
  slotOf(pk: string): number {
    return this.family.slotIn(this.rows, pk);
  }

  /** The live record in a slot. */
  recordAt(slot: number): object | undefined {
    const content = this.rows.get(slot);
    return content === TOMBSTONE ? undefined : content;
  }

  /** The stamp of the row in a slot, live or removed. */
  stampAt(slot: number): Stamp | undefined {
    return stampOf(this.rows, slot);
  }

  /** The live record in a slot when the draft began. */
  original(slot: number): object | undefined {
    const content = this.base.rows.get(slot);
    return content === TOMBSTONE ? undefined : content;
  }

  /** Makes the row live with this record. */
  write(pk: string, record: object, stamp: Stamp): void {
    const entry = this.family.entry(pk);
    // Hot loop: this branch in a first load, `refresh` below in a refetch.
    if (entry === undefined) {
      this.rows.setPair(this.family.addRow(pk, entry, this.#ordinals.takeOrdinal()), record, stamp);
      this.live++;
      this.#added++;
      return;
    }
    const slot = knownSlot(entry, this.rows);
    if (this.refresh(slot, record, stamp)) return;
    const stored = this.rows.get(slot);
    if (stored === undefined) {
      this.#put(this.#slotFor(pk, entry), undefined, record, stamp);
    } else if (stored === TOMBSTONE && this.base.rows.get(slot) === TOMBSTONE) {
      this.#put(slot, stored, undefined, undefined);
      this.#put(this.#lastSlot(pk, entry), undefined, record, stamp);
    } else {
      this.#put(slot, stored, record, stamp);
    }
  }

  /** Replaces the record of the live row in a slot. */
  replace(slot: number, record: object, stamp: Stamp): void {
    if (!this.refresh(slot, record, stamp)) this.#put(slot, this.rows.get(slot), record, stamp);
  }

  /** Sets the stamp of the row in a slot if it has this record. Returns whether it has. */
  refresh(slot: number, record: object, stamp: Stamp): boolean {
    const isSame = this.rows.setSecond(slot, record, stamp);
    if (isSame) this.#refreshes = true;
    return isSame;
  }

  /** Replaces the row with a tombstone. */
  remove(pk: string, stamp: Stamp): void {
    const entry = this.family.entry(pk);
    const slot = knownSlot(entry, this.rows);
    if (this.rows.setSecond(slot, TOMBSTONE, stamp)) return;
    const stored = this.rows.get(slot);
    this.#put(stored === undefined ? this.#slotFor(pk, entry) : slot, stored, TOMBSTONE, stamp);
  }

  /** Drops the row or its tombstone. */
  forget(pk: string): void {
    const slot = this.family.slotIn(this.rows, pk);
    const stored = this.rows.get(slot);
    if (stored !== undefined) this.#put(slot, stored, undefined, undefined);
  }

  /** The current rows; those the draft began with if nothing changed. */
  freeze(): TypeRows {
    const rows = this.rows.freeze();
    if (rows === this.base.rows) return this.base;
    return { key: this.key, family: this.family, rows, live: this.live, removed: this.removed };
  }

  /** The changes from the base of this draft to `after`. */
  changes(after: TypeRows): TypeChanges {
    const touched = this.#touchedTwice ? [...new Set(this.#touched)] : this.#touched;
    // A row that changed twice may have its earlier record again.
    const refreshes = this.#refreshes || this.#touchedTwice;
    return new TypeChanges(this.base, after, touched, this.#added, refreshes);
  }

  #put(
    slot: number,
    stored: object | undefined,
    next: object | undefined,
    stamp: Stamp | undefined,
  ): void {
    this.rows.setPair(slot, next, stamp);
    const difference = Number(isLive(next)) - Number(isLive(stored));
    this.live += difference;
    this.removed += Number(next === TOMBSTONE) - Number(stored === TOMBSTONE);
    if (slot >= this.base.rows.length) this.#added += difference;
    else this.#touch(slot, stored, next);
  }

  #touch(slot: number, stored: object | undefined, next: object | undefined): void {
    const original = this.base.rows.get(slot);
    if (stored === original) this.#touched = appended(this.#touched, slot);
    else if (next === original) this.#touchedTwice = true;
  }

  #slotFor(pk: string, entry: SlotEntry | undefined): number {
    if (entry !== undefined) {
      const slot = knownSlot(entry, this.base.rows);
      if (isLive(this.base.rows.get(slot))) return slot;
    }
    return this.#lastSlot(pk, entry);
  }

  #lastSlot(pk: string, entry: SlotEntry | undefined): number {
    if (entry !== undefined) {
      // Another branch may have added the row after all rows of this draft: then its slot fits the
      // order.
      const newest = newestSlot(entry);
      const ordinal = this.family.ordinal(newest);
      if (ordinal > this.#ordinals.lastOrdinal) {
        this.#ordinals.lastOrdinal = ordinal;
        return newest;
      }
    }
    return this.family.addRow(pk, entry, this.#ordinals.takeOrdinal());
  }
}
