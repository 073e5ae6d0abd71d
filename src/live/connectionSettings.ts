import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { networkOnline } from '../web/networkOnline.ts';
import { pageAlive } from '../web/pageAlive.ts';
import { assertLength } from './assertLength.ts';
import type { ConnectionError } from './ConnectionError.ts';
import type { HeartbeatOptions, LiveOptions, UrlContext } from './LiveOptions.ts';

/** How a connection behaves: the options with all defaults. */
export interface ConnectionSettings<M> {
  readonly url: (context: UrlContext) => string | Promise<string>;
  /** Makes a message from the data that arrived, or throws. */
  readonly read: (data: unknown) => M;
  /** Whether a message only responds to the heartbeat. */
  readonly isPong: (message: M) => boolean;
  /** The topic of a message, if the transport does not know it. */
  readonly topicOf: (message: M) => string | undefined;
  readonly isFinal: (error: ConnectionError) => boolean;
  readonly heartbeat: Required<HeartbeatOptions> | undefined;
  readonly openTimeout: number;
  readonly delay: number;
  readonly maxDelay: number;
  readonly active$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
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
  const { delay = 1_000, maxDelay = 30_000, openTimeout = 10_000, maxLength = 1_000_000 } = options;
  const { onError = reportGlobally, isFinal = own.isFinal } = options;
  assertLength(owner, 'delay', delay);
  assertLength(owner, 'maxDelay', maxDelay);
  assertLength(owner, 'openTimeout', openTimeout, true);
  assertLength(owner, 'maxLength', maxLength);
  // The cast is the caller's promise: it names the type of the messages.
  const { parse = parseJson as (data: unknown) => M } = options;
  const heartbeat = own.heartbeat && { timeout: 10_000, ...own.heartbeat };
  if (heartbeat) {
    assertLength(owner, 'heartbeat.interval', heartbeat.interval, true);
    assertLength(owner, 'heartbeat.timeout', heartbeat.timeout);
  }
  return {
    ...own,
    heartbeat,
    isFinal,
    read(data) {
      const length = lengthOf(data);
      if (length > maxLength)
        throw new RangeError(`The message has length ${length}; maxLength is ${maxLength}.`);
      return parse(data);
    },
    openTimeout,
    delay,
    maxDelay,
    active$: options.active$ ?? pageAlive(),
    online$: options.online$ ?? networkOnline(),
    scheduler: options.scheduler ?? asyncScheduler,
    random: options.random ?? (() => Math.random()),
    onError,
  };
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
