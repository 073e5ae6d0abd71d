import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { networkOnline } from '../web/networkOnline.ts';
import { pageAlive } from '../web/pageAlive.ts';
import { assertLength } from './assertLength.ts';
import type { ConnectionError } from './ConnectionError.ts';
import type { HeartbeatOptions, LiveOptions, UrlContext } from './LiveOptions.ts';

/** How a connection behaves: the options, with every default in its place. */
export interface ConnectionSettings<M> {
  readonly url: (context: UrlContext) => string | Promise<string>;
  /** Makes a message of what arrived, or throws. */
  readonly read: (data: unknown) => M;
  /** Whether a message only says that the other side is there. */
  readonly isPong: (message: M) => boolean;
  /** The topic of a message of which the transport does not say it. */
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

/** What each transport has of its own. */
type Own<M> = Pick<ConnectionSettings<M>, 'url' | 'isPong' | 'topicOf' | 'isFinal'> & {
  readonly heartbeat: HeartbeatOptions | undefined;
};

/** The settings of the source that `owner` makes. Throws `SB_OPTION_INVALID`. */
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
  // The cast holds by the promise of whoever names the type of the messages.
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
        throw new RangeError(`It is ${length} long; maxLength is ${maxLength}.`);
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
    throw new TypeError('It is no text: the option parse says how it is read.');
  }
  try {
    return JSON.parse(data);
  } catch {
    // The error of the platform quotes the text.
    throw new SyntaxError('It is not JSON.');
  }
}

/** Characters of a text, bytes of anything else. */
function lengthOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  const { byteLength, size = 0 } = Object(data) as { byteLength?: number; size?: number };
  return byteLength ?? size;
}
