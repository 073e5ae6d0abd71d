import { asyncScheduler } from 'rxjs';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { networkOnline } from '../web/networkOnline.ts';
import { pageAlive } from '../web/pageAlive.ts';
import { assertLength } from '../shared/assertLength.ts';
import type { HeartbeatOptions, LiveOptions, UrlContext } from './LiveOptions.ts';

type Defaulted<M> = Required<Omit<LiveOptions<M>, 'parse' | 'maxLength'>>;

/** How a connection behaves: the options with all defaults. */
export interface ConnectionSettings<M> extends Defaulted<M> {
  readonly url: (context: UrlContext) => string | Promise<string>;
  /** Makes a message from the data that arrived, or throws. */
  readonly read: (data: unknown) => M;
  /** Whether a message only responds to the heartbeat. */
  readonly isPong: (message: M) => boolean;
  /** The topic of a message, if the transport does not know it. */
  readonly topicOf: (message: M) => string | undefined;
  readonly heartbeat: Required<HeartbeatOptions> | undefined;
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
  const heartbeat = own.heartbeat && { timeout: 10_000, ...own.heartbeat };
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

/** The global class of a transport. Throws `SB_OPTION_INVALID` if the platform has none. */
export function platformClass(owner: string, name: 'EventSource' | 'WebSocket'): unknown {
  const found: unknown = Reflect.get(globalThis, name);
  if (found) return found;
  throw new StreambedError(
    'SB_OPTION_INVALID',
    `${owner}: this platform has no global ${name}; pass one in the option ${name}.`,
  );
}
