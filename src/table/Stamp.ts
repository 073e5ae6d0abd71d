/**
 * When a row was requested, received and expires. All rows of one response share one object. A row
 * that only gets another stamp has not changed.
 */
export interface Stamp {
  /** The store's sequence number of the write. A lower one never replaces a higher one. */
  readonly seq: number;
  /** When the request was sent, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** When the response arrived, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** When the row becomes stale, in milliseconds since the epoch; may be `Infinity`. */
  readonly expiresAt: number;
}
