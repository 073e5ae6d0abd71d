/** Counts of what a store holds and did. All are 0 after `dispose()`. */
export interface StoreStats {
  /** Endpoint streams, those that are inactive and not yet collected included. */
  readonly entries: number;
  /** Entities in the table. */
  readonly entities: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** Optimistic layers: pending mutations whose prediction is visible. */
  readonly layers: number;
  /**
   * Pending deadlines, which share one timer. The deadline of garbage collection is not counted.
   */
  readonly timers: number;
  /** Subscribers of endpoint streams, query streams and change sets. */
  readonly subscribers: number;
  /** How many values were computed from the table since the store was made. */
  readonly computations: number;
}
