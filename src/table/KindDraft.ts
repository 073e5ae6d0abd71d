import type { EntityMeta } from '../schema/Schema.ts';
import type { InsertionOrder } from './InsertionOrder.ts';
import { type KindFamily, knownSlot, type SlotEntry } from './KindFamily.ts';
import { isLive, type Kind, type KindRows, recordIn, TOMBSTONE } from './KindRows.ts';
import { RowVectorDraft } from './RowVectorDraft.ts';

/**
 * An editable copy of the rows of one kind. A row that is live in the base always keeps its slot;
 * any other row that becomes live gets a slot after those of the base.
 */
export class KindDraft implements KindRows {
  readonly key: Kind;
  /** The rows the draft began with. */
  readonly base: KindRows;
  readonly family: KindFamily;
  readonly rows: RowVectorDraft;
  live: number;
  removed: number;
  readonly #order: InsertionOrder;

  constructor(base: KindRows, order: InsertionOrder) {
    this.key = base.key;
    this.base = base;
    this.family = base.family;
    this.rows = new RowVectorDraft(base.rows);
    this.live = base.live;
    this.removed = base.removed;
    this.#order = order;
  }

  /** The slot of the row, which may be a hole; -1 if the row is unknown. */
  slotOf(pk: string): number {
    return this.family.slotIn(this.rows, pk);
  }

  /** The live record in a slot. */
  recordAt(slot: number): object | undefined {
    return recordIn(this.rows, slot);
  }

  /** The meta of the row in a slot, live or removed. */
  metaAt(slot: number): EntityMeta | undefined {
    return this.rows.meta(slot);
  }

  /** The live record in a slot when the draft began. */
  original(slot: number): object | undefined {
    return recordIn(this.base.rows, slot);
  }

  /**
   * Makes the row live with this record. A live row keeps its position, any other row goes last. If
   * the record is stored already, only the meta is replaced.
   */
  write(pk: string, record: object, meta: EntityMeta): void {
    const { family, rows } = this;
    const entry = family.entry(pk);
    // Hot loop: this branch in a first load, `refresh` below in a refetch.
    if (entry === undefined) {
      rows.set(family.add(pk, entry, this.#order.take()), record, meta);
      this.live++;
      return;
    }
    const slot = knownSlot(entry, rows);
    if (this.refresh(slot, record, meta)) return;
    const stored = rows.content(slot);
    if (stored === undefined) {
      this.#put(this.#slotFor(pk, entry), undefined, record, meta);
    } else if (stored === TOMBSTONE && this.base.rows.content(slot) === TOMBSTONE) {
      this.#put(slot, stored, undefined, undefined);
      this.#put(this.#lastSlot(pk, entry), undefined, record, meta);
    } else {
      this.#put(slot, stored, record, meta);
    }
  }

  /** Replaces the record of the live row in a slot. */
  replace(slot: number, record: object, meta: EntityMeta): void {
    if (!this.refresh(slot, record, meta)) this.#put(slot, this.rows.content(slot), record, meta);
  }

  /** Sets the meta of the row in a slot if it has this record. Returns whether it has. */
  refresh(slot: number, record: object, meta: EntityMeta): boolean {
    return this.rows.refresh(slot, record, meta);
  }

  /** Replaces the row with a tombstone, even if the row was never known. */
  remove(pk: string, meta: EntityMeta): void {
    const entry = this.family.entry(pk);
    const slot = knownSlot(entry, this.rows);
    const stored = this.rows.content(slot);
    this.#put(stored === undefined ? this.#slotFor(pk, entry) : slot, stored, TOMBSTONE, meta);
  }

  /** Drops the row or its tombstone. */
  forget(pk: string): void {
    const slot = this.slotOf(pk);
    const stored = this.rows.content(slot);
    if (stored !== undefined) this.#put(slot, stored, undefined, undefined);
  }

  /** The current rows; those the draft began with if nothing changed. */
  freeze(): KindRows {
    const { key, family, live, removed, base } = this;
    const rows = this.rows.freeze();
    return rows === base.rows ? base : { key, family, rows, live, removed };
  }

  #put(
    slot: number,
    stored: object | undefined,
    next: object | undefined,
    meta: EntityMeta | undefined,
  ): void {
    this.rows.set(slot, next, meta);
    this.live += Number(isLive(next)) - Number(isLive(stored));
    this.removed += Number(next === TOMBSTONE) - Number(stored === TOMBSTONE);
  }

  #slotFor(pk: string, entry: SlotEntry | undefined): number {
    const slot = knownSlot(entry, this.base.rows);
    return isLive(this.base.rows.content(slot)) ? slot : this.#lastSlot(pk, entry);
  }

  #lastSlot(pk: string, entry: SlotEntry | undefined): number {
    // Another branch may have added the row after all rows of this draft: then its slot fits the
    // order.
    const newest = typeof entry === 'object' ? entry[entry.length - 1] : entry;
    if (newest !== undefined && this.#order.uses(this.family.ordinal(newest))) return newest;
    return this.family.add(pk, entry, this.#order.take());
  }
}
