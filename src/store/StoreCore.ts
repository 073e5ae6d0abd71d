import type { Observable } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { Schema } from '../schema/Schema.ts';
import { asError } from '../shared/asError.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { applySet } from '../commits/applyResponse.ts';
import { Commits } from '../commits/Commits.ts';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { disposedError } from './disposedError.ts';
import { Collector } from '../collector/Collector.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import { streamHostOf } from './streamHostOf.ts';
import { applyReset, StreamUpdates } from './StreamUpdates.ts';
import { Features } from './Features.ts';
import type { Conflict } from '../requests/OverlapTracker.ts';
import { Invalidation } from '../streams/Invalidation.ts';
import { LAYERS } from '../optimistic/Layer.ts';
import { Mutations } from '../optimistic/Mutations.ts';
import { showLayers } from '../optimistic/showLayers.ts';
import type { Action, Commit } from './Action.ts';
import { requireNewerThan } from '../streams/requireNewerThan.ts';
import { INTERNALS, type StoreInternals } from './internalsOf.ts';
import { Plugins } from './Plugins.ts';
import { rejection } from '../requests/rejection.ts';
import type { Call } from '../requests/Call.ts';
import { Requests } from '../requests/Requests.ts';
import { StreamRegistry } from '../streams/StreamRegistry.ts';
import type { StateObservable } from '../streams/StateObservable.ts';
import type { Store } from './Store.ts';
import type { KnownOptions } from './StoreOptions.ts';
import { Streams } from '../streams/Streams.ts';
import { transportOf } from '../requests/Transport.ts';

type Args = readonly unknown[];

const NO_ARGS: Args = [];

/**
 * Puts the parts of a store together. The casts hold because {@link Store} types the public
 * methods.
 */
export class StoreCore implements Store {
  readonly entities$: StateObservable<EntityTable>;
  readonly actions$: Observable<Action>;
  readonly commits$: Observable<Commit>;
  readonly [INTERNALS]: StoreInternals;
  readonly #options: KnownOptions;
  readonly #commits: Commits;
  readonly #requests: Requests;
  readonly #mutations: Mutations;
  readonly #deadlines: DeadlineQueue;
  readonly #sources: StreamRegistry;
  readonly #marks: Invalidation;
  readonly #collector: Collector;
  readonly #streams: Streams;
  readonly #features = new Features();
  readonly #updates: StreamUpdates;
  readonly #plugins: Plugins;
  /** Makes the error that the store throws once it has ended. */
  #endError: (() => Error) | undefined;

