import type { Observable, SchedulerLike } from 'rxjs';
import type { ConnectionError } from './ConnectionError.ts';

/** How often a quiet connection is looked at. All lengths are ms. */
export interface HeartbeatOptions {
  /** A connection over which nothing has come for this long is asked whether it is alive; above 0. */
  readonly interval: number;
  /** One over which nothing comes for this long after that is given up. Default 10,000. */
  readonly timeout?: number;
}

/** What the sources of live messages have in common. All lengths of time are ms. */
export interface LiveOptions<M> {
  /** What a message is, made of what arrived. What it throws is reported, and the message left out. Default: the text as JSON. */
  readonly parse?: (data: unknown) => M;
  /** Longer messages – characters of texts, bytes of others – are reported and left out. Default 1,000,000. */
  readonly maxLength?: number;
  /** How long a connection may take to open, the time for its URL included; above 0. Default 10,000. */
  readonly openTimeout?: number;
  /** The pause after the first failure; the longest possible one doubles with each further failure. Pauses are drawn at random below it. Default 1,000. */
  readonly delay?: number;
  /** The longest possible pause. Default 30,000. */
  readonly maxDelay?: number;
  /** Whether a connection that was lost is not made again: subscribers get the error. */
  readonly isFinal?: (error: ConnectionError) => boolean;
  /** Whether there is to be a connection. Default: while the page is in use, seen or not; `pageActive()`: while it is seen and online. */
  readonly active$?: Observable<boolean>;
  /** Whether there is a network: when there is one again, the next try is made at once. Default: by the events of the page. */
  readonly online$?: Observable<boolean>;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
  /** Numbers from 0 to below 1; they spread further tries. Default: `Math.random`. */
  readonly random?: () => number;
  /** Takes errors that end nothing, such as of messages that cannot be read. Default: the global `reportError`, else the console. */
  readonly onError?: (error: unknown) => void;
}

/** Where a connection leads to, or what gives it for each try, so that a token in it is fresh. */
export type LiveUrl<C> = string | ((context: C) => string | Promise<string>);

/** Which try to connect a URL is for. */
export interface UrlContext {
  /** How many tries have been made since the connection was last good, from 1. */
  readonly attempt: number;
}
