import { distinctUntilChanged, filter, map, Observable } from 'rxjs';
import type { EndpointStream } from './EndpointStream.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { type Rendered, StateObservable } from './StateObservable.ts';
import { mappedObservable } from './mappedObservable.ts';
import type { ReadableSource } from './ReadableSource.ts';

/** What an endpoint observable needs from its store. */
export interface EndpointObservableHost<T> {
  readonly key: string;
  source(): ReadableSource<EndpointState<T>>;
  /** The current state, without subscribing. */
  read(): EndpointState<T>;
  /** The endpoint stream; `undefined` for `null` args and for args that make no key. */
  entry(): EndpointStream | undefined;
  /** Called when a suspended render reads another key. */
  leave(): void;
  /** The hydrated data, if the store shows something else. */
  served(): T | undefined;
  /** The state that reads without Suspense render a page with; `undefined`: the current one. */
  rendered(): Rendered<EndpointState<T>> | undefined;
  refetch(): Promise<T>;
}

/** The observables that are derived from the states. */
interface Derived<T> {
  data$: Observable<T>;
  dataOrThrow$: Observable<T>;
  status$: StateObservable<ExpiryStatus>;
  error$: StateObservable<Error | undefined>;
}

/**
 * The state of an endpoint and its args. Subscribing fetches missing or stale data, once for all
 * subscribers. Emits the current state synchronously, then every change. Never errors: a failure is
 * a state.
 */
export class EndpointObservable<T> extends StateObservable<EndpointState<T>> {
  /** The endpoint key; `''` for `null` args. */
  readonly key: string;
  readonly #host: EndpointObservableHost<T>;
  /** Each is made on first use and kept, so that every render gets the same one. */
  #derived: Partial<Derived<T>> | undefined;

  /** @internal Made by the store. */
  constructor(host: EndpointObservableHost<T>) {
    super(
      () => host.source(),
      () => host.rendered(),
    );
    this.key = host.key;
    this.#host = host;
  }

  override getValue(): EndpointState<T> {
    return this.#host.read();
  }

  /**
   * The data, as soon as there is any, then every change. Fetches like the observable itself. Does
   * not emit failures.
   */
  get data$(): Observable<T> {
    return (this.#made.data$ ??= dataOf(this));
  }

  /**
   * Like `data$`, but errors when a request fails and there is no data. `retry()` subscribes again,
   * which fetches once the error has expired.
   */
  get dataOrThrow$(): Observable<T> {
    return (this.#made.dataOrThrow$ ??= dataOf(throwing(this)));
  }

  /** Whether the data is missing, stale or valid. */
  get status$(): StateObservable<ExpiryStatus> {
    return (this.#made.status$ ??= this.#mapped(({ status }) => status));
  }

  /** The failure of the last request; `undefined` after a success. */
  get error$(): StateObservable<Error | undefined> {
    return (this.#made.error$ ??= this.#mapped(({ error }) => error));
  }

  get #made(): Partial<Derived<T>> {
    return (this.#derived ??= {});
  }

  #mapped<R>(project: (state: EndpointState<T>) => R): StateObservable<R> {
    return mappedObservable(
      () => this.#host.source(),
      () => this.#host.rendered(),
      project,
    );
  }

  /** @internal For bridges that suspend a render. */
  entry(): EndpointStream | undefined {
    return this.#host.entry();
  }

  /** @internal Called when a suspended render reads another key. */
  leave(): void {
    this.#host.leave();
  }

  /**
   * @internal For bridges that hydrate a page: the data it was rendered with, if the store shows
   * other data.
   */
  served(): T | undefined {
    return this.#host.served();
  }

  /**
   * Refetches, or joins the request in flight. Resolves with the data after subscribers were
   * notified; rejects with the failure.
   */
  refetch(): Promise<T> {
    return this.#host.refetch();
  }
}

/** Emits the states. Errors for a failure without data. */
function throwing<T>(states$: Observable<EndpointState<T>>): Observable<EndpointState<T>> {
  return new Observable((subscriber) =>
    states$.subscribe({
      next: (state) => {
        const { data, error, fetching } = state;
        if (data === undefined && error && !fetching) subscriber.error(error);
        else subscriber.next(state);
      },
      complete: () => subscriber.complete(),
    }),
  );
}

function dataOf<T>(states$: Observable<EndpointState<T>>): Observable<T> {
  return states$.pipe(
    map(({ data }) => data),
    filter((data): data is T & ({} | null) => data !== undefined),
    distinctUntilChanged(),
  );
}
