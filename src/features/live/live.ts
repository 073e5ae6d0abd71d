import type { ArgsOrNull } from '../../data/endpoint/ArgsOrNull.ts';
import type { DataOf, ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import type { LiveEndpoint } from '../../data/endpoint/LiveEndpoint.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import type { EndpointObservable } from '../../kernel/streams/EndpointObservable.ts';
import { LiveObservable, notLive } from './LiveObservable.ts';

type Observed = EndpointObservable<unknown>;

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
export function live<E extends LiveEndpoint>(
  store: Store,
  endpoint: E,
  ...args: ArgsOrNull<E>
): EndpointObservable<DataOf<E>>;
export function live(store: Store, endpoint: ReadEndpoint, ...args: readonly unknown[]): Observed {
  const internals = internalsOf(store);
  // The casts hold: the signature checks the arguments.
  const observed = store.observe<ReadEndpoint>(endpoint, ...(args as [null]));
  if (args[0] === null) return observed;
  const stream = internals.streams.stream(endpoint, args);
  const { pollFrequency } = endpoint;
  if (pollFrequency === undefined && isSingleValue(internals, stream)) throw notLive(endpoint);
  let ofKey = known.get(observed);
  if (!ofKey) known.set(observed, (ofKey = new Map<number | undefined, Observed>()));
  let made = ofKey.get(pollFrequency);
  if (!made) {
    made = new LiveObservable(internals, endpoint, stream);
    ofKey.set(pollFrequency, made);
  }
  return made;
}

/** Whether an endpoint is known to return one response before a request is sent. */
function isSingleValue(internals: StoreInternals, { endpoint, requests }: EndpointStream): boolean {
  if (requests.joinable?.isSingleValue) return true;
  // An interceptor may turn the one response into a stream.
  return internals.options.interceptors.length === 0 && isAsync(endpoint);
}

/** Whether the function of an endpoint is async, so that it always returns a promise. */
function isAsync(endpoint: object): boolean {
  const fn: unknown = Reflect.get(endpoint, 'fetch') ?? endpoint;
  return Object.prototype.toString.call(fn) === '[object AsyncFunction]';
}
