import type { TableReader } from '../table/TableReader.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';

/** What to do with rows that a complete list lacks. */
export interface MissingRows {
  /** Rows to remove. */
  readonly gone: EntityKeySet;
  /** Rows that may still exist: the response may show an earlier state of the server. */
  readonly unsure: EntityKeySet;
}

/**
 * Rows that were changed by two overlapping mutations, one of them a removal: the server may have
 * removed them last.
 */
export class DeleteConflicts {
  /** By entity key and pk, with the seq at which the mutations settled. */
  readonly #seqs = new Map<string, Map<string, number>>();

  add(rows: EntityKeySet, settledSeq: number): void {
    rows.forEach((kind, pk) => {
      let seqs = this.#seqs.get(kind);
      if (!seqs) this.#seqs.set(kind, (seqs = new Map<string, number>()));
      seqs.set(pk, settledSeq);
    });
  }

  /**
   * For a response that was requested at `seq`; `undefined` without suspects. Forgets suspects that
   * `table` has from later responses.
   */
  absence(seq: number, table: TableReader): MissingRows | undefined {
    if (this.#seqs.size === 0) return undefined;
    const [gone, unsure] = [new EntityKeySet(), new EntityKeySet()];
    for (const [kind, seqs] of this.#seqs) {
      for (const [pk, settledSeq] of seqs) {
        const stamp = table.stamp(kind, pk);
        if (!stamp || stamp.seq > settledSeq) seqs.delete(pk);
        else (settledSeq < seq ? gone : unsure).add(kind, pk);
      }
      if (seqs.size === 0) this.#seqs.delete(kind);
    }
    return { gone, unsure };
  }
}
