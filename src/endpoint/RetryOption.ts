/** How a read that has failed is tried again. */
export interface RetryOptions {
  /** How many more tries there are. Default 3. */
  readonly count?: number | undefined;
  /** The longest first wait, ms; it doubles with each try. Default 1,000. */
  readonly delay?: number | undefined;
  /** The longest wait, ms; caps what the server asks for in `Retry-After` as well. Default 30,000. */
  readonly maxDelay?: number | undefined;
  /**
   * Whether to try again after this error; `attempt` says which try has failed, from 1. Default: after failures of the network, timeouts,
   * 408, 429 and statuses from 500. An abort is never tried again.
   */
  when?(error: Error, attempt: number): boolean;
}

/** A number of further tries, the options of them, or `false` for none. */
export type RetryOption = number | false | RetryOptions;
