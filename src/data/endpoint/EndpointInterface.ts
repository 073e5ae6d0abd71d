import type { Denormalize } from '../schema/Denormalize.ts';
import type { DenormalizeNullable } from '../schema/DenormalizeNullable.ts';
import type { Queryable, SchemaArgs } from '../schema/Queryable.ts';
import type { Optional } from '../../shared/Optional.ts';
import type { RequestPage } from '../schema/collection/PageNotes.ts';
import type { QueryDelegate } from '../schema/Schema.ts';
import type { PagesOption } from './PagesOption.ts';
import type { RequestContext } from './RequestContext.ts';
import type { RetryOption } from './RetryOption.ts';

/**
 * Any function that fetches. It may return a promise, an observable, an async iterable or a plain
 * value. `never` accepts every list of arguments, unions included.
 */
export type FetchFunction = (...args: never) => unknown;

/**
 * The arguments of `F`, for methods: `GivenArgs<(id: string) => void>` → `[id: string]` ·
 * `GivenArgs<FetchFunction>` → `unknown[]`.
 */
export type GivenArgs<F extends FetchFunction> = [Parameters<F>] extends [never]
  ? unknown[]
  : Parameters<F>;

/** The name of the member that tells the compiler what data an endpoint has. It has no value. */
declare const data: unique symbol;

/**
 * The part of an endpoint that the store and the hooks use. `F` is its function, `S` its schema,
 * `M` its `sideEffect`. An endpoint fits if its arguments and its data do: with a schema the data is
 * what the schema makes of the response.
 */
export interface EndpointInterface<
  F extends FetchFunction = FetchFunction,
  S = unknown,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointMembers<F, S, M> {
  (...args: Parameters<F>): CallResult<F, S>;
  /** The function that is called; `this` is the endpoint. Default: the endpoint itself. */
  fetch?(...args: Parameters<F>): CallResult<F, S>;
}

/**
 * What a direct call returns: `CallResult<() => Promise<User>, undefined>` → `Promise<User>`; unknown
 * if the endpoint may have a schema, which makes the data of something else.
 */
type CallResult<F extends FetchFunction, S> = unknown extends S ? unknown : ReturnType<F>;

/** Functions that are endpoints by their members alone have none: nothing is known then. */
interface Held<D> {
  readonly data: D;
  readonly isKnown: true;
}

/** An endpoint without its function. */
export interface EndpointMembers<F extends FetchFunction, S, M extends boolean | undefined>
  extends SettingValues, SettingMethods {
  readonly [data]?: Held<DataFrom<F, S>>;
  /** Names the endpoint in messages. */
  readonly name: string;
  /** Describes the response. */
  readonly schema?: S;
  /** True for mutations. */
  readonly sideEffect?: M;
  /** The context of the request in flight; undefined outside of a request. */
  readonly context?: RequestContext | undefined;
  /** Identifies a call; equal keys share data and requests. */
  key(...args: GivenArgs<F>): string;
  /** Whether a key belongs to this endpoint, for any arguments. Default: never. */
  testKey?(key: string): boolean;
  /**
   * The normalized data that the cache can show before the first response, or `undefined`. Default:
   * what the schema finds for the arguments.
   */
  infer?(args: readonly unknown[], delegate: QueryDelegate): unknown;
  /**
   * @internal Whether the name was declared, or is a URL or a document. If not, it is that of a
   * function, which the next build may give to another one. Default: it was declared.
   */
  readonly isNamed?: boolean;
  /**
   * @internal Whether equal args always make equal keys, because no method or getter of the program
   * takes part. Default: not known.
   */
  readonly isKeyOfArgs?: boolean;
  /** @internal Whether the endpoint has a `process` of its own, which may return null. */
  readonly isProcessed?: boolean;
  /**
   * @internal The args without what names the response itself: `{}` of `/users/:id`, all of
   * `/users/:id/manager`. Default: not known.
   */
  parentArgs?(args: readonly unknown[]): readonly unknown[] | undefined;
  /** @internal Whether a mutation changes the entity that its args name. Default: `lookup`. */
  readonly isUpdate?: boolean;
  /**
   * @internal Whether its function returns a live source: all values are events. Default: not known
   * before the first value.
   */
  readonly isLive?: boolean;
  /** @internal The list that the response of a call adds a page to. Default: none. */
  pageOf?(args: readonly unknown[]): PageList | undefined;
}

/** The list that a response adds a page to. */
export interface PageList {
  /** The key of the list's own endpoint. */
  readonly key: string;
  /** The schema of that endpoint. */
  readonly schema?: unknown;
  /** The row of the list in the table. */
  readonly kind: string;
  readonly pk: string;
  /** Determines where a page of the list begins that is being requested. */
  readonly pageRequest: RequestPage;
}

/** An endpoint without side effect: the kind that hooks and observables accept. */
export type ReadEndpoint<F extends FetchFunction = FetchFunction, S = unknown> = EndpointInterface<
  F,
  S,
  false | undefined
>;

/**
 * The arguments of an endpoint: `ArgsOf<typeof getUser>` → `[{ id: string }]`; `unknown[]` if its
 * type is not known.
 */
export type ArgsOf<E extends EndpointInterface> = GivenArgs<E>;