  /** `waits`: the deadlines of streams and render leases. Default: those of the store. */
  constructor(options: KnownOptions, waits?: DeadlineQueue) {
    this.#options = options;
    this.#deadlines = new DeadlineQueue(options.scheduler);
    const report = (error: unknown, key: string): void => options.onError(error, { key });
    this.#commits = new Commits({
      becameVisible: (keys, actions) => this.#updates.apply(keys, actions),
      visible: (confirmed, before) => showLayers(confirmed, before, report),
    });
    const transport = transportOf(options, this.#deadlines);
    const conflicted = (conflict: Conflict): void => this.#marks.conflicted(conflict);
    this.#requests = new Requests(this.#commits, options, transport, conflicted, (own, endpoint) =>
      this.#sources.keyFor(own, endpoint),
    );
    this.#mutations = new Mutations(this.#commits, this.#requests, options);
    this.#sources = new StreamRegistry(options.gcTime);
    this.#marks = new Invalidation(this.#commits, this.#sources);
    this.#collector = new Collector(options, this.#commits, this.#sources, this.#requests, () =>
      this.#commits.inSlot(LAYERS),
    );
    const parts = {
      commits: this.#commits,
      deadlines: waits ?? this.#deadlines,
      requests: this.#requests,
      mutations: this.#mutations,
      sources: this.#sources,
      collector: this.#collector,
      features: this.#features,
    };
    const host = streamHostOf(options, parts);
    this.#updates = new StreamUpdates(parts);
    this.#streams = new Streams(host, this.#sources, {
      assertAlive: () => this.#assertAlive(),
      fetch: (endpoint, args) => this.#fetch(endpoint, args),
      page: () => this[INTERNALS].page,
      commits$: this.#commits.commits$,
    });
    this.actions$ = this.#commits.actions$.asObservable() as Observable<Action>;
    this.commits$ = this.#commits.commits$.asObservable() as Observable<Commit>;
    this.entities$ = this.#streams.latest(this.#commits.entities$);
    this[INTERNALS] = {
      ...parts,
      host,
      options,
      page: undefined,
      assertAlive: () => this.#assertAlive(),
      end: (makeError) => this.#end(makeError),
    };
    this.#plugins = new Plugins((error) => options.onError(error, { key: '' }));
    this.#plugins.start(options.plugins, this);
  }

  // --- observables

  readonly observe: Store['observe'] = (endpoint, ...args) => {
    this.#assertAlive();
    return this.#streams.observe(endpoint, args) as EndpointObservable<never>;
  };

  readonly select: Store['select'] = (endpoint, ...args) => {
    this.#assertAlive();
    return this.#streams.select(endpoint, args) as StateObservable<never>;
  };

  readonly query: Store['query'] = (schema, ...args) => {
    this.#assertAlive();
    return this.#streams.query(schema, args) as StateObservable<never>;
  };

  // --- commands

  readonly fetch: Store['fetch'] = (endpoint, ...args) =>
    this.#fetch(endpoint, args) as Promise<never>;

  readonly fetchIfStale: Store['fetchIfStale'] = (endpoint, ...args) => {
    try {
      const { status, data, error } = this.#streams.readState(this.#call(endpoint, args));
      if (status === 'valid' && error === undefined) return Promise.resolve(data as never);
      if (status === 'valid') return rejection(error);
    } catch (error) {
      return rejection(error);
    }
    return this.#fetch(endpoint, args) as Promise<never>;
  };

  #fetch(endpoint: EndpointInterface, args: Args): Promise<unknown> {
    try {
      const call = this.#call(endpoint, args);
      const { signal } = endpoint;
      if (signal?.aborted) return rejection(signal.reason);
      if (endpoint.sideEffect === true) return this.#mutations.send(call).join(signal);
      return this.#streams.withEntry(call, (entry) => {
        const request = entry.joinable ?? this.#requests.read(entry, false);
        return request.join(signal, entry.lease());
      });
    } catch (error) {
      return rejection(error);
    }
  }

  readonly set: Store['set'] = (schema: Schema, ...argsAndValue: Args) => {
    this.#assertAlive();
    const args = argsAndValue.length > 1 ? argsAndValue.slice(0, -1) : NO_ARGS;
    const value = argsAndValue.at(-1);
    const meta = this.#requests.metaOf(this.#options.dataExpiryLength);
    this.#commits.dispatch({ type: 'set', schema, args, value, meta }, applySet);
  };

  readonly setResponse: Store['setResponse'] = (endpoint, ...argsAndResponse: Args) => {
    const call = this.#call(endpoint, argsAndResponse.slice(0, -1));
    const response = argsAndResponse.at(-1);
    if (endpoint.sideEffect === true) this.#requests.responses.storeResponse(call, response);
    else
      this.#streams.withEntry(call, () => this.#requests.responses.storeResponse(call, response));
  };

  readonly setError: Store['setError'] = (endpoint, ...argsAndError: Args) => {
    const call = this.#call(endpoint, argsAndError.slice(0, -1));
    const error = asError(argsAndError.at(-1));
    this.#streams.withEntry(call, () => this.#requests.responses.storeError(call, error));
  };

  readonly invalidate: Store['invalidate'] = (endpoint, ...args) => {
    this.#assertAlive();
    if (args[0] === null) return;
    const call = this.#call(endpoint, args);
    // The stream keeps the mark, so there must be one; it may be inactive.
    this.#streams.withEntry(call, () =>
      this.#marks.invalidate([call.key], this.#requests.nextSeq()),
    );
  };

  readonly invalidateAll: Store['invalidateAll'] = (endpoint) => {
    this.#marks.invalidate(this.#keysOf(endpoint), this.#requests.nextSeq());
  };

  readonly expireAll: Store['expireAll'] = (endpoint) => {
    this.#marks.expire(this.#keysOf(endpoint), this.#requests.nextSeq());
  };

  #keysOf(endpoint: EndpointInterface): string[] {
    this.#assertAlive();
    return this.#sources.keysOf(endpoint, this.#commits.state.entities);
  }

  readonly revalidate: Store['revalidate'] = () => {
    this.#assertAlive();
    for (const entry of [...this.#sources.entries()]) if (entry.isDemanded) entry.fetchIfNeeded();
  };

  readonly batch: Store['batch'] = (fn) => {
    this.#assertAlive();
    return this.#commits.batch(fn);
  };

  readonly reset: Store['reset'] = () => {
    this.#assertAlive();
    const seq = this.#requests.nextSeq();
    const undo = requireNewerThan(this.#sources.entries(), seq);
    const delivered = new Promise<void>((resolve, reject) => {
      this.#commits.dispatch({ type: 'reset', seq }, applyReset, {
        becameVisible: () => this.#updates.reset(seq),
        delivered: resolve,
        dropped: (reason) => {
          undo();
          reject(asError(reason));
        },
      });
    });
    delivered.catch(() => {});
    return delivered;
  };

  readonly gc: Store['gc'] = () => {
    this.#assertAlive();
    this.#collector.run();
  };

  // --- reads of the moment

  readonly get: Store['get'] = (schema, ...args) => {
    this.#assertAlive();
    return this.#streams.readQuery(schema, args) as never;
  };

  readonly getState: Store['getState'] = (endpoint, ...args) => {
    this.#assertAlive();
    return this.#streams.sourceOf(endpoint, args, 'watch').read() as never;
  };

  #assertAlive(): void {
    if (this.#endError) throw this.#endError();
  }

  #call(endpoint: EndpointInterface, args: Args): Call {
    this.#assertAlive();
    return this.#streams.call(endpoint, args);
  }

  readonly stats: Store['stats'] = () => {
    const commits = this.#endError ? undefined : this.#commits;
    return {
      entries: this.#sources.entryCount,
      entities: commits?.entityCount ?? 0,
      inFlight: this.#requests.inFlight,
      layers: commits?.inSlot(LAYERS).length ?? 0,
      timers: this.#deadlines.size,
      subscribers: this.#sources.listenerCount,
      computations: commits?.graph.computations ?? 0,
    };
  };

  readonly dispose: Store['dispose'] = () => this.#end(disposedError);

  #end(makeError: () => Error): void {
    if (this.#endError) return;
    this.#plugins.end();
    this.#endError = makeError;
    this.#features.end();
    this.#commits.emptySlots();
    this.#requests.overlaps.clear();
    this.#requests.giveUpAll(makeError);
    this.#sources.end(makeError());
    this.#deadlines.clear();
    this.#collector.stop();
    this.#commits.end();
  }
}
