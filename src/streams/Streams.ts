import type { BehaviorSubject, Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { asError } from '../shared/asError.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { CallSource } from './CallSource.ts';
import type { EndpointStream } from './EndpointStream.ts';
import { EndpointObservable } from './EndpointObservable.ts';
import type { EndpointState } from './EndpointState.ts';
import type { StreamHost } from './StreamHost.ts';
import { INACTIVE } from './INACTIVE.ts';
import { mappedObservable } from './mappedObservable.ts';
import { Observables } from './Observables.ts';
import { ObservedCall } from './ObservedCall.ts';
import { queryKey } from './queryKey.ts';
import type { QuerySource } from './QuerySource.ts';
import type { Call } from '../requests/Call.ts';
import type { StreamRegistry } from './StreamRegistry.ts';
import { StateObservable } from './StateObservable.ts';
import type { RenderedPage } from './RenderedPage.ts';
import type { ReadableSource } from './ReadableSource.ts';
import { subjectSource } from './subjectSource.ts';

type Args = readonly unknown[];
type State = EndpointState<unknown>;

/** What streams need from their store. */
interface StreamsStore {
  /** Throws after `dispose()`. */
  assertAlive(): void;
  fetch(endpoint: EndpointInterface, args: Args): Promise<unknown>;
  /** The data that a page is rendered with; `undefined` without a page. */
  page(): RenderedPage | undefined;
  /** Completes when the store is disposed. */
  readonly commits$: Observable<unknown>;
}

/**
 * The observables of a store, and its streams by endpoint and args. Creating an observable makes no
 * stream; subscribing does.
 */
export class Streams {
  readonly #host: StreamHost;
  readonly #sources: StreamRegistry;
  readonly store: StreamsStore;
  readonly #observables = new Observables<EndpointObservable<unknown>>();

  constructor(host: StreamHost, sources: StreamRegistry, store: StreamsStore) {
    this.#host = host;
    this.#sources = sources;
    this.store = store;
  }

  /**
   * The observable of a call: the same one for the same key and schema while the program has a
   * reference to it.
   */
  observe(endpoint: EndpointInterface, args: Args): EndpointObservable<unknown> {
    const key = args[0] === null ? '' : this.#tryKey(endpoint, args);
    if (!key) {
      // One source for all reads, so that the state is always the same object.
      const source = this.sourceOf(endpoint, args, 'listen');
      const refetch = (): Promise<unknown> =>
        key === undefined ? this.store.fetch(endpoint, args) : Promise.resolve(undefined);
      return new EndpointObservable({
        key: '',
        entry: () => undefined,
        leave: () => {},
        served: () => undefined,
        rendered: () => undefined,
        source: () => source,
        read: () => source.read(),
        refetch,
      });
    }
    // The observable may have been made for another endpoint; keyOfCall warns if the two differ.
    if (DEVELOPMENT) this.#sources.keyOfCall(key, endpoint);
    const make = (): EndpointObservable<unknown> =>
      new EndpointObservable(new ObservedCall(this, { key, endpoint, args }));
    return this.#observables.get(key, endpoint.schema, make);
  }

  #tryKey(endpoint: EndpointInterface, args: Args): string | undefined {
    try {
      // The cast holds: the public methods check the arguments.
      return endpoint.key(...(args as never[]));
    } catch {
      return undefined;
    }
  }

  /** The source of a call. Args that make no key are a failed state: this does not throw. */
  sourceOf(
    endpoint: EndpointInterface,
    args: Args,
    how: 'listen' | 'watch',
  ): ReadableSource<State> {
    this.store.assertAlive();
    if (args[0] === null) return this.#constant(INACTIVE);
    let call: Call;
    try {
      call = this.call(endpoint, args);
    } catch (error) {
      return this.#constant({
        ...INACTIVE,
        error: asError(error),
        errorPolicy: 'hard',
        expiresAt: 0,
      });
    }
    return this.sourceFor(call, how);
  }

  #constant(state: State): ReadableSource<State> {
    return subjectSource(this.store.commits$, () => state);
  }

  /** The state of a call, for one subscription. */
  sourceFor(call: Call, how: 'listen' | 'watch'): ReadableSource<State> {
    const entries = { entry: () => this.entry(call), readState: () => this.readState(call) };
    return new CallSource(entries, how);
  }

  /** The data that the store has for an endpoint. */
  select(endpoint: EndpointInterface, args: Args): StateObservable<unknown> {
    return mappedObservable(
      () => this.sourceOf(endpoint, args, 'watch'),
      () => this.observe(endpoint, args).rendered(),
      ({ data }) => data,
    );
  }

  /** The data that the store has for a schema. */
  query(schema: object, args: Args): StateObservable<unknown> {
    let key: string | undefined;
    return new StateObservable(
      () => {
        this.store.assertAlive();
        return this.#querySource(schema, (key ??= queryKey(schema, args)), args);
      },
      () => this.store.page()?.query(schema, args),
    );
  }

  /** The values of a subject. Reading throws after `dispose()`. */
  latest<T>(subject: BehaviorSubject<T>): StateObservable<T> {
    return new StateObservable(() => {
      this.store.assertAlive();
      return subjectSource(
        subject,
        () => subject.getValue(),
        (listener) => listener.changed(),
      );
    });
  }

  /** The data that the store has for a schema now. */
  readQuery(schema: object, args: Args): unknown {
    return this.#querySource(schema, queryKey(schema, args), args).read();
  }

  #querySource(schema: object, key: string, args: Args): QuerySource {
    const { queries } = this.#sources;
    const source = queries.get(this.#host, schema, key, args);
    queries.keepRead(source);
    return source;
  }

  /** The current state of a call. */
  readState({ key, endpoint, args }: Call): State {
    const entry =
      this.#sources.peek(key) ?? this.#sources.readOnly(this.#host, key, endpoint, args);
    return entry.read();
  }

  /** The call with the store's key in place of the one that its endpoint made. */
  keyed({ key, endpoint, args }: Call): Call {
    return { endpoint, args, key: this.#sources.keyOfCall(key, endpoint) };
  }

  /** The endpoint stream of a call, if there is one. */
  peek({ key }: Call): EndpointStream | undefined {
    return this.#sources.peek(key);
  }

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  call(endpoint: EndpointInterface, args: Args): Call {
    return { endpoint, args, key: this.#sources.keyOf(endpoint, args) };
  }

  /** The endpoint stream of a call, made if there is none. */
  entry({ key, endpoint, args }: Call): EndpointStream {
    return this.#sources.entry(this.#host, key, endpoint, args);
  }

  /** Retains the endpoint stream while `use` runs. Requests that `use` starts retain it longer. */
  withEntry<R>(call: Call, use: (entry: EndpointStream) => R): R {
    const entry = this.entry(call);
    const release = entry.lease();
    try {
      return use(entry);
    } finally {
      release();
    }
  }
}
