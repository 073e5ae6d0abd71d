import type { TableReader } from '../table/TableReader.ts';
import { RowSet } from '../table/RowSet.ts';

/** What it means that an answer with all rows of a kind lacks one. */
export interface Absence {
  /** Rows that are gone then. */
  readonly gone: RowSet;
  /** Rows that may come all the same: the answer may be of an earlier state. */
  readonly unsure: RowSet;
}

/** Rows that a removal and another mutation have changed at the same time: the server may have taken the removal last. */
export class Suspects {
  /** By kind and primary key, with the place at which the mutations were over. */
  readonly #kinds = new Map<string, Map<string, number>>();

  add(rows: RowSet, place: number): void {
    rows.forEach((kind, pk) => {
      let places = this.#kinds.get(kind);
      if (!places) this.#kinds.set(kind, (places = new Map<string, number>()));
      places.set(pk, place);
    });
  }

  /** For the answer to a request that was sent at `seq`; `undefined` if nothing is suspect. Forgets what `table` has from later on. */
  absence(seq: number, table: TableReader): Absence | undefined {
    if (this.#kinds.size === 0) return undefined;
    const [gone, unsure] = [new RowSet(), new RowSet()];
    for (const [kind, places] of this.#kinds) {
      for (const [pk, place] of places) {
        const stamp = table.stamp(kind, pk);
        if (!stamp || stamp.seq > place) places.delete(pk);
        else (place < seq ? gone : unsure).add(kind, pk);
      }
      if (places.size === 0) this.#kinds.delete(kind);
    }
    return { gone, unsure };
  }
}
