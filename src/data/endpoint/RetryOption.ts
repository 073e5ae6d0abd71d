import type { Optional } from '../../shared/Optional.ts';

/** The option that is a function. A method, so that it may declare a narrower parameter. */
interface RetryMethods {
  /**
   * Whether to retry after this error; `attempt` is the number of the failed try, from 1. Default:
   * after network failures, timeouts, and the statuses 408, 429 and from 500. An abort is never
   * retried.
   */
  when(error: Error, attempt: number): boolean;
}

/** How a failed read is retried. */
export interface RetryOptions extends Optional<RetryMethods> {
  /** The number of further tries. Default 3. */
  readonly count?: number | undefined;
  /** The longest wait before the first retry, in ms; it doubles with each try. Default 1,000. */
  readonly delay?: number | undefined;
  /** The longest wait of all, in ms; it also caps the server's `Retry-After`. Default 30,000. */
  readonly maxDelay?: number | undefined;
}

/** The number of further tries, or options, or `false` for none. */
export type RetryOption = number | false | RetryOptions;
