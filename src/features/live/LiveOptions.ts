import { asyncScheduler, type SchedulerLike } from 'rxjs';
import type { AnyObservable } from '../../kernel/requests/toObservable.ts';
import { assertLength } from '../../shared/assertLength.ts';
import { reportGlobally } from '../../shared/reportGlobally.ts';
import { networkOnline, pageAlive } from '../../shared/web/pageSignals.ts';
import type { ConnectionError } from './ConnectionError.ts';
import type { Defaulted } from '../../shared/Optional.ts';

/** How a quiet connection is checked. All times are ms. */
export interface HeartbeatOptions {
  /** A connection without messages for this long is checked; above 0. */
  readonly interval: number;
  /**
   * A connection without messages for this long after the check is closed and made again. Default
   * 10,000.
   */
  readonly timeout?: number | undefined;
}

/** The options that all sources of live messages share. All times are ms. */
export interface LiveOptions<M> {
  /**
   * Makes a message from the data that arrived. An error that it throws is reported, and the
   * message is skipped. Default: parses text as JSON.
   */
  readonly parse?: ((data: unknown) => M) | undefined;
  /**
   * Longer messages are reported and skipped: characters of text, bytes of binary data. Default
   * 1,000,000.
   */
  readonly maxLength?: number | undefined;
  /**
   * How long a connection may take to open, including the time for its URL; above 0. Default
   * 10,000.
   */
  readonly openTimeout?: number | undefined;
  /**
   * The longest pause after the first failure; it doubles with each further failure. Each pause is
   * a random part of it. Default 1,000.
   */
  readonly delay?: number | undefined;
  /** The limit of that doubling. Default 30,000. */
  readonly maxDelay?: number | undefined;
  /** Whether a lost connection is not made again: its subscribers get the error. */
  readonly isFinal?: ((error: ConnectionError) => boolean) | undefined;
  /**
   * Whether there may be a connection. Default: while the page is in use, visible or not;
   * `pageActive()`: while it is visible and online.
   */
  readonly active$?: AnyObservable<boolean> | undefined;
  /**
   * Whether there is a network. When it is back, the next try starts at once. Default: the `online`
   * and `offline` events of the page.
   */
  readonly online$?: AnyObservable<boolean> | undefined;
  /** Clock and timers. Default: RxJS's `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Random numbers from 0 to below 1, for the pauses. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Takes errors that do not end the source, such as unreadable messages. Default: the global
   * `reportError`, else the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
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

type CommonSettings<M> = Defaulted<Omit<LiveOptions<M>, 'parse' | 'maxLength'>>;

/** How a connection behaves: the options with all defaults. */
export interface ConnectionSettings<M> extends CommonSettings<M> {
  readonly url: (context: UrlContext) => string | Promise<string>;
  /** Makes a message from the data that arrived, or throws. */
  readonly read: (data: unknown) => M;
  /** Whether a message only responds to the heartbeat. */
  readonly isPong: (message: M) => boolean;
  /** The topic of a message, if the transport does not know it. */
  readonly topicOf: (message: M) => string | undefined;
  readonly heartbeat: Defaulted<HeartbeatOptions> | undefined;
}

/** The settings that differ between transports. */
type Own<M> = Pick<ConnectionSettings<M>, 'url' | 'isPong' | 'topicOf' | 'isFinal'> & {
  readonly heartbeat: HeartbeatOptions | undefined;
};

/**
 * The settings of a source; `owner` is the function that errors name. Throws `SB_OPTION_INVALID`.
 */
export function connectionSettings<M>(
  owner: string,
  options: LiveOptions<M>,
  own: Own<M>,
): ConnectionSettings<M> {
  const {
    // The cast is the caller's promise: it names the type of the messages.
    parse = parseJson as (data: unknown) => M,
    maxLength = 1_000_000,
    openTimeout = 10_000,
    delay = 1_000,
    maxDelay = 30_000,
    isFinal = own.isFinal,
    active$ = pageAlive(),
    online$ = networkOnline(),
    scheduler = asyncScheduler,
    random = () => Math.random(),
    onError = reportGlobally,
  } = options;
  const heartbeat = own.heartbeat && {
    ...own.heartbeat,
    timeout: own.heartbeat.timeout ?? 10_000,
  };
  assertLength(owner, 'delay', delay);
  assertLength(owner, 'maxDelay', maxDelay);
  assertLength(owner, 'openTimeout', openTimeout, true);
  assertLength(owner, 'maxLength', maxLength);
  if (heartbeat) {
    assertLength(owner, 'heartbeat.interval', heartbeat.interval, true);
    assertLength(owner, 'heartbeat.timeout', heartbeat.timeout);
  }
  const read = (data: unknown): M => {
    const length = lengthOf(data);
    if (length <= maxLength) return parse(data);
    throw new RangeError(`The message has length ${length}; maxLength is ${maxLength}.`);
  };
  const timing = { openTimeout, delay, maxDelay, scheduler, random };
  return { ...own, ...timing, heartbeat, isFinal, read, active$, online$, onError };
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') {
    throw new TypeError('The message is not text; the option parse has to read it.');
  }
  try {
    return JSON.parse(data);
  } catch {
    // The platform's error would quote the text.
    throw new SyntaxError('The message is not JSON.');
  }
}

/** Characters of text, bytes of binary data. */
function lengthOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  const { byteLength, size = 0 } = Object(data) as { byteLength?: number; size?: number };
  return byteLength ?? size;
}
