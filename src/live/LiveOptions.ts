import type { Observable, SchedulerLike } from 'rxjs';
import type { ConnectionError } from './ConnectionError.ts';

/** How a quiet connection is checked. All times are ms. */
export interface HeartbeatOptions {
  /** A connection without messages for this long is checked; above 0. */
  readonly interval: number;
  /**
   * A connection without messages for this long after the check is closed and made again. Default
   * 10,000.
   */
  readonly timeout?: number;
}

/** The options that all sources of live messages share. All times are ms. */
export interface LiveOptions<M> {
  /**
   * Makes a message from the data that arrived. An error that it throws is reported, and the
   * message is skipped. Default: parses text as JSON.
   */
  readonly parse?: (data: unknown) => M;
  /**
   * Longer messages are reported and skipped: characters of text, bytes of binary data. Default
   * 1,000,000.
   */
  readonly maxLength?: number;
  /**
   * How long a connection may take to open, including the time for its URL; above 0. Default
   * 10,000.
   */
  readonly openTimeout?: number;
  /**
   * The longest pause after the first failure; it doubles with each further failure. Each pause is
   * a random part of it. Default 1,000.
   */
  readonly delay?: number;
  /** The limit of that doubling. Default 30,000. */
  readonly maxDelay?: number;
  /** Whether a lost connection is not made again: its subscribers get the error. */
  readonly isFinal?: (error: ConnectionError) => boolean;
  /**
   * Whether there may be a connection. Default: while the page is in use, visible or not;
   * `pageActive()`: while it is visible and online.
   */
  readonly active$?: Observable<boolean>;
  /**
   * Whether there is a network. When it is back, the next try starts at once. Default: the `online`
   * and `offline` events of the page.
   */
  readonly online$?: Observable<boolean>;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
  /** Random numbers from 0 to below 1, for the pauses. Default: `Math.random`. */
  readonly random?: () => number;
  /**
   * Takes errors that do not end the source, such as unreadable messages. Default: the global
   * `reportError`, else the console.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * The URL of a connection, or a function that returns it for each try, so that a token in it is
 * fresh.
 */
export type LiveUrl<C> = string | ((context: C) => string | Promise<string>);

/** The number of the try that a URL is for. */
export interface UrlContext {
  /** The number of tries since the connection was last good, from 1. */
  readonly attempt: number;
}
