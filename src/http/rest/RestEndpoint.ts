import type { Endpoint } from '../../data/endpoint/Endpoint.ts';
import type { EndpointMembers } from '../../data/endpoint/EndpointInterface.ts';
import type {
  OptionOf,
  RemainingArgs,
  Replaced,
  UnknownMembers,
  Without,
} from '../../data/endpoint/EndpointOptions.ts';
import type { KeptPolling, Liveness, liveness } from '../../data/endpoint/LiveEndpoint.ts';
import type { PagesOption } from '../../data/endpoint/PagesOption.ts';
import type {
  ArglessOptions,
  ArgsOptions,
  Declared,
  FittingPrediction,
  RestMethods,
  RestOptions,
  MethodOf,
  ParamsOf,
  ResourceBody,
  RestArgs,
  RestFetch,
  RestValue,
  SideEffectOf,
  SpelledRest,
  TakesBody,
  WellSpelledRest,
} from './RestOptions.ts';
import { RestEndpointFunction } from './RestEndpointFunction.ts';
import type { ListChange } from '../../data/schema/collection/listEndpoint.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { Query } from '../../data/schema/query/Query.ts';
import type { Show } from './PathArgs.ts';

type SchemaOf<O> = OptionOf<O, 'schema'>;

/**
 * An endpoint for HTTP: a path template and options that type its arguments. `O` are its options.
 * The life cycle of a call consists of methods that options, `extend` and subclasses may override:
 * `url`, `getRequestInit`, `getHeaders`, `fetchResponse`, `parseResponse`, `process`.
 */
export interface RestEndpoint<O = RestOptions>
  extends
    EndpointMembers<RestFetch<O>, SchemaOf<O>, SideEffectOf<O>>,
    RestMethods,
    Pick<RestOptions, 'requestInit' | 'content'>,
    ListEndpoints<O> {
  (...args: Parameters<RestFetch<O>>): ReturnType<RestFetch<O>>;
  readonly schema: SchemaOf<O>;
  readonly sideEffect: SideEffectOf<O>;
  /** For the compiler: whether `live` accepts the endpoint. It has no value. */
  readonly [liveness]?: Liveness<RestFetch<O>, O>;
  readonly pages: Extract<OptionOf<O, 'pages'>, PagesOption | undefined>;
  readonly path: OptionOf<O, 'path', string> & string;
  readonly method: MethodOf<O>;
  readonly urlPrefix: string;
  /**
   * Runs the whole life cycle. Rejects with `NetworkError`, `AnswerError` and the errors of `url`.
   */
  fetch(...args: Parameters<RestFetch<O>>): ReturnType<RestFetch<O>>;
  /** `GET /users/1`; for reads with a body, the canonical body follows. */
  key(...args: Parameters<RestFetch<O>>): string;
  /**
   * Whether `key` has the method and the path of this endpoint, for any parameters, query and body.
   */
  testKey(key: string): boolean;
  /** Throws `SB_PATH_PARAM_MISSING`, `SB_PATH_PARAM_UNSAFE`, `SB_KEY_UNSUPPORTED`, `SB_URL_UNSAFE`. */
  url(...args: Parameters<RestFetch<O>>): string;
  process(value: unknown, ...args: Parameters<RestFetch<O>>): unknown;
  /** `'soft'` if the server or the network failed (status 0 and from 500), else `'hard'`. */
  errorPolicy(error: unknown): 'soft' | 'hard' | undefined;
  /** Returns an endpoint that inherits everything except what `options` replace or add. */
  extend<X extends Partial<ArglessOptions> & object, D>(
    options: X &
      Declared<D> &
      SpelledRest<D> &
      FittingPrediction<X, ReplacedRest<O, D>> &
      ArgsOptions<ReplacedRest<O, D>> &
      ThisType<this & UnknownMembers>,
  ): RestEndpoint<ReplacedRest<O, X>> & SurvivingMembers<this, X>;
  /**
   * Returns an endpoint whose first arguments are fixed. Its function runs with `thisArg` as
   * `this`, or with the endpoint if `thisArg` is null.
   */
  bind<P extends Partial<Parameters<RestFetch<O>>>>(
    thisArg: unknown,
    ...args: P
  ): Endpoint<(...args: RemainingArgs<Parameters<RestFetch<O>>, P>) => ReturnType<RestFetch<O>>, O>;
}

