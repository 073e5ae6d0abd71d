/** The meta of a row. Times are ms since epoch. `seq` orders writes; the clock never does. */
export interface EntityMeta {
  /** Position in the store's one order of requests and writes; the higher `seq` is newer. */
  readonly seq: number;
  /** When the request was sent. */
  readonly fetchedAt: number;
  /** When the response arrived. */
  readonly receivedAt: number;
  /** When the record becomes stale. */
  readonly expiresAt: number;
}
