/** How often and how fast a failed read is asked for again: exponential with full jitter. */
export interface RetryOptions {
  /** Most retries after the first try. */
  readonly limit: number;
  /** Upper bound of the first wait, in ms; doubles with each retry. Default 1,000. */
  readonly delay?: number;
  /** Upper bound of every wait, in ms. Default 30,000. */
  readonly maxDelay?: number;
}