/**
 * Makes an endpoint from a path template. Throws `SB_PATH_INVALID`, `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
 * const createUser = new RestEndpoint({ path: '/users', method: 'POST', schema: User });
 *
 * class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {
 *   urlPrefix = 'https://api.example.com';
 *   async getHeaders(headers: Record<string, string>) {
 *     return { ...headers, authorization: await token() };
 *   }
 * }
 * ```
 */
// A class type cannot say that its instances are callable; the interface above does.
export const RestEndpoint = RestEndpointFunction as unknown as RestEndpointConstructor;

/**
 * The static side of {@link RestEndpoint}. The first form is for `new RestEndpoint(options)`: `D`
 * types the arguments of functions in the options. The second is for `class … extends RestEndpoint<O>`.
 */
interface RestEndpointConstructor {
  new <O extends ArglessOptions, D>(
    options: O &
      Declared<D> &
      SpelledRest<D> &
      FittingPrediction<O, D> &
      ArgsOptions<D> &
      ThisType<RestEndpoint & UnknownMembers>,
  ): RestEndpoint<O> & Without<O, keyof RestOptions>;
  new <O extends RestOptions>(options: WellSpelledRest<O>): RestEndpoint<O>;
}

/**
 * The result of `extend` of the endpoint `E` with the options `X`: `ExtendedEndpoint<RestEndpoint<{
 * path: '/a' }>, { method: 'PUT' }>` → `RestEndpoint<{ path: '/a'; method: 'PUT' }>`.
 */
export type ExtendedEndpoint<E, X> =
  E extends RestEndpoint<infer O>
    ? RestEndpoint<ReplacedRest<O, X>> & SurvivingMembers<E, X>
    : never;

/** The options after `extend`. A new method also decides anew whether there are side effects. */
export type ReplacedRest<O, X> = X extends { readonly method: string }
  ? Replaced<Omit<O, 'sideEffect'>, X>
  : Replaced<O, X>;

/**
 * The members that `extend` keeps beside the base: those of subclasses and earlier options, and
 * those of `X`.
 */
type SurvivingMembers<E, X> = Without<E, keyof RestEndpoint | keyof X> &
  Without<X, keyof RestOptions> &
  KeptPolling<E, X>;

/** The part of a `schema.Collection` that its list endpoints use. */
type ListSchema = Readonly<Record<ListChange | 'schema' | 'getPage', unknown>>;

/**
 * The collection in a schema: `ListIn<{ results: Collection<[typeof Post]>; next: '' }>` →
 * `Collection<[typeof Post]>`; `never` without one.
 */
type ListIn<S> = S extends ListSchema
  ? S
  : S extends Query<infer I, never>
    ? ListIn<I>
    : S extends EntityClass | ((...args: never[]) => unknown) | readonly unknown[]
      ? never
      : S extends object
        ? { [N in keyof S]: ListIn<S[N]> }[keyof S]
        : never;

/** The schema with pages instead of the collection. */
type WithPage<S> = S extends ListSchema
  ? S['getPage']
  : S extends Query<infer I, infer A, infer R>
    ? Query<WithPage<I>, A, R>
    : S extends EntityClass | ((...args: never[]) => unknown)
      ? S
      : { [N in keyof S]: WithPage<S[N]> };

type ListOf<O> = ListIn<SchemaOf<O>>;

/** The type of an item in a request: the `body` of the options, else the members of the entity. */
type ItemOf<O> =
  undefined extends OptionOf<O, 'body'> ? ItemOfList<ListOf<O>> : OptionOf<O, 'body'>;
type ItemOfList<C> = C extends { readonly schema: readonly [infer M] } ? ResourceBody<M> : object;
/** `PartOf<{ id: string }>` → `{ id?: string }` · `PartOf<string>` → `string`. */
export type PartOf<T> = T extends object ? Partial<T> : T;
type OneOrMore<T> = T | readonly T[] | FormData;

