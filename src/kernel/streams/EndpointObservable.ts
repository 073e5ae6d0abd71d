import { distinctUntilChanged, filter, map, type Observable } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { MappedObservable } from './MappedObservable.ts';
import type { StateObservable } from './StateObservable.ts';
import {
  failureWasObserved,
  type SharedStream,
  warnUnobservedFailures,
} from './warnUnobservedFailures.ts';

/**
 * The state of an endpoint and its args. Subscribing fetches missing or stale data, once for all
 * subscribers. Emits the current state synchronously, then every change. Never errors: a failure is
 * a state.
 */
export interface EndpointObservable<T> extends StateObservable<EndpointState<T>> {
  /** The endpoint key; `''` for `null` args. */
  readonly key: string;
  /**
   * The data, as soon as there is any, then every change. Fetches like the observable itself. Does
   * not emit failures: subscribe to `error$` too, or use `dataOrThrow$`.
   */
  readonly data$: Observable<T>;
  /**
   * Like `data$`, but errors when a request fails and there is no data. `retry()` subscribes again,
   * which fetches once the error has expired.
   */
  readonly dataOrThrow$: Observable<T>;
  /** Whether the data is missing, stale or valid. */
  readonly status$: StateObservable<ExpiryStatus>;
  /** The failure of the last request; `undefined` after a success. */
  readonly error$: StateObservable<Error | undefined>;
  /**
   * Refetches, or joins the request in flight. Resolves with the data after subscribers were
   * notified; rejects with the failure.
   */
  refetch(): Promise<T>;
  /**
   * @internal For bridges that hydrate a page: the data it was rendered with, if the store shows
   * other data.
   */
  served(): T | undefined;
}

/** The observables that are made of states. Each is made on first use, and is always the same. */
export class DerivedObservables<T> {
  readonly #states$: StateObservable<EndpointState<T>>;
  readonly #stream: SharedStream;
  #data$: Observable<T> | undefined;
  #dataOrThrow$: Observable<T> | undefined;
  #status$: StateObservable<ExpiryStatus> | undefined;
  #error$: StateObservable<Error | undefined> | undefined;

  /** `stream`: the shared stream that the states come from. */
  constructor(states$: StateObservable<EndpointState<T>>, stream: SharedStream) {
    this.#states$ = states$;
    this.#stream = stream;
  }

  get data$(): Observable<T> {
    return (this.#data$ ??= dataOf(
      DEVELOPMENT ? warnUnobservedFailures(this.#states$, this.#stream) : this.#states$,
      ({ data }) => data,
    ));
  }

  get dataOrThrow$(): Observable<T> {
    return (this.#dataOrThrow$ ??= dataOf(this.#states$, ({ data, error, fetching }) => {
      if (data !== undefined || !error || fetching) return data;
      if (DEVELOPMENT) failureWasObserved(this.#stream, error);
      throw error;
    }));
  }

  get status$(): StateObservable<ExpiryStatus> {
    return (this.#status$ ??= new MappedObservable(this.#states$, ({ status }) => status));
  }

  get error$(): StateObservable<Error | undefined> {
    return (this.#error$ ??= new MappedObservable(this.#states$, ({ error }) => error));
  }
}

function dataOf<T>(
  states$: Observable<EndpointState<T>>,
  read: (state: EndpointState<T>) => T | undefined,
): Observable<T> {
  return states$.pipe(
    map(read),
    filter((data): data is T & ({} | null) => data !== undefined),
    distinctUntilChanged(),
  );
}