/**
 * The data of an endpoint: `DataOf<typeof getUser>` → `User`. With a schema: the denormalized
 * schema; without: what the endpoint's function resolves to or emits.
 */
export type DataOf<E extends EndpointInterface> = E extends {
  readonly [data]?: { readonly data: infer D; readonly isKnown: infer K };
}
  ? unknown extends K
    ? DataFrom<E, E['schema']>
    : D
  : never;

/** `DataFrom<() => Promise<object>, typeof User>` → `User` · `DataFrom<() => Promise<number>, undefined>` → `number`. */
type DataFrom<F extends FetchFunction, S> = [unknown] extends [S]
  ? Resolved<ReturnType<F>>
  : [S] extends [null | undefined]
    ? Resolved<ReturnType<F>>
    : Denormalize<Exclude<S, null | undefined>>;

/**
 * `Resolved<Promise<number>>` → `number` · `Resolved<Observable<number>>` → `number` ·
 * `Resolved<AsyncGenerator<number>>` → `number`.
 */
type Resolved<R> =
  R extends PromiseLike<unknown>
    ? Awaited<R>
    : R extends { subscribe(observer: infer O, ...rest: never[]): unknown }
      ? Observed<O>
      : R extends AsyncIterable<infer T>
        ? T
        : R;

/** `Observed<(value: number) => void>` → `number` · `Observed<{ next?(value: number): void }>` → `number`. */
type Observed<O> = O extends (value: infer T) => unknown
  ? T
  : O extends { next?(value: infer T): unknown }
    ? T
    : never;

/** The settings that are functions. Subclasses define them as methods. */
interface SettingMethods {
  /**
   * For mutations: predicts the response. The prediction is shown at once on top of the confirmed
   * state, until the request succeeds or fails. The function runs again whenever the state below
   * changes, so it must be pure. `throw snapshot.abort` shows nothing. An entity without a primary
   * key gets a placeholder id, which stays the same until the real one is known.
   */
  getOptimisticResponse?(snapshot: OptimisticSnapshot, ...args: unknown[]): unknown;
  /**
   * Whether existing data stays visible after this error (`'soft'`) or the error replaces it
   * (`'hard'`). Default `'hard'`.
   */
  errorPolicy?(error: unknown): 'soft' | 'hard' | undefined;
}

/** How the store treats the requests and responses of an endpoint. */
export interface EndpointSettings extends SettingValues, Optional<SettingMethods> {}

/** The settings that are no functions. */
interface SettingValues {
  /**
   * Whether the arguments of a call name the entity of its response. True: a known entity is
   * the data, and is valid without a request. False: they name another one, so nothing is inferred.
   * Default: what the path of a `RestEndpoint` says; data that any other endpoint infers is stale –
   * shown, and fetched – until a response has shown that it was right.
   */
  readonly lookup?: boolean | undefined;
  /** How long data stays valid, in ms from its arrival. Default: the store's (60,000). */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error stays valid, in ms from its arrival. Default: the store's (1,000). */
  readonly errorExpiryLength?: number | undefined;
  /** True: stale data is not shown; components that read it suspend. Default false. */
  readonly invalidIfStale?: boolean | undefined;
  /**
   * True: the request is aborted when its last observer or caller leaves (typeahead). Default
   * false: it goes on and fills the cache.
   */
  readonly cancel?: boolean | undefined;
  /**
   * How long one try may take until its first response, in ms, above 0. Default: the store's
   * (Infinity).
   */
  readonly timeout?: number | undefined;
  /**
   * How often and when a failed read is retried; `false`: never. Default: the store's (`false`).
   * Mutations are never retried.
   */
  readonly retry?: RetryOption | undefined;
  /**
   * The interval at which live subscribers refetch, in ms, above 0; see `live` of `streambed/live`,
   * `useLive` and `useSubscription`. Default: no polling.
   */
  readonly pollFrequency?: number | undefined;
  /**
   * Aborts one call, as in `store.fetch(getUser.extend({ signal }), …)`: its promise rejects at
   * once. The request goes on for other callers; if there are none it is aborted. Subscriptions and
   * hooks ignore the signal.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether and how long the results are stored, see `persist` of `streambed/persist`; `maxAge` in
   * ms. Default: as long as `persist` says.
   */
  readonly persist?: false | { readonly maxAge?: number | undefined } | undefined;
  /**
   * How a mutation is sent, see `offline` of `streambed/offline`. Those for whose args `group`
   * returns one text are sent one after the other. Default: those that change a common entity.
   */
  readonly offline?:
    { readonly group?: ((args: readonly unknown[]) => string) | undefined } | undefined;
  /**
   * How the pages of a list follow from each other, see `pages` of `streambed/pages` and
   * `useInfinite`. Default: the list has no pages.
   */
  readonly pages?: PagesOption | undefined;
}

/**
 * The state that an optimistic response is made for: confirmed data with the layers of earlier
 * mutations on top. Reads only the cache.
 */
export interface OptimisticSnapshot {
  /** The data of a schema, or `undefined`. */
  get<Q extends Queryable>(schema: Q, ...args: SchemaArgs<Q>): DenormalizeNullable<Q>;
  /** The data of an endpoint, or `undefined`. */
  getResponse<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E> | undefined;
  /** When the request was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** `throw snapshot.abort` shows the confirmed state only. */
  readonly abort: Error;
}
