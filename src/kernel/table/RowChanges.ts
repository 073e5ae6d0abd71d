import { changedSlots } from './changedSlots.ts';
import type { Kind, KindRows } from './KindRows.ts';

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

const NONE: readonly never[] = [];

/**
 * The difference in the rows of one kind between two snapshots of a lineage, found when it is read.
 * A row whose insertion order changed is removed and added. The cost follows the difference, unless
 * one of the two was compacted in between.
 */
export class RowChanges<K extends Kind = string> {
  readonly key: K;
  private readonly before: KindRows;
  private readonly after: KindRows;
  private readonly from: number | undefined;
  private readonly to: number | undefined;
  private found: readonly number[] | undefined;
  private counted: number | undefined;

  /**
   * Both have one family. `from`, `to`: the slots between which they differ, if that is known;
   * `mayDiffer`: whether they may differ in more than metas.
   */
  constructor(
    key: K,
    before: KindRows,
    after: KindRows,
    from?: number,
    to?: number,
    mayDiffer = true,
  ) {
    this.key = key;
    this.before = before;
    this.after = after;
    this.from = from;
    this.to = to;
    this.found = mayDiffer ? undefined : NONE;
    this.counted = undefined;
  }

  /** The slots with another content, ascending. */
  private get slots(): readonly number[] {
    return (this.found ??= changedSlots(this.before, this.after, 'content', this.from, this.to));
  }

  /** Number of rows that were added, updated or removed. */
  get count(): number {
    const { after, before, counted } = this;
    if (counted !== undefined) return counted;
    // A first load needs no comparison.
    if (before.live === 0) return (this.counted = after.live);
    let count = 0;
    for (const slot of this.slots) {
      // Not counted: the tombstone of a row that is forgotten.
      if ((after.recordAt(slot) ?? before.recordAt(slot)) !== undefined) count++;
    }
    this.counted = count;
    return count;
  }

  /**
   * Calls `visit` for every changed row: first updates and removals, then added rows, both in
   * insertion order.
   */
  forEach(visit: ChangeVisitor): void {
    const { before, after, slots } = this;
    const { family } = after;
    let hasAdded = false;
    for (const slot of slots) {
      const previous = before.recordAt(slot);
      if (previous === undefined) hasAdded = true;
      else visit(family.pk(slot), after.recordAt(slot), previous, family.ordinal(slot));
    }
    if (!hasAdded) return;
    for (const slot of slots) {
      const record = after.recordAt(slot);
      if (record === undefined || before.recordAt(slot) !== undefined) continue;
      visit(family.pk(slot), record, undefined, family.ordinal(slot));
    }
  }

  /** The pks of the rows with another content. */
  pks(): readonly string[] {
    const { after, slots } = this;
    // Of the right length: a pushed item reserves room for 16 more.
    const pks = Array<string>(slots.length);
    for (let i = 0; i < slots.length; i++) pks[i] = after.family.pk(slots[i]);
    return pks;
  }

  /** The pks of all rows with another content or meta, removed and forgotten ones too. */
  written(): readonly string[] {
    return this.#changed('either').map((slot) => this.after.family.pk(slot));
  }

  /** The pks of live rows with the same record and another meta. */
  refreshed(): readonly string[] {
    const { before, after } = this;
    const pks: string[] = [];
    for (const slot of this.#changed('meta')) {
      const record = after.recordAt(slot);
      if (record && record === before.recordAt(slot)) pks.push(after.family.pk(slot));
    }
    return pks;
  }

  /** The slots with another meta, or with another content or meta, ascending. */
  #changed(by: 'meta' | 'either'): readonly number[] {
    return changedSlots(this.before, this.after, by, this.from, this.to);
  }
}
