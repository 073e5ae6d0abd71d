import { distinctUntilChanged, filter, map, Observable } from 'rxjs';
import type { EndpointEntry } from './EndpointEntry.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { StateObservable } from './StateObservable.ts';
import { mappedSource } from './mappedSource.ts';
import type { StateSource } from './StateSource.ts';

/** What an endpoint observable needs of its store. */
export interface EndpointObservableHost<T> {
  readonly key: string;
  source(): StateSource<EndpointState<T>>;
  /** The state now, without subscribing. */
  read(): EndpointState<T>;
  /** What holds the key; `undefined` where there is none: `null` arguments, arguments that make no key. */
  entry(): EndpointEntry | undefined;
  refetch(): Promise<T>;
}

/**
 * The state of an endpoint and its arguments. Subscribing fetches what is missing or stale, once for all subscribers; it emits the current
 * state synchronously, then every transition. It never errors: a failure is a state.
 */
export class EndpointObservable<T> extends StateObservable<EndpointState<T>> {
  /** The endpoint key; `''` for `null` arguments. */
  readonly key: string;
  readonly #host: EndpointObservableHost<T>;

  /** @internal Made by the store. */
  constructor(host: EndpointObservableHost<T>) {
    super(() => host.source());
    this.key = host.key;
    this.#host = host;
  }

  override getValue(): EndpointState<T> {
    return this.#host.read();
  }

  /** The data, as soon as there is any, then every other. Fetches like the observable itself; silent about failures. */
  get data$(): Observable<T> {
    return dataOf(this);
  }

  /** `data$` that errors for a failure without data; `retry()` subscribes again, which fetches once the error has expired. */
  get dataOrThrow$(): Observable<T> {
    const states$ = new Observable<EndpointState<T>>((subscriber) =>
      this.subscribe({
        next: (state) => {
          const { data, error, fetching } = state;
          if (data === undefined && error && !fetching) subscriber.error(error);
          else subscriber.next(state);
        },
        complete: () => subscriber.complete(),
      }),
    );
    return dataOf(states$);
  }

  /** Whether the data is missing, stale or valid. */
  get status$(): StateObservable<ExpiryStatus> {
    return new StateObservable(() => mappedSource(this.#host.source(), ({ status }) => status));
  }

  /** The failure of the last request; `undefined` after a success. */
  get error$(): StateObservable<Error | undefined> {
    return new StateObservable(() => mappedSource(this.#host.source(), ({ error }) => error));
  }

  /** @internal For bridges that wait in a render. */
  entry(): EndpointEntry | undefined {
    return this.#host.entry();
  }

  /** Asks again, or joins the request under way. Resolves with the data when subscribers were told; rejects with the failure. */
  refetch(): Promise<T> {
    return this.#host.refetch();
  }
}

function dataOf<T>(states$: Observable<EndpointState<T>>): Observable<T> {
  return states$.pipe(
    map(({ data }) => data),
    filter((data): data is T & ({} | null) => data !== undefined),
    distinctUntilChanged(),
  );
}
