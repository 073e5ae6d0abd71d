import type { Observable } from 'rxjs';
import { applySet } from '../commits/applyResponse.ts';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { LAYERS } from '../optimistic/layers.ts';
import { sendMutation } from '../optimistic/sendMutation.ts';
import type { Schema } from '../../data/schema/Schema.ts';
import { asError, rejection } from '../../shared/asError.ts';
import { type Args, copyArgs } from '../../shared/copyArgs.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { MappedObservable } from '../streams/MappedObservable.ts';
import { storeError, storeMessage, storeResponse } from '../streams/reads/responses.ts';
import type { Action, Commit } from './Action.ts';
import { INTERNALS } from './internalsOf.ts';
import { Plugins } from './Plugins.ts';
import type { Store } from './Store.ts';
import { type Sign, StoreInternals } from './StoreInternals.ts';
import { type StoreOptions, withDefaults } from './StoreOptions.ts';

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
export function storeOf(internals: StoreInternals): Store {
  const { commits, options, requests, streams } = internals;
  let actions$: Observable<Action> | undefined;
  let commits$: Observable<Commit> | undefined;
  const keysOf = (endpoint: EndpointInterface, sign: Sign): string[] => {
    internals.assertAlive().signedAll?.(endpoint, sign);
    return streams.keysOf(endpoint, commits.shown.visible);
  };

  const fetch = (endpoint: EndpointInterface, args: Args): Promise<unknown> => {
    try {
      // Making a stream or a key throws for other values.
      const { signal, sideEffect } = Object(endpoint) as EndpointInterface;
      if (sideEffect !== true) {
        const stream = internals.assertAlive().streams.stream(endpoint, args);
        return signal?.aborted ? rejection(signal.reason) : stream.refetch(signal);
      }
      const key = internals.assertAlive().streams.keyOf(endpoint, args);
      if (signal?.aborted) return rejection(signal.reason);
      return sendMutation(requests, { key, endpoint, args: copyArgs(args) }).join(signal);
    } catch (error) {
      return rejection(error);
    }
  };

  const store: Store & { readonly [INTERNALS]: StoreInternals } = {
    [INTERNALS]: internals,

    // --- observables

    get entities$() {
      return internals.entities$;
    },
    get actions$() {
      return (actions$ ??= commits.actions$.asObservable() as Observable<Action>);
    },
    get commits$() {
      return (commits$ ??= commits.commits$.asObservable() as Observable<Commit>);
    },

    observe: (endpoint, ...args) => internals.assertAlive().streams.read(endpoint, args) as never,

    select(endpoint, ...args) {
      const stream = internals.assertAlive().streams.read(endpoint, args);
      return new MappedObservable(stream, ({ data }) => data as never, 'looks');
    },

    query(schema, ...args) {
      const { entities$ } = internals.assertAlive();
      try {
        return streams.query(schema, args) as never;
      } catch (error) {
        // Args that make no key fail when they are read.
        return new MappedObservable(entities$, () => {
          throw error;
        });
      }
    },

    // --- commands

    fetch: (endpoint, ...args) => fetch(endpoint, args) as Promise<never>,

    fetchIfStale(endpoint, ...args) {
      try {
        const stream = streams.stream(endpoint, args, 'look');
        const { status, data, error } = stream.getValue();
        if (status !== 'valid') {
          return new Promise((resolve) => {
            const resume = (): void => resolve(store.fetchIfStale(endpoint, ...args));
            if (!internals.hold?.(stream, resume)) resolve(fetch(endpoint, args) as Promise<never>);
          });
        }
        return error === undefined ? Promise.resolve(data as never) : rejection(error);
      } catch (error) {
        return rejection(error);
      }
    },

    set(schema: Schema, ...argsAndValue: Args) {
      const meta = internals.assertAlive().requests.metaOf(options.dataExpiryLength);
      const value = argsAndValue.at(-1);
      const args = argsAndValue.slice(0, -1);
      storeMessage(requests, { type: 'set', schema, args, value, meta }, applySet);
    },

    setResponse(endpoint, ...argsAndResponse: Args) {
      const args = argsAndResponse.slice(0, -1);
      const response = argsAndResponse.at(-1);
      if (endpoint.sideEffect === true) {
        const key = internals.assertAlive().streams.keyOf(endpoint, args);
        storeResponse(requests, { key, endpoint, args }, response);
      } else {
        storeResponse(requests, internals.assertAlive().streams.retain(endpoint, args), response);
      }
    },

    setError(endpoint, ...argsAndError: Args) {
      const args = argsAndError.slice(0, -1);
      const error = asError(argsAndError.at(-1));
      storeError(requests, internals.assertAlive().streams.retain(endpoint, args), error);
    },

    invalidate(endpoint, ...args) {
      const { invalidation } = internals.assertAlive();
      if (args[0] === null) return;
      const { key } = streams.retain(endpoint, args);
      invalidation.invalidate([key], requests.writeSeq());
    },

    invalidateAll(endpoint) {
      internals.invalidation.invalidate(keysOf(endpoint, 'invalidated'), requests.writeSeq());
    },

    expireAll(endpoint) {
      internals.invalidation.expire(keysOf(endpoint, 'expired'), requests.writeSeq());
    },

    revalidate() {
      for (const stream of [...internals.assertAlive().streams.byKey.values()]) {
        if (!stream.isDemanded) continue;
        // A failure of this moment counts as valid.
        if (stream.read().error) stream.retry();
        else stream.fetchIfNeeded();
      }
    },

    batch: (fn) => internals.assertAlive().commits.batch(fn),

    reset: () => internals.assertAlive().reset(),

    gc: () => internals.assertAlive().collector.run(),

    // --- reads of the moment

    get: (schema, ...args) =>
      internals.assertAlive().streams.query(schema, args).getValue() as never,

    getState: (endpoint, ...args) =>
      internals.assertAlive().streams.read(endpoint, args, 'look').getValue() as never,

    stats() {
      const { isOver } = internals;
      const { visible } = commits.shown;
      const sizes = [...visible.keys()].map((key) => visible.size(key));
      return {
        entries: streams.keyCount,
        entities: isOver ? 0 : sizes.reduce((sum, size) => sum + size, 0),
        inFlight: requests.inFlight,
        layers: isOver ? 0 : commits.inSlot(LAYERS).length,
        timers: internals.timerCount,
        subscribers: streams.listenerCount,
        computations: isOver ? 0 : commits.graph.computations,
      };
    },

    dispose: () => internals.end(disposedError),
  };
  if (options.plugins.length > 0) {
    internals.plugins = new Plugins(options.onError);
    internals.plugins.start(options.plugins, store);
  }
  return store;
}

/** Thrown by a store that was disposed. Code `SB_DISPOSED`. */
export function disposedError(): StreambedError {
  return new StreambedError('SB_DISPOSED', 'The store was disposed.');
}
