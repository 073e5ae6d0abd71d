import type { Observable } from 'rxjs';
import { applySet } from '../commits/applyResponse.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { LAYERS } from '../optimistic/Layer.ts';
import { rejection } from '../requests/rejection.ts';
import type { Schema } from '../schema/Schema.ts';
import { asError } from '../shared/asError.ts';
import { MappedObservable } from '../streams/MappedObservable.ts';
import type { Action, Commit } from './Action.ts';
import { disposedError } from './disposedError.ts';
import { INTERNALS } from './internalsOf.ts';
import type { Store } from './Store.ts';
import { StoreInternals } from './StoreInternals.ts';
import { type StoreOptions, withDefaults } from './StoreOptions.ts';

type Args = readonly unknown[];

const NO_ARGS: Args = [];

/**
 * Makes an empty store. A program can have several stores; none is global. Throws
 * `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore();
 * store.observe(getUsers).data$.subscribe((users) => console.log(users.length));
 * ```
 */
export function createStore(options: StoreOptions = {}): Store {
  return storeOf(new StoreInternals(withDefaults(options)));
}

/** A store with these parts. The casts hold because {@link Store} types the methods. */
export function storeOf(parts: StoreInternals): Store {
  const { collector, commits, invalidation, mutations, options, requests, sources } = parts;
  const { responses } = requests;

  const keysOf = (endpoint: EndpointInterface): string[] => {
    parts.assertAlive();
    return sources.keysOf(endpoint, commits.state.entities);
  };

  const fetch = (endpoint: EndpointInterface, args: Args): Promise<unknown> => {
    try {
      parts.assertAlive();
      const { signal, sideEffect } = endpoint;
      if (sideEffect !== true) {
        const stream = sources.call(endpoint, args);
        return signal?.aborted ? rejection(signal.reason) : stream.refetch(signal);
      }
      const key = sources.keyOf(endpoint, args);
      if (signal?.aborted) return rejection(signal.reason);
      return mutations.send({ key, endpoint, args }).join(signal);
    } catch (error) {
      return rejection(error);
    }
  };

  const store: Store & { readonly [INTERNALS]: StoreInternals } = {
    [INTERNALS]: parts,

    // --- observables

    entities$: parts.entities$,
    actions$: commits.actions$.asObservable() as Observable<Action>,
    commits$: commits.commits$.asObservable() as Observable<Commit>,

    observe(endpoint, ...args) {
      parts.assertAlive();
      return sources.read(endpoint, args, 'call') as never;
    },

    select(endpoint, ...args) {
      parts.assertAlive();
      const stream = sources.read(endpoint, args, 'call');
      return new MappedObservable(stream, ({ data }) => data as never, 'looks');
    },

    query(schema, ...args) {
      parts.assertAlive();
      try {
        return sources.query(schema, args) as never;
      } catch (error) {
        // Args that make no key fail when they are read.
        return new MappedObservable(parts.entities$, () => {
          throw error;
        });
      }
    },

    // --- commands

    fetch: (endpoint, ...args) => fetch(endpoint, args) as Promise<never>,

    fetchIfStale(endpoint, ...args) {
      try {
        const { status, data, error } = sources.stream(endpoint, args).getValue();
        if (status === 'valid') {
          return error === undefined ? Promise.resolve(data as never) : rejection(error);
        }
      } catch (error) {
        return rejection(error);
      }
      return fetch(endpoint, args) as Promise<never>;
    },

    set(schema: Schema, ...argsAndValue: Args) {
      parts.assertAlive();
      const args = argsAndValue.length > 1 ? argsAndValue.slice(0, -1) : NO_ARGS;
      const value = argsAndValue.at(-1);
      const meta = requests.metaOf(options.dataExpiryLength);
      commits.dispatch({ type: 'set', schema, args, value, meta }, applySet);
    },

    setResponse(endpoint, ...argsAndResponse: Args) {
      parts.assertAlive();
      const args = argsAndResponse.slice(0, -1);
      const response = argsAndResponse.at(-1);
      if (endpoint.sideEffect === true) {
        responses.storeResponse({ key: sources.keyOf(endpoint, args), endpoint, args }, response);
      } else {
        const stream = sources.call(endpoint, args);
        stream.whileRetained(() => responses.storeResponse(stream, response));
      }
    },

    setError(endpoint, ...argsAndError: Args) {
      parts.assertAlive();
      const stream = sources.call(endpoint, argsAndError.slice(0, -1));
      const error = asError(argsAndError.at(-1));
      stream.whileRetained(() => responses.storeError(stream, error));
    },

    invalidate(endpoint, ...args) {
      parts.assertAlive();
      if (args[0] === null) return;
      // The stream keeps the mark, so it must be listed; it may be inactive.
      const stream = sources.call(endpoint, args);
      stream.whileRetained(() => invalidation.invalidate([stream.key], requests.nextSeq()));
    },

    invalidateAll: (endpoint) => invalidation.invalidate(keysOf(endpoint), requests.nextSeq()),

    expireAll: (endpoint) => invalidation.expire(keysOf(endpoint), requests.nextSeq()),

    revalidate() {
      parts.assertAlive();
      for (const stream of [...sources.entries.values()]) {
        if (stream.isDemanded) stream.fetchIfNeeded();
      }
    },

    batch(fn) {
      parts.assertAlive();
      return commits.batch(fn);
    },

    reset() {
      parts.assertAlive();
      const delivered = new Promise<void>((resolve, reject) => {
        parts.reset(resolve, (reason) => reject(asError(reason)));
      });
      delivered.catch(() => {});
      return delivered;
    },

    gc() {
      parts.assertAlive();
      collector.run();
    },

    // --- reads of the moment

    get(schema, ...args) {
      parts.assertAlive();
      return sources.query(schema, args).getValue() as never;
    },

    getState(endpoint, ...args) {
      parts.assertAlive();
      return sources.read(endpoint, args, 'stream').getValue() as never;
    },

    stats() {
      const { isOver } = parts;
      return {
        entries: sources.entries.size,
        entities: isOver ? 0 : commits.entityCount,
        inFlight: requests.inFlight,
        layers: isOver ? 0 : commits.inSlot(LAYERS).length,
        timers: parts.timerCount,
        subscribers: sources.listenerCount,
        computations: isOver ? 0 : commits.graph.computations,
      };
    },

    dispose: () => parts.end(disposedError),
  };
  parts.plugins.start(options.plugins, store);
  return store;
}
