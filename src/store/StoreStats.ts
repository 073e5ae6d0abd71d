/** What a store holds and did; all 0 after `dispose()`. */
export interface StoreStats {
  /** Endpoint keys with a live stream or data that is still kept. */
  readonly entries: number;
  /** Entities in the table. */
  readonly entities: number;
  /** Requests without an answer. */
  readonly inFlight: number;
  /** Mutations under way that show at once what they will probably do. */
  readonly layers: number;
  /** Deadlines that are waited for, with one timer for all; that of the collection of what nobody reads is not counted. */
  readonly timers: number;
  /** Subscribers of endpoint streams, live or not, of queries, and of change sets. */
  readonly subscribers: number;
  /** How often a value was made from the table since the store was made: the measure of the work done. */
  readonly computations: number;
}
