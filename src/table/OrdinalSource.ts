import type { Lineage } from './Lineage.ts';

/** Hands out insertion ordinals to one draft, and knows the last one among the draft's rows. */
export class OrdinalSource {
  /** No row of the draft, or of the snapshot it began with, has a higher ordinal. */
  last: number;
  readonly #lineage: Lineage;

  constructor(lineage: Lineage, last: number) {
    this.#lineage = lineage;
    this.last = last;
  }

  /** The ordinal of a row that goes last. */
  take(): number {
    return (this.last = this.#lineage.takeOrdinal());
  }
}
