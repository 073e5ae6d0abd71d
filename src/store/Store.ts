import type { Observable } from 'rxjs';
import type { ArgsOf } from '../endpoint/ArgsOf.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import type { Denormalize, DenormalizeNullable } from '../schema/Denormalize.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { Schema } from '../schema/Schema.ts';
import type { Queryable, SchemaArgs } from '../schema/Queryable.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { Action, Commit } from './Action.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { StateObservable } from '../streams/StateObservable.ts';
import type { StoreStats } from './StoreStats.ts';

/** The value to write, or a function of the value so far: `SetInput<typeof User>` → `object | ((previous: User) => object)`; an id may stand for what is removed. */
export type SetInput<Q> =
  | object
  | (Q extends EntityClass ? never : string | number)
  | ((previous: Denormalize<Q>) => object);

/**
 * The store: entities, answers, and the streams over them. All methods are bound; they can be passed around. Every method throws
 * `SB_DISPOSED` after `dispose()`.
 */
export interface Store {
  // --- observables
  /**
   * The state of an endpoint and its arguments. Does nothing before it is subscribed to; the same object for the same key while it is held.
   * With `null` as only argument it is inactive: no request, no data.
   */
  observe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): EndpointObservable<DataOf<E>>;
  /** The data as the cache has it, or `undefined`; never fetches. */
  select<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): StateObservable<DataOf<E> | undefined>;
  /** What the cache has for a schema, or `undefined`; never fetches. */
  query<Q extends Queryable>(
    schema: Q,
    ...args: SchemaArgs<Q>
  ): StateObservable<DenormalizeNullable<Q>>;
  /** All entities: one immutable snapshot per commit that changed one. */
  readonly entities$: StateObservable<EntityTable>;
  /** What was done, in the order of the commits. */
  readonly actions$: Observable<Action>;
  /** Every commit: its number, what was done, and which entities changed. */
  readonly commits$: Observable<Commit>;

  // --- commands
  /**
   * Calls an endpoint. Reads join a request of the same key that is under way; mutations never do. Resolves, after subscribers were told,
   * with the store's own view of the answer; rejects with the failure of the request or of the normalization, in which case the state
   * is untouched. An endpoint with a `signal` is for one caller: when it aborts, his promise rejects with its reason, and others are left
   * alone.
   */
  fetch<E extends EndpointInterface>(endpoint: E, ...args: ArgsOf<E>): Promise<DataOf<E>>;
  /** Like `fetch`, but gives what is there while that is valid. */
  fetchIfStale<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): Promise<DataOf<E>>;
  /**
   * Writes a value for a schema: `store.set(User, { id: '1', name: 'Ann' })`, `store.set(User, { id: '1' }, user => ({ ...user, name: 'Bo' }))`. The function
   * form does nothing if the cache has no value. Throws what normalization throws.
   */
  set<Q extends Queryable>(
    schema: Q,
    ...argsAndValue: readonly [...SchemaArgs<Q>, SetInput<Q>]
  ): void;
  set<Q extends Schema>(schema: Q, value: SetInput<Q>): void;
  /** As if the endpoint had answered `response`. */
  setResponse<E extends EndpointInterface>(
    endpoint: E,
    ...argsAndResponse: readonly [...ArgsOf<E>, response: unknown]
  ): void;
  /** As if the endpoint had failed with `error`. */
  setError<E extends ReadEndpoint>(
    endpoint: E,
    ...argsAndError: readonly [...ArgsOf<E>, error: Error]
  ): void;
  /** Forgets the answer of one key: readers wait for another one, subscribers fetch it at once. `null`: nothing. */
  invalidate<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNull<E>): void;
  /** Forgets all answers of an endpoint. */
  invalidateAll(endpoint: EndpointInterface): void;
  /** Makes all answers of an endpoint stale: they are shown, and subscribers fetch them again at once. */
  expireAll(endpoint: EndpointInterface): void;
  /** Has everything that is observed and not valid fetched again, once. What is valid is left alone. */
  revalidate(): void;
  /** Makes one commit of all writes in `fn`; of none if one of them or `fn` throws. */
  batch<R>(fn: () => R): R;
  /** Forgets everything, as at log-out. Requests under way reject with ResetError; what they answer is dropped. Subscribers fetch again. */
  reset(): Promise<void>;

  /**
   * Takes away at once what nobody has read for `gcTime`; it goes by itself too, a little later. Called in a batch or by a subscriber, it
   * waits until that has returned.
   */
  gc(): void;

  // --- reads of the moment
  /** What the cache has for a schema, or `undefined`. */
  get<Q extends Queryable>(schema: Q, ...args: SchemaArgs<Q>): DenormalizeNullable<Q>;
  /** The state of an endpoint and its arguments, without asking for anything. */
  getState<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNull<E>): EndpointState<DataOf<E>>;
  /** What the store holds. */
  stats(): StoreStats;
  /** Ends all plugins, completes all streams, gives up all requests, stops all timers. */
  dispose(): void;
}
