import { diffSlots } from './diffSlots.ts';
import type { RowChanges } from './RowChanges.ts';
import { isStampSlot, SLOTS_PER_ROW } from './rowSlots.ts';
import { isLive } from './TOMBSTONE.ts';
import type { TypeRows } from './TypeRows.ts';

/**
 * Called with one changed row: without `record` it was removed, without `previous` it was added.
 * `ordinal` is its insertion ordinal, of a removed row the former one.
 */
export type ChangeVisitor = (
  pk: string,
  record: object | undefined,
  previous: object | undefined,
  ordinal: number,
) => void;

/** The changes of one commit in the rows of one type. */
export class TypeChanges implements RowChanges {
  readonly key: string;
  /** Number of rows that were added, updated or removed. */
  readonly count: number;
  readonly #before: TypeRows;
  readonly #after: TypeRows;
  readonly #changed: readonly number[];
  readonly #added: number;
  readonly #refreshes: boolean;

  /**
   * `touched`: every slot of the earlier rows that may differ, once. `added`: how many rows were
   * added after them. `refreshes`: `false` if no row got only another stamp.
   */
  constructor(
    before: TypeRows,
    after: TypeRows,
    touched: readonly number[],
    added: number,
    refreshes: boolean,
  ) {
    this.key = before.key;
    this.#before = before;
    this.#after = after;
    this.#changed = differing(touched, before, after);
    this.#added = added;
    this.#refreshes = refreshes;
    this.count = this.#changed.length + added;
  }

  /** Calls `visit` for every changed row: updates and removals in write order, then added rows. */
  forEach(visit: ChangeVisitor): void {
    const { family, rows } = this.#after;
    for (const slot of this.#changed) {
      const previous = liveIn(this.#before, slot);
      visit(family.key(slot), liveIn(this.#after, slot), previous, family.ordinal(slot));
    }
    if (this.#added === 0) return;
    const visitAdded = (record: object, slot: number) => {
      if (isLive(record)) visit(family.key(slot), record, undefined, family.ordinal(slot));
    };
    rows.forEach(visitAdded, this.#before.rows.length, SLOTS_PER_ROW);
  }

  /** The pks of live rows with the same record and another stamp. */
  refreshed(): readonly string[] {
    if (!this.#refreshes) return NONE;
    const before = this.#before.rows;
    const { family, rows } = this.#after;
    const pks: string[] = [];
    diffSlots(before, rows, (slot) => {
      if (!isStampSlot(slot)) return;
      const record = rows.get(slot - 1);
      if (isLive(record) && record === before.get(slot - 1)) pks.push(family.key(slot - 1));
    });
    return pks;
  }
}

const NONE: readonly string[] = [];

/** The slots in which the two differ: nearly always all of them. */
function differing(slots: readonly number[], a: TypeRows, b: TypeRows): readonly number[] {
  for (const slot of slots) {
    if (liveIn(a, slot) === liveIn(b, slot)) {
      return slots.filter((one) => liveIn(a, one) !== liveIn(b, one));
    }
  }
  return slots;
}

function liveIn(type: TypeRows, slot: number): object | undefined {
  const content = type.rows.get(slot);
  return isLive(content) ? content : undefined;
}
