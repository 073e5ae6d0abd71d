import type { SchedulerLike } from 'rxjs';
import type { RetryOption } from '../../data/endpoint/RetryOption.ts';
import type { Interceptor } from './Interceptor.ts';

/** The origin of an error that has no other receiver. */
export interface ErrorContext {
  /** The key or query whose observer threw; `''` for a plugin or the initial state. */
  readonly key: string;
}

/** How requests are sent, and how long their results are valid. Durations are in ms. */
export interface RequestOptions {
  /** How long data is valid after it was received, unless the endpoint sets it. Default 60,000. */
  readonly dataExpiryLength?: number | undefined;
  /** How long a failure is valid, unless the endpoint sets it. Default 1,000. */
  readonly errorExpiryLength?: number | undefined;
  /**
   * How long a try may take until its first response, unless the endpoint sets it; above 0. A response
   * that arrives while the page is busy or frozen counts up to a second after that. Default Infinity.
   */
  readonly timeout?: number | undefined;
  /**
   * How often and when a failed read is retried, unless the endpoint sets it; `false`: never.
   * Default `false`.
   */
  readonly retry?: RetryOption | undefined;
  /**
   * Whether existing data stays visible after this error of a read (`'soft'`) or the error replaces
   * it (`'hard'`), if its endpoint does not decide. Default `'hard'`.
   */
  readonly errorPolicy?: ((error: unknown) => 'soft' | 'hard' | undefined) | undefined;
  /**
   * Stand between the store and every request, reads and mutations. The first is the outermost.
   * Default: none.
   */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Sends requests. Default: the global `fetch`, looked up for each request; on a server, redirects
   * to another origin drop custom headers.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Provides time and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Returns numbers from 0 to below 1, used to spread retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Receives errors that have no other receiver, such as those that observers throw. Default: the
   * global `reportError`, else the console.
   */
  readonly onError?: ((error: unknown, context: ErrorContext) => void) | undefined;
}
