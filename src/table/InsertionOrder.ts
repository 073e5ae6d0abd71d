/** The order of the rows that one draft adds, whatever their kinds. */
export class InsertionOrder {
  /** No row of the draft, or of the snapshot it began with, has a higher ordinal. */
  last: number;
  readonly #lineage: { nextOrdinal: number };

  /** `lineage`: shared by all drafts that may see each other's ordinals. */
  constructor(lineage: { nextOrdinal: number }, last: number) {
    this.#lineage = lineage;
    this.last = last;
  }

  /** The ordinal of a row that goes last. */
  take(): number {
    return (this.last = this.#lineage.nextOrdinal++);
  }

  /** Whether a row with this ordinal goes last; it is then the highest one. */
  uses(ordinal: number): boolean {
    if (ordinal <= this.last) return false;
    this.last = ordinal;
    return true;
  }
}
