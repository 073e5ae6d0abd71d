import { SLOTS_PER_ROW, stampOf } from './rowSlots.ts';
import type { Stamp } from './Stamp.ts';
import { isLive, TOMBSTONE } from './TOMBSTONE.ts';
import type { TypeReads } from './TypeRows.ts';

/** A known row, live or removed. */
export interface KnownRow {
  readonly key: string;
  readonly pk: string;
}

/**
 * The reads of a table, for snapshots and drafts. `key` is the entity key, `pk` the primary key. An
 * unknown row reads as absent; so does a removed row, but its tombstone is known.
 */
export abstract class TableReader {
  /** The live record of the row, `undefined` if there is none. */
  get(key: string, pk: string): object | undefined {
    const record = this.#record(key, pk);
    return record === TOMBSTONE ? undefined : record;
  }

  /** Whether the row is live. */
  has(key: string, pk: string): boolean {
    return this.get(key, pk) !== undefined;
  }

  /** Whether the row has a tombstone: it was removed, and not forgotten since. */
  isRemoved(key: string, pk: string): boolean {
    return this.#record(key, pk) === TOMBSTONE;
  }

  /** The stamp of the row, live or removed; `undefined` if the row is unknown. */
  stamp(key: string, pk: string): Stamp | undefined {
    const type = this.type(key);
    return type && stampOf(type.rows, type.family.slotIn(type.rows, pk));
  }

  /** The row's ordinal in the insertion order of all types; -1 if it is not live. */
  ordinal(key: string, pk: string): number {
    const type = this.type(key);
    if (type === undefined || !this.has(key, pk)) return -1;
    return type.family.ordinal(type.family.slotIn(type.rows, pk));
  }

  /** Number of live rows of the type. */
  size(key: string): number {
    return this.type(key)?.live ?? 0;
  }

  /** The types that have a live row, in the order in which they were first written. */
  *keys(): IterableIterator<string> {
    for (const { key, live } of this.types()) if (live > 0) yield key;
  }

  /** Whether the type has a known row, live or removed. */
  hasType(key: string): boolean {
    const type = this.type(key);
    return type !== undefined && type.live + type.removed > 0;
  }

  /** The live rows of the type in insertion order. */
  *entries(key: string): IterableIterator<[pk: string, record: object]> {
    const type = this.type(key);
    if (type === undefined) return;
    for (const slot of type.rows.slots(SLOTS_PER_ROW)) {
      const record = type.rows.get(slot);
      if (isLive(record)) yield [type.family.key(slot), record];
    }
  }

  /** Calls `visit` for every live row of the type in insertion order. Faster than `entries`. */
  forEach(key: string, visit: (record: object, pk: string, ordinal: number) => void): void {
    const type = this.type(key);
    if (type === undefined) return;
    const { family } = type;
    const visitLive = (record: object, slot: number) => {
      if (record !== TOMBSTONE) visit(record, family.key(slot), family.ordinal(slot));
    };
    type.rows.forEach(visitLive, 0, SLOTS_PER_ROW);
  }

  /** @internal The rows of all types, removed ones too. */
  *known(): IterableIterator<KnownRow> {
    for (const { key, rows, family } of this.types()) {
      for (const slot of rows.slots(SLOTS_PER_ROW)) yield { key, pk: family.key(slot) };
    }
  }

  /**
   * The pks, in insertion order, of the live rows that have the value in the field. Numbers and
   * numeric strings are equal, `null` equals itself only; objects and `undefined` are not found.
   * The first search over a field reads every row of the type, later ones the rows that changed
   * since.
   */
  find(key: string, field: string, value: unknown): string[] {
    const type = this.type(key);
    return type === undefined ? [] : type.family.find(type.rows.freeze(), field, value);
  }

  /** @internal The rows of a type; `undefined` if it has none. */
  protected abstract type(key: string): TypeReads | undefined;

  /** @internal All types with their rows. */
  protected abstract types(): Iterable<TypeReads>;

  #record(key: string, pk: string): object | undefined {
    const type = this.type(key);
    return type?.rows.get(type.family.slotIn(type.rows, pk));
  }
}
