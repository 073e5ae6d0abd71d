import { distinctUntilChanged, filter, map, Observable } from 'rxjs';
import type { EndpointEntry } from './EndpointEntry.ts';
import type { EndpointState, ExpiryStatus } from './EndpointState.ts';
import { type Rendered, StateObservable } from './StateObservable.ts';
import { mappedObservable } from './mappedObservable.ts';
import type { StateSource } from './StateSource.ts';

/** What an endpoint observable needs of its store. */
export interface EndpointObservableHost<T> {
  readonly key: string;
  source(): StateSource<EndpointState<T>>;
  /** The state now, without subscribing. */
  read(): EndpointState<T>;
  /** What holds the key; `undefined` where there is none: `null` arguments, arguments that make no key. */
  entry(): EndpointEntry | undefined;
  /** A render waits for the key no longer. */
  leave(): void;
  /** The data as another store has brought it, where this one shows something else. */
  served(): T | undefined;
  /** The state that reads which do not suspend are rendered with in a page; `undefined`: the state now. */
  rendered(): Rendered<EndpointState<T>> | undefined;
  refetch(): Promise<T>;
}

/** What is made of the states. */
interface Derived<T> {
  data$: Observable<T>;
  dataOrThrow$: Observable<T>;
  status$: StateObservable<ExpiryStatus>;
  error$: StateObservable<Error | undefined>;
}

/**
 * The state of an endpoint and its arguments. Subscribing fetches what is missing or stale, once for all subscribers; it emits the current
 * state synchronously, then every transition. It never errors: a failure is a state.
 */
export class EndpointObservable<T> extends StateObservable<EndpointState<T>> {
  /** The endpoint key; `''` for `null` arguments. */
  readonly key: string;
  readonly #host: EndpointObservableHost<T>;
  /** Each made when it is first asked for, and kept: who asks in every render gets the same one. */
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

  /** The data, as soon as there is any, then every other. Fetches like the observable itself; silent about failures. */
  get data$(): Observable<T> {
    return (this.#made.data$ ??= dataOf(this));
  }

  /** `data$` that errors for a failure without data; `retry()` subscribes again, which fetches once the error has expired. */
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

  /** @internal For bridges that wait in a render. */
  entry(): EndpointEntry | undefined {
    return this.#host.entry();
  }

  /** @internal A render that waited reads something else. */
  leave(): void {
    this.#host.leave();
  }

  /** @internal For bridges that take over a page: what it was rendered with, if that is something else. */
  served(): T | undefined {
    return this.#host.served();
  }

  /** Asks again, or joins the request under way. Resolves with the data when subscribers were told; rejects with the failure. */
  refetch(): Promise<T> {
    return this.#host.refetch();
  }
}

/** The states, and an error for a failure without data. */
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
