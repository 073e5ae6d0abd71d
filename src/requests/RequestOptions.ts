import type { SchedulerLike } from 'rxjs';
import type { RetryOption } from '../endpoint/RetryOption.ts';
import type { Interceptor } from './Interceptor.ts';

/** Where an error came from that has no other receiver. */
export interface ErrorContext {
  /** The key or query whose listener threw; `''` where it was a plugin, or the initial state. */
  readonly key: string;
}

/** How requests are sent and how long their results count as fresh. All lengths of time are ms. */
export interface RequestOptions {
  /** How long data is fresh, counted from its arrival, where the endpoint does not say. Default 60,000. */
  readonly dataExpiryLength?: number;
  /** How long failures are fresh, where the endpoint does not say. Default 1,000. */
  readonly errorExpiryLength?: number;
  /** How long a try of a request may take until its first response, where the endpoint does not say; above 0. Default Infinity. */
  readonly timeout?: number;
  /** How often and when a failed read is retried, where the endpoint does not say; `false`: never. Default `false`. */
  readonly retry?: RetryOption;
  /** Stand between the store and every request, reads and mutations; the first is the outermost. Default none. */
  readonly interceptors?: readonly Interceptor[];
  /** Sends requests. Default: the global `fetch`, looked up for each request; on a server, redirects to another origin go without your own headers. */
  readonly fetch?: typeof globalThis.fetch;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
  /** Numbers from 0 to below 1; they spread retries. Default: `Math.random`. */
  readonly random?: () => number;
  /** Takes errors that have no other receiver, such as those of listeners. Default: the global `reportError`, else the console. */
  readonly onError?: (error: unknown, context: ErrorContext) => void;
}
