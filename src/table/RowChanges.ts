import { diffRows, type SlotVisitor } from './diffRows.ts';
import { isLive, type Kind, type KindRows, recordIn } from './KindRows.ts';

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

/**
 * The difference in the rows of one kind between two snapshots of a lineage. A row whose insertion
 * order changed is removed and added. The cost follows the difference, unless one of the two was
 * compacted in between.
 */
export class RowChanges<K extends Kind = string> {
  readonly key: K;
  readonly #before: KindRows;
  readonly #after: KindRows;
  /** The slots of updated and removed rows, ascending. */
  readonly #changed: number[] = [];
  readonly #added: number;
  readonly #from: number | undefined;
  readonly #to: number | undefined;

  /** Both have one family. `from`, `to`: the slots between which they differ, if that is known. */
  constructor(key: K, before: KindRows, after: KindRows, from?: number, to?: number) {
    this.key = key;
    this.#before = before;
    this.#after = after;
    this.#from = from;
    this.#to = to;
    let removed = 0;
    // A first load needs no comparison.
    if (before.live > 0) {
      this.#diff('content', (slot, content, previous) => {
        if (!isLive(previous)) return;
        this.#changed.push(slot);
        if (!isLive(content)) removed++;
      });
    }
    this.#added = after.live - before.live + removed;
  }

  /** Number of rows that were added, updated or removed. */
  get count(): number {
    return this.#changed.length + this.#added;
  }

  /**
   * Calls `visit` for every changed row: first updates and removals, then added rows, both in
   * insertion order.
   */
  forEach(visit: ChangeVisitor): void {
    const before = this.#before.rows;
    const { family, rows } = this.#after;
    for (const slot of this.#changed) {
      visit(family.pk(slot), recordIn(rows, slot), recordIn(before, slot), family.ordinal(slot));
    }
    // A first load has many added rows: no list of them.
    if (this.#added === 0) return;
    this.#diff('content', (slot, content, previous) => {
      if (isLive(previous) || !isLive(content)) return;
      visit(family.pk(slot), content, undefined, family.ordinal(slot));
    });
  }

  /** The pks of live rows with the same record and another meta. */
  refreshed(): readonly string[] {
    const { family } = this.#after;
    const pks: string[] = [];
    this.#diff('meta', (slot, content, previous) => {
      if (content === previous && isLive(content)) pks.push(family.pk(slot));
    });
    return pks;
  }

  #diff(by: 'content' | 'meta', visit: SlotVisitor): void {
    diffRows(this.#before.rows, this.#after.rows, by, visit, this.#from, this.#to);
  }
}
