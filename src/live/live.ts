import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf, EndpointInterface, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import type { Request } from '../requests/Request.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { internalsOf } from '../store/internalsOf.ts';
import type { Store } from '../store/Store.ts';
import type { StoreInternals } from '../store/StoreInternals.ts';
import type { EndpointStream } from '../streams/EndpointStream.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import type { ReadableSource, SourceListener } from '../streams/StateObservable.ts';
import { LiveObservable } from './LiveObservable.ts';
import { Polls } from './Polls.ts';

type Observed = EndpointObservable<unknown>;
type State = EndpointState<unknown>;

/**
 * Live observables by the observable that `store.observe` returns for the key, and by poll
 * frequency.
 */
const known = new WeakMap<Observed, Map<number | undefined, Observed>>();

/**
 * The state of an endpoint and its args, kept fresh: like `store.observe`, but while it has
 * subscribers, it polls the key every `pollFrequency` of the endpoint, or keeps its live source
 * open: the observable or async iterable that its function returns. All subscribers of a key share
 * the poll or the source. The shortest frequency counts, and after the last subscriber it continues
 * for the grace time of the store. Polls count from the last fetch of the key: stale data waits for
 * its poll. A failed poll keeps the data, and polls rest while `active$` of the store is false.
 *
 * Does nothing without subscribers. Returns the same object for the same key and frequency while it
 * is retained. With `null` as the only argument it is inactive.
 *
 * An endpoint that returns one response and has no `pollFrequency` throws `SB_NOT_LIVE`. If only
 * the request can tell, the subscription errors instead. Throws `SB_DISPOSED`, `SB_STORE_UNKNOWN`,
 * and what the endpoint throws for its key.
 *
 * @example
 * ```ts
 * const getPrice = new RestEndpoint({ path: '/prices/:symbol', schema: Price, pollFrequency: 10_000 });
 * live(store, getPrice, { symbol: 'SBD' }).data$.subscribe((price) => console.log(price.value));
 * ```
 */
export function live<E extends ReadEndpoint>(
  store: Store,
  endpoint: E,
  ...args: ArgsOrNull<E>
): EndpointObservable<DataOf<E>>;
export function live(store: Store, endpoint: ReadEndpoint, ...args: readonly unknown[]): Observed {
  const parts = internalsOf(store);
  // The casts hold: the signature checks the arguments.
  const observed = store.observe<ReadEndpoint>(endpoint, ...(args as [null]));
  if (args[0] === null) return observed;
  const stream = parts.sources.call(endpoint, args);
  const { pollFrequency } = endpoint;
  if (pollFrequency === undefined && isSingleValue(parts, stream)) throw notLive(endpoint);
  let ofKey = known.get(observed);
  if (!ofKey) known.set(observed, (ofKey = new Map<number | undefined, Observed>()));
  let made = ofKey.get(pollFrequency);
  if (!made) {
    made = new LiveObservable(stream, () => new LiveStateSource(parts, endpoint, stream));
    ofKey.set(pollFrequency, made);
  }
  return made;
}

/** Whether an endpoint is known to return one response before a request is sent. */
function isSingleValue(parts: StoreInternals, { endpoint, requests }: EndpointStream): boolean {
  if (requests.joinable?.isSingleValue) return true;
  // An interceptor may turn the one response into a stream.
  return parts.options.interceptors.length === 0 && isAsync(endpoint);
}

/** Whether the function of an endpoint is async, so that it always returns a promise. */
function isAsync(endpoint: object): boolean {
  const fn: unknown = Reflect.get(endpoint, 'fetch') ?? endpoint;
  return Object.prototype.toString.call(fn) === '[object AsyncFunction]';
}

/**
 * The state of a key for one subscription that keeps it fresh: it polls the key, or keeps its live
 * source open.
 */
class LiveStateSource implements ReadableSource<State> {
  readonly #parts: StoreInternals;
  readonly #endpoint: EndpointInterface;
  readonly #stream: EndpointStream;
  /**
   * The request that the subscription joined or started. It may turn out to return a single value.
   */
  #request: Request | undefined;
  #stopPoll: (() => void) | undefined;

  constructor(parts: StoreInternals, endpoint: EndpointInterface, stream: EndpointStream) {
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.#stream = stream;
  }

  read(): State {
    if (this.#request?.isSingleValue) throw notLive(this.#endpoint);
    return this.#stream.read();
  }

  listen(listener: SourceListener): void {
    const parts = this.#parts;
    const { pollFrequency } = this.#endpoint;
    this.#stream.watch(listener);
    if (pollFrequency === undefined) {
      this.#keepOpen();
    } else {
      const polls = parts.features.get(Polls, () => new Polls(parts));
      this.#stopPoll = polls.add(this.#stream, pollFrequency);
    }
  }

  #keepOpen(): void {
    const stream = this.#stream;
    const { requests } = stream;
    let request = requests.joinable?.detach();
    // A source that is already open stays open.
    if (!request && !requests.isBusy) request = this.#parts.requests.read(stream, false).detach();
    if (request?.isSingleValue) throw notLive(this.#endpoint);
    this.#request = request;
    requests.isLive = true;
  }

  unlisten(listener: SourceListener): void {
    const stop = this.#stopPoll;
    this.#stopPoll = undefined;
    stop?.();
    this.#stream.unlisten(listener);
  }
}

/** The error for an endpoint that returns one response and is not polled. */
function notLive(endpoint: EndpointInterface): StreambedError {
  return new StreambedError(
    'SB_NOT_LIVE',
    `${labelOf(endpoint)} returns one response and has no pollFrequency, so it cannot be kept fresh.`,
  );
}
