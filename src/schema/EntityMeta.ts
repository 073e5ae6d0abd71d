/** How fresh an entity's record is. Times are ms since epoch; `seq` orders writes, the clock never does. */
export interface EntityMeta {
  /** Place in the store's one order of requests and writes; higher wins. */
  readonly seq: number;
  /** When the request was sent. */
  readonly fetchedAt: number;
  /** When the answer arrived. */
  readonly receivedAt: number;
  /** When the record becomes stale. */
  readonly expiresAt: number;
}
