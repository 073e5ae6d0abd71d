/** Assigns insertion ordinals to one draft, and tracks the highest one among the draft's rows. */
export interface OrdinalSource {
  /** No row of the draft, or of the snapshot it began with, has a higher ordinal. */
  lastOrdinal: number;
  /** The ordinal of a row that goes last. */
  takeOrdinal(): number;
}
