import { diffSlots } from './diffSlots.ts';
import type { RowChanges } from './RowChanges.ts';
import { isStampSlot, SLOTS_PER_ROW, stampOf } from './rowSlots.ts';
import { isLive } from './TOMBSTONE.ts';
import type { ChangeVisitor } from './TypeChanges.ts';
import type { TypeRows } from './TypeRows.ts';

type Change = Parameters<ChangeVisitor>;

/**
 * The difference in the rows of one type between any two snapshots of a lineage. A row whose
 * insertion order changed is removed and added. The cost follows the difference, unless one of the
 * two was compacted in between.
 */
export class TypeDifference implements RowChanges {
  readonly key: string;
  readonly #changed: Change[] = [];
  readonly #added: Change[] = [];
  readonly #refreshed: string[] = [];

  constructor(key: string, before: TypeRows | undefined, after: TypeRows | undefined) {
    this.key = key;
    if (before && after && before.family === after.family) this.#compareSlots(before, after);
    else this.#compareRows(before, after);
    this.#added.sort(([, , , a], [, , , b]) => a - b);
  }

  get count(): number {
    return this.#changed.length + this.#added.length;
  }

  forEach(visit: ChangeVisitor): void {
    for (const change of this.#changed) visit(...change);
    for (const change of this.#added) visit(...change);
  }

  refreshed(): readonly string[] {
    return this.#refreshed;
  }

  #compareSlots(before: TypeRows, after: TypeRows): void {
    const { family } = after;
    diffSlots(before.rows, after.rows, (slot, content, previous) => {
      if (isStampSlot(slot)) {
        const record = after.rows.get(slot - 1);
        if (isLive(record) && record === before.rows.get(slot - 1)) {
          this.#refreshed.push(family.key(slot - 1));
        }
      } else {
        this.#note(family.key(slot), live(content), live(previous), family.ordinal(slot));
      }
    });
  }

  #compareRows(before: TypeRows | undefined, after: TypeRows | undefined): void {
    eachLive(before, (pk, previous, ordinal, stamp) => {
      const slot = after ? after.family.slotIn(after.rows, pk) : -1;
      const record = live(after?.rows.get(slot));
      if (after && record && after.family.ordinal(slot) === ordinal) {
        this.#note(pk, record, previous, ordinal);
        if (record === previous && stampOf(after.rows, slot) !== stamp) this.#refreshed.push(pk);
      } else {
        this.#note(pk, undefined, previous, ordinal);
      }
    });
    eachLive(after, (pk, record, ordinal) => {
      const slot = before ? before.family.slotIn(before.rows, pk) : -1;
      const isKnown =
        before && live(before.rows.get(slot)) && before.family.ordinal(slot) === ordinal;
      if (!isKnown) this.#note(pk, record, undefined, ordinal);
    });
  }

  #note(
    pk: string,
    record: object | undefined,
    previous: object | undefined,
    ordinal: number,
  ): void {
    if (record === previous) return;
    (previous ? this.#changed : this.#added).push([pk, record, previous, ordinal]);
  }
}

function live(content: object | undefined): object | undefined {
  return isLive(content) ? content : undefined;
}

function eachLive(
  type: TypeRows | undefined,
  visit: (pk: string, record: object, ordinal: number, stamp: object | undefined) => void,
): void {
  if (!type) return;
  const { family, rows } = type;
  const visitLive = (content: object, slot: number) => {
    if (isLive(content)) {
      visit(family.key(slot), content, family.ordinal(slot), stampOf(rows, slot));
    }
  };
  rows.forEach(visitLive, 0, SLOTS_PER_ROW);
}
