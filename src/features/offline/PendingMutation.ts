/**
 * A mutation in the outbox. `waiting`: it is sent when it is its turn. `sending`: a try is in
 * flight. `paused`: the outbox waits for `resume()`. `failed`: it was refused, and is kept until it
 * is retried or discarded, at most 30 days.
 */
export interface PendingMutation {
  /** Identifies the mutation. Ids sort in the order in which mutations were made. */
  readonly id: string;
  /** The name of the endpoint. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** When it was made, ms since epoch. */
  readonly createdAt: number;
  /** How many tries were sent. One that fails while the platform has no network is not sent. */
  readonly attempts: number;
  readonly status: 'waiting' | 'sending' | 'paused' | 'failed';
  /** The ids of the mutations that are sent before it. */
  readonly waitsFor: readonly string[];
  /** When it is tried again, ms since epoch; `undefined`: when it is its turn. */
  readonly nextTryAt?: number;
  /** Why the last try failed. */
  readonly error?: Error;
}

/** The outcome of a mutation of the outbox. */
export interface SettledMutation {
  readonly id: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly outcome: 'done' | 'failed';
  /** Why it was refused. */
  readonly error?: Error;
}
