import type { Observable } from 'rxjs';
import type {
  ArgsOf,
  DataOf,
  EndpointInterface,
  ReadEndpoint,
} from '../../data/endpoint/EndpointInterface.ts';
import type { ArgsOrNull } from '../../data/endpoint/ArgsOrNull.ts';
import type { Denormalize } from '../../data/schema/Denormalize.ts';
import type { DenormalizeNullable } from '../../data/schema/DenormalizeNullable.ts';
import type { ResponseInput } from '../../data/schema/entity/EntityInput.ts';
import type { Schema } from '../../data/schema/Schema.ts';
import type { Queryable, SchemaArgs } from '../../data/schema/Queryable.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { Action, Commit } from './Action.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { StateObservable } from '../streams/StateObservable.ts';

/**
 * What `set` writes: a value, or a function of the previous value. `SetInput<typeof User>` is
 * `EntityInput<typeof User> | ((previous: User) => object)`. Schemas other than entity classes,
 * such as `Invalidate`, also take a pk.
 */
export type SetInput<Q> =
  | (unknown extends ResponseInput<Q> ? object | string | number : ResponseInput<Q>)
  | ((previous: Denormalize<Q>) => object);

/** Counts of what a store holds and did. All are 0 after `dispose()`. */
export interface StoreStats {
  /** Endpoint keys that are observed, read or written, those not yet collected included. */
  readonly entries: number;
  /** Entities in the table. */
  readonly entities: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** Optimistic layers: pending mutations whose prediction is visible. */
  readonly layers: number;
  /**
   * Pending deadlines, which share one timer. The deadline of garbage collection is not counted.
   */
  readonly timers: number;
  /** Subscribers of endpoint streams, query streams and change sets. */
  readonly subscribers: number;
  /** How many values were computed from the table since the store was made. */
  readonly computations: number;
}

/**
 * The store: entities, results, and the streams over them. All methods are bound: you can pass them
 * around. Every method throws `SB_DISPOSED` after `dispose()`.
 */
export interface Store {
  // --- observables
  /**
   * The state of an endpoint and its args, as an observable. Nothing is fetched until you
   * subscribe. You get the same object for the same key while you keep a reference to it. With
   * `null` as the only argument the observable is inactive: no request, no data.
   */
  observe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): EndpointObservable<DataOf<E>>;
  /** The data that the store has for an endpoint and its args, or `undefined`. Never fetches. */
  select<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): StateObservable<DataOf<E> | undefined>;
  /** The data that the store has for a schema, or `undefined`. Never fetches. */
  query<Q extends Queryable>(
    schema: Q,
    ...args: SchemaArgs<Q>
  ): StateObservable<DenormalizeNullable<Q>>;
  /** All entities: one immutable snapshot per commit that changed an entity. */
  readonly entities$: StateObservable<EntityTable>;
  /** Every action, in the order of the commits. */
  readonly actions$: Observable<Action>;
  /** Every commit: its number, its actions, and the entities that it changed. */
  readonly commits$: Observable<Commit>;

  // --- commands
  /**
   * Calls an endpoint. A read joins a request of the same key that is in flight; a mutation never
   * does. Resolves with the store's view of the response, after subscribers were notified. Rejects
   * with the failure of the request or of the normalization; no entity is written then. The
   * `signal` of an endpoint belongs to one caller: when it aborts, this promise rejects with the
   * signal's reason, and other callers of the key are not affected.
   */
  fetch<E extends EndpointInterface>(endpoint: E, ...args: ArgsOf<E>): Promise<DataOf<E>>;
  /** Like `fetch`, but sends no request while the key is valid: settles with its data or error. */
  fetchIfStale<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): Promise<DataOf<E>>;
  /**
   * Writes a value for a schema: `store.set(User, { id: '1', name: 'Ann' })`, or what a function
   * makes of the previous value: `store.set(User, { id: '1' }, user => ({ ...user, name: 'Bo' }))`.
   * The function form does nothing if the store has no value. Throws what normalization throws.
   */
  set<Q extends Queryable>(
    schema: Q,
    ...argsAndValue: readonly [...SchemaArgs<Q>, SetInput<Q>]
  ): void;
  set<Q extends Schema>(schema: Q, value: SetInput<Q>): void;
  /** Writes `response` as if the server had sent it. */
  setResponse<E extends EndpointInterface>(
    endpoint: E,
    ...argsAndResponse: readonly [...ArgsOf<E>, response: unknown]
  ): void;
  /** Sets `error` as if the request had failed with it. */
  setError<E extends ReadEndpoint>(
    endpoint: E,
    ...argsAndError: readonly [...ArgsOf<E>, error: Error]
  ): void;
  /**
   * Invalidates one key: its data is not shown any more, and subscribers fetch it again at once.
   * Does nothing for `null`.
   */
  invalidate<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNull<E>): void;
  /** Invalidates all keys of an endpoint. */
  invalidateAll(endpoint: EndpointInterface): void;
  /** Makes all results of an endpoint stale: they stay visible, and subscribers refetch at once. */
  expireAll(endpoint: EndpointInterface): void;
  /** Refetches every observed key that has failed or is not valid, once. Other keys are left alone. */
  revalidate(): void;
  /** Makes one commit of all writes in `fn`. Writes nothing if one of them or `fn` throws. */
  batch<R>(fn: () => R): R;
  /**
   * Removes all data, as at log-out. Requests in flight reject with `ResetError`, and their
   * responses are dropped. Subscribers fetch again: at once, or in React 50 ms later, if their
   * components are still mounted then.
   */
  reset(): Promise<void>;

  /**
   * Removes at once what no observer has reached for `gcTime`. The store also does this by itself,
   * a little later. In a batch or a subscriber, collection starts after it has returned.
   */
  gc(): void;

  // --- reads of the moment
  /** The data that the store has for a schema now, or `undefined`. */
  get<Q extends Queryable>(schema: Q, ...args: SchemaArgs<Q>): DenormalizeNullable<Q>;
  /** The current state of an endpoint and its args. Never fetches. */
  getState<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNull<E>): EndpointState<DataOf<E>>;
  /** Counts of what the store holds. */
  stats(): StoreStats;
  /** Ends all plugins, completes all streams, aborts all requests and stops all timers. */
  dispose(): void;
}