/** The endpoint for a list that `X` makes of the one of the list; a message without a collection. */
type Varied<O, X> = [ListOf<O>] extends [never]
  ? 'The schema of this endpoint has no schema.Collection.'
  : RestEndpoint<ReplacedRest<O, X>>;

/** A request with the method `M` and the body `B` that changes the list. */
type Change<O, N extends ListChange, M, B, X = unknown> = Varied<
  O,
  X & {
    readonly method: M;
    readonly body: B;
    readonly schema: OptionOf<ListOf<O>, N>;
  }
>;

type MovePath<O> = OptionOf<O, 'movePath', OptionOf<O, 'path', string>>;

/**
 * Adds a page to the list. It takes the arguments of the list, with the cursor in the first one.
 */
type PageEndpoint<O, C extends string> = Page<
  O,
  TakesBody<O> extends true
    ? { readonly fetch: PageFetch<O, WithCursor<RestArgs<O>, C>> }
    : { readonly searchParams: Cursor<ParamsOf<O>, C> }
>;

type Page<O, X> = Varied<O, X & { readonly schema: WithPage<SchemaOf<O>> }>;

type PageFetch<O, A extends readonly unknown[]> = (...args: A) => Promise<RestValue<O>>;

/** `WithCursor<[params: { group: string }, body: B], 'page'>` → `[{ group: string; page: string | number }, body: B]`. */
type WithCursor<A extends readonly unknown[], C extends string> = A extends readonly [
  (infer P)?,
  ...infer R,
]
  ? [first: Show<Cursor<P, C>>, ...rest: R]
  : never;

/** `Cursor<{ group: string }, 'page'>` → `{ group: string } & { page: string | number }`. */
type Cursor<P, C extends string> = unknown extends P
  ? Cursor<Record<string, unknown>, C>
  : P extends undefined
    ? never
    : Omit<P, C> & { [N in C]: string | number };

type CursorOf<O> = O extends { readonly paginationField: infer C extends string } ? C : never;

/**
 * The extra members of an endpoint whose schema contains a `schema.Collection`: requests that
 * change the cached list. Every access to a member returns the same endpoint.
 */
interface ListEndpoints<O> {
  /**
   * `POST` to the path of the list. Appends the created items to every list whose filters they
   * match. Takes one item or several.
   */
  readonly push: Change<O, 'push', 'POST', OneOrMore<ItemOf<O>>>;
  /** Like `push`, but prepends. */
  readonly unshift: Change<O, 'unshift', 'POST', OneOrMore<ItemOf<O>>>;
  /**
   * `POST` to the path. Adds the items of the response, by name, to every map whose filters they
   * match.
   */
  readonly assign: Change<O, 'assign', 'POST', Readonly<Record<string, ItemOf<O>>>>;
  /**
   * `PATCH` to the path of the list. Removes the items of the response from the lists; the entities
   * stay.
   */
  readonly remove: Change<O, 'remove', 'PATCH', OneOrMore<PartOf<ItemOf<O>>>>;
  /**
   * `PATCH` to `movePath`. Moves the items of the response from lists that they no longer match to
   * lists that they match now.
   */
  readonly move: Change<
    O,
    'move',
    'PATCH',
    PartOf<ItemOf<O>> | FormData,
    { readonly path: MovePath<O>; readonly searchParams: undefined }
  >;
  /** `GET` of a further page, which is added to the list. Needs `paginationField`. */
  readonly getPage: [CursorOf<O>] extends [never]
    ? 'Give the endpoint a paginationField, or use paginated().'
    : PageEndpoint<O, CursorOf<O>>;
  /** Like `getPage`; `cursor` names the parameter that selects the page. */
  paginated<C extends string>(cursor: C): PageEndpoint<O, C>;
  /**
   * Like `getPage`; the function turns the arguments of a page into those of the list. Call it
   * once: each call returns a new endpoint.
   */
  paginated<A extends readonly unknown[]>(
    argsOfList: (...args: A) => readonly unknown[],
  ): Page<
    O,
    TakesBody<O> extends true
      ? { readonly fetch: PageFetch<O, A> }
      : { readonly searchParams: A[0] }
  >;
}
