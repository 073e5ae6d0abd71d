import type { BehaviorSubject, Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { asError } from '../shared/asError.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { CallSource } from './CallSource.ts';
import type { EndpointEntry } from './EndpointEntry.ts';
import { EndpointObservable } from './EndpointObservable.ts';
import type { EndpointState } from './EndpointState.ts';
import type { EntryHost } from './EntryHost.ts';
import { INACTIVE } from './INACTIVE.ts';
import { mappedObservable } from './mappedObservable.ts';
import { Observables } from './Observables.ts';
import { ObservedCall } from './ObservedCall.ts';
import { queryKey } from './queryKey.ts';
import type { QuerySource } from './QuerySource.ts';
import type { Call } from '../requests/Call.ts';
import type { Sources } from './Sources.ts';
import { StateObservable } from './StateObservable.ts';
import type { RenderedPage } from './RenderedPage.ts';
import type { StateSource } from './StateSource.ts';
import { subjectSource } from './subjectSource.ts';

type Args = readonly unknown[];
type State = EndpointState<unknown>;

/** What streams need of their store beside its sources. */
interface StreamsStore {
  /** Throws after `dispose()`. */
  assertAlive(): void;
  fetch(endpoint: EndpointInterface, args: Args): Promise<unknown>;
  /** What a page is rendered with, if there is one. */
  page(): RenderedPage | undefined;
  /** Completes when the store is disposed. */
  readonly commits$: Observable<unknown>;
}

/** The observables of a store, and its sources by endpoint and arguments. Asking for an observable makes no source; subscribing does. */
export class Streams {
  readonly #host: EntryHost;
  readonly #sources: Sources;
  readonly store: StreamsStore;
  readonly #observables = new Observables<EndpointObservable<unknown>>();

  constructor(host: EntryHost, sources: Sources, store: StreamsStore) {
    this.#host = host;
    this.#sources = sources;
    this.store = store;
  }

  /** The observable of a call: the same one for the same key and schema as long as somebody has it. */
  observe(endpoint: EndpointInterface, args: Args): EndpointObservable<unknown> {
    const key = args[0] === null ? '' : this.#tryKey(endpoint, args);
    if (!key) {
      // One source for all looks at it, so that its state is always the same object.
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
    // The observable may be that of another endpoint; finding the key compares the two.
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

  /** A key that cannot be made is a failure of the call, and failures are states. */
  sourceOf(endpoint: EndpointInterface, args: Args, how: 'listen' | 'watch'): StateSource<State> {
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

  #constant(state: State): StateSource<State> {
    return subjectSource(this.store.commits$, () => state);
  }

  /** The state of a call, for one subscription. */
  sourceFor(call: Call, how: 'listen' | 'watch'): StateSource<State> {
    const entries = { entry: () => this.entry(call), readState: () => this.readState(call) };
    return new CallSource(entries, how);
  }

  /** The data of an endpoint as the cache has it. */
  select(endpoint: EndpointInterface, args: Args): StateObservable<unknown> {
    return mappedObservable(
      () => this.sourceOf(endpoint, args, 'watch'),
      () => this.observe(endpoint, args).rendered(),
      ({ data }) => data,
    );
  }

  /** What the cache has for a schema. */
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

  /** A subject that can be read as long as the store lives. */
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

  /** What the cache has for a schema at the moment. */
  readQuery(schema: object, args: Args): unknown {
    return this.#querySource(schema, queryKey(schema, args), args).read();
  }

  #querySource(schema: object, key: string, args: Args): QuerySource {
    const { queries } = this.#sources;
    const source = queries.get(this.#host, schema, key, args);
    queries.keepRead(source);
    return source;
  }

  /** The state of a call at the moment. */
  readState({ key, endpoint, args }: Call): State {
    const entry =
      this.#sources.peek(key) ?? this.#sources.readOnly(this.#host, key, endpoint, args);
    return entry.read();
  }

  /** A call with the key for what its endpoint calls so. */
  keyed({ key, endpoint, args }: Call): Call {
    return { endpoint, args, key: this.#sources.keyOfCall(key, endpoint) };
  }

  /** The entry of a call, if there is one. */
  peek({ key }: Call): EndpointEntry | undefined {
    return this.#sources.peek(key);
  }

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  call(endpoint: EndpointInterface, args: Args): Call {
    return { endpoint, args, key: this.#sources.keyOf(endpoint, args) };
  }

  /** The entry of a call, made if there is none. */
  entry({ key, endpoint, args }: Call): EndpointEntry {
    return this.#sources.entry(this.#host, key, endpoint, args);
  }

  /** Holds the entry while `use` runs; what `use` starts holds it longer. */
  withEntry<R>(call: Call, use: (entry: EndpointEntry) => R): R {
    const entry = this.entry(call);
    const release = entry.lease();
    try {
      return use(entry);
    } finally {
      release();
    }
  }
}
