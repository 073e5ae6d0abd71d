import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { partsOf, type StoreParts } from '../store/partsOf.ts';
import type { Store } from '../store/Store.ts';
import { EndpointObservable } from '../streams/EndpointObservable.ts';
import { type LiveKey, LiveStateSource, notLive } from './LiveStateSource.ts';

type Observed = EndpointObservable<unknown>;

/** Live observables by what `store.observe` gives for the key, and by poll frequency. */
const known = new WeakMap<Observed, Map<number | undefined, Observed>>();

/**
 * The state of an endpoint and its arguments, kept fresh: like `store.observe`, and while it is subscribed to, the key is polled every
 * `pollFrequency` of the endpoint, or its live source – the observable or async iterable that its function returns – is kept open. Shared by
 * all subscribers of the key, of whom the one with the shortest frequency counts; after the last of them it goes on for the grace time of the
 * store. Polls count from when the key was fetched last: stale data waits for its poll. A poll that fails leaves the data in its place, and
 * polls rest while `active$` of the store says so.
 *
 * Does nothing before it is subscribed to; the same object for the same key and frequency while it is held. With `null` as only argument it is inactive.
 *
 * An endpoint that gives one response and has no `pollFrequency` throws `SB_NOT_LIVE` – where only the request tells, that is an error of the
 * subscription. Throws `SB_DISPOSED`, `SB_STORE_UNKNOWN`, and what the endpoint throws for its key.
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
  const parts = partsOf(store);
  // The casts hold: the signature checks the arguments.
  const observed = store.observe<ReadEndpoint>(endpoint, ...(args as [null]));
  if (args[0] === null) return observed;
  const own = endpoint.key(...(args as never[]));
  const { sources, host } = parts;
  const key = (): string => sources.keyOfCall(own, endpoint);
  const { pollFrequency } = endpoint;
  if (pollFrequency === undefined && givesOne(parts, endpoint, key())) throw notLive(endpoint);
  let ofKey = known.get(observed);
  if (!ofKey) known.set(observed, (ofKey = new Map<number | undefined, Observed>()));
  let made = ofKey.get(pollFrequency);
  if (!made) {
    const entry = (): ReturnType<LiveKey['entry']> => {
      parts.assertAlive();
      return sources.entry(host, key(), endpoint, args);
    };
    made = liveObservable({ parts, endpoint, entry, read: () => observed.getValue() }, observed);
    ofKey.set(pollFrequency, made);
  }
  return made;
}

/** Whether it is known before a request is sent that there is nothing to follow. */
function givesOne(parts: StoreParts, endpoint: EndpointInterface, key: string): boolean {
  if (parts.sources.peek(key)?.joinable?.givesOne) return true;
  // An interceptor may make a stream of the one response.
  return parts.options.interceptors.length === 0 && isAsync(endpoint);
}

/** Whether the function of an endpoint gives a promise, whatever it does. */
function isAsync(endpoint: object): boolean {
  const fn: unknown = Reflect.get(endpoint, 'fetch') ?? endpoint;
  return Object.prototype.toString.call(fn) === '[object AsyncFunction]';
}

/** `observed`, kept fresh by each of its subscribers. */
function liveObservable(key: LiveKey, observed: Observed): Observed {
  return new EndpointObservable({
    key: observed.key,
    entry: () => observed.entry(),
    leave: () => observed.leave(),
    served: () => observed.served(),
    rendered: () => observed.rendered(),
    read: () => observed.getValue(),
    refetch: () => observed.refetch(),
    source: () => {
      key.parts.assertAlive();
      return new LiveStateSource(key);
    },
  });
}
