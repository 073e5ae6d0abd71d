import { diffSlots } from './diffSlots.ts';
import type { RowChanges } from './RowChanges.ts';
import { isStampSlot, SLOTS_PER_ROW } from './rowSlots.ts';
import { isLive } from './TOMBSTONE.ts';
import type { TypeRows } from './TypeRows.ts';

/**
 * Gets one changed row: without `record` it was removed, without `previous` it was added. `ordinal` is
 * its place in insertion order, or the one it had.
 */
export type ChangeVisitor = (
  pk: string,
  record: object | undefined,
  previous: object | undefined,
  ordinal: number,
) => void;

/** What a draft knows of its writes. */
interface Written {
  /** Every slot of the rows before that may differ, once. */
  readonly touched: readonly number[];
  /** How many rows were added behind them. */
  readonly added: number;
  /** False if no row has got another stamp and nothing else. */
  readonly refreshes: boolean;
}

/** What one commit changed in the rows of one type. */
export class TypeChanges implements RowChanges {
  readonly key: string;
  /** Number of rows that were added, updated or removed. */
  readonly count: number;
  readonly #before: TypeRows;
  readonly #after: TypeRows;
  readonly #changed: readonly number[];
  readonly #added: number;
  readonly #refreshes: boolean;

  constructor(before: TypeRows, after: TypeRows, { touched, added, refreshes }: Written) {
    this.key = before.key;
    this.#before = before;
    this.#after = after;
    const differs = (slot: number): boolean => liveIn(after, slot) !== liveIn(before, slot);
    // Nearly always all do.
    this.#changed = touched.every(differs) ? touched : touched.filter(differs);
    this.#added = added;
    this.#refreshes = refreshes;
    this.count = this.#changed.length + added;
  }

  /** Calls `visit` for every changed row: updates and removals in write order, then what was added. */
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

  /** The pks of the live rows that kept their record and got another stamp. */
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

function liveIn(type: TypeRows, slot: number): object | undefined {
  const content = type.rows.get(slot);
  return isLive(content) ? content : undefined;
}
