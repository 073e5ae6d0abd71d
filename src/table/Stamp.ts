/**
 * How fresh a row is; one object shared by all rows of one answer. It is not part of what a snapshot
 * says: a row that only gets another stamp has not changed.
 */
export interface Stamp {
  /** Place of the write in the order of the store; a lower one never replaces a higher one. */
  readonly seq: number;
  /** When the request was sent, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** When the answer arrived, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the row becomes stale, in milliseconds since the epoch; may be `Infinity`. */
  readonly expiresAt: number;
}
