import type { OptionOf } from '../../data/endpoint/EndpointOptions.ts';
import type {
  MisspelledOption,
  Spelled,
  WellSpelled,
  WordLike,
} from '../../data/endpoint/MisspelledOption.ts';
import type { ResponseInput } from '../../data/schema/entity/EntityInput.ts';
import type { PagesOption } from '../../data/endpoint/PagesOption.ts';
import type { Denormalize } from '../../data/schema/Denormalize.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { PathArgs, Show } from './PathArgs.ts';
import type {
  EndpointSettings,
  FetchFunction,
  OptimisticSnapshot,
} from '../../data/endpoint/EndpointInterface.ts';
import type { Optional } from '../../shared/Optional.ts';
import type { Content } from './readResponse.ts';

/** A path template. The first form keeps literals, which type the arguments. */
export type PathText = `/${string}` | (string & {});

/** The name of a parameter. The listed names keep literals, which type the arguments. */
type FieldName = 'page' | 'cursor' | (string & {});

type KnownMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
/** An HTTP method. The listed ones keep literals, which type `sideEffect`. */
type Method = KnownMethod | (string & {});

/** The steps of a call; options, `extend` and subclasses may override each. */
export interface RestMethods {
  /**
   * The query string, without question mark, of the parameters that are not in the path. By default
   * equal parameters give equal text:
   *
   * - sorted by name; `undefined` is omitted; `null` is `name=`; dates are ISO 8601; a space is `%20`
   * - arrays repeat the name: `ids=1&ids=2`; empty arrays and objects are omitted
   * - objects use brackets: `filter[age]=5`, percent-encoded; objects and arrays in arrays are
   *   numbered: `a[0][x]=1`
   *
   * Throws `SB_KEY_UNSUPPORTED` for other values, NaN and infinities, and for nesting deeper than 20
   * levels.
   */
  searchToString(params: Readonly<Record<string, unknown>>): string;
  /** The whole request except its URL. */
  getRequestInit(body?: unknown): Promise<RequestInit> | RequestInit;
  /**
   * The headers of a request, for example with a token. The given `headers` have lower-case names.
   * Runs for every request; may be async.
   */
  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
  /** Sends the request. */
  fetchResponse(url: string, init: RequestInit): Promise<Response>;
  /** Reads the response. */
  parseResponse(response: Response, url?: string): Promise<unknown>;
}

/**
 * The options of a REST endpoint, for its constructor and `extend`; each may also be a member of a
 * class. Further members are kept; the endpoint's functions read them as `this.member`.
 */
export interface RestOptions
  extends EndpointSettings, Optional<RestMethods>, Optional<CallMethods> {
  /**
   * Path template, `/users/:id`. One slash joins it to `urlPrefix`, unless it names a host itself:
   * `https://example.com/users/:id`.
   */
  readonly path: PathText;
  /** Default GET; POST with `sideEffect: true` or a `body`. */
  readonly method?: Method | undefined;
  /** Describes the response. Default none: the response is stored as it is. */
  readonly schema?: unknown;
  /**
   * The type of the body, as in `body: {} as Partial<User>`; `undefined`: no body. Default unknown.
   */
  readonly body?: unknown;
  /**
   * The type of parameters that are not in the path, as in `searchParams: {} as { page?: number }`.
   * Default none.
   */
  readonly searchParams?: object | undefined;
  /** Origin and start of the path, with or without a slash at its end. Default empty. */
  readonly urlPrefix?: string | undefined;
  /** Sent with every request: credentials, mode, headers. */
  readonly requestInit?: RequestInit | undefined;
  /** How the response is read. Default: as JSON, text or Blob, by Content-Type. */
  readonly content?: Content | undefined;
  /** The parameter that selects the page, for `getPage` of a list. Default none. */
  readonly paginationField?: FieldName | undefined;
  /** Path of one item, for `move` of a list. Default: `path`. */
  readonly movePath?: PathText | undefined;
  /**
   * True: the list helpers (`push`, `move` …) show what they send before it is confirmed. Default
   * false.
   */
  readonly optimistic?: boolean | undefined;
  /** Default: true for every method but GET. */
  readonly sideEffect?: boolean | undefined;
  /** Names the endpoint in messages. Default: `urlPrefix` and path. */
  readonly name?: string | undefined;
  /** Replaces the whole life cycle. */
  readonly fetch?: FetchFunction | undefined;
  /** Whether a key has this method and path, for any parameters. */
  readonly testKey?: ((key: string) => boolean) | undefined;
}

/** The options that get the arguments of a call, whatever they are. */
interface CallMethods {
  /** The URL of a call. */
  url(...args: unknown[]): string;
  /** Turns the response into what the schema describes. */
  process(value: unknown, ...args: unknown[]): unknown;
  /** Identifies a call. Default: the method and the URL, plus the body of a read. */
  key(...args: unknown[]): string;
}

/**
 * The options that receive the arguments of a call. The other options `O` give the arguments their
 * types: in `{ path: '/users/:id', method: 'PUT', body: {} as User, getOptimisticResponse(snapshot,
 * { id }, body) {…} }` the path types `id`. They have the types of methods `f`, so a
 * function may declare a narrower parameter.
 */
export interface ArgsOptions<O> {
  /** How the pages of the list follow from each other, see `EndpointSettings.pages`. */
  readonly pages?: PagesOption<PagesData<O>, ParamsOf<O>> | undefined;
  /** Predicts the response, see `EndpointSettings.getOptimisticResponse`. */
  readonly getOptimisticResponse?:
    { f(snapshot: OptimisticSnapshot, ...args: RestArgs<O>): unknown }['f'] | undefined;
  /** The URL of a call. */
  readonly url?: { f(...args: RestArgs<O>): string }['f'] | undefined;
  /** Turns the response into what the schema describes. */
  readonly process?: { f(value: unknown, ...args: RestArgs<O>): unknown }['f'] | undefined;
  /** Identifies a call. Default: the method and the URL, plus the body of a read. */
  readonly key?: { f(...args: RestArgs<O>): string }['f'] | undefined;
}

/** The data of the list: `PagesData<{ schema: Collection<[typeof Post]> }>` → `Post[]`. */
type PagesData<O> = Denormalize<OptionOf<O, 'schema'>>;

/** The options whose types do not depend on the arguments. */
export type ArglessOptions = Omit<RestOptions, keyof ArgsOptions<RestOptions>>;

/**
 * A second view of the same options. TypeScript infers it before it checks the functions among the
 * options, so the rest can type the parameters of those functions.
 */
export type Declared<D> = { readonly [N in keyof D]: D[N] };

/** Refuses misspelled names of options, and misspelled methods such as `GETT` and `get`. */
export type SpelledRest<O> = Spelled<O, keyof RestOptions> &
  (O extends { readonly method: infer M }
    ? M extends KnownMethod
      ? unknown
      : SpelledMethod<MethodLike<M>>
    : unknown);

type SpelledMethod<M extends string> = [M] extends [never]
  ? unknown
  : { readonly method: MisspelledOption<`Did you mean ${M}?`> };

/** The method that `M` misspells: `MethodLike<'GETT'>` → `'GET'`. */
type MethodLike<M> = M extends KnownMethod
  ? never
  : M extends string
    ? WordLike<M, KnownMethod>
    : never;

/**
 * Refuses a `getOptimisticResponse` in `X` whose result does not fit the schema of the options `O`.
 * `unknown` if it fits, or types cannot tell.
 */
export type FittingPrediction<X, O> = X extends { getOptimisticResponse(...args: never): infer R }
  ? Fitting<R, ResponseInput<OptionOf<O, 'schema'>>>
  : unknown;

type Fitting<R, I> = unknown extends I
  ? unknown
  : [R] extends [I]
    ? unknown
    : { readonly getOptimisticResponse: (...args: never) => I };

/** The same for constructors of subclasses, see {@link WellSpelled}. */
export type WellSpelledRest<O> = [MethodLike<OptionOf<O, 'method'>>] extends [never]
  ? unknown extends FittingPrediction<O, O>
    ? WellSpelled<O, RestOptions>
    : Omit<O, 'getOptimisticResponse'> & MisfitPrediction<'Its result does not fit the schema.'>
  : Omit<O, 'method'> & MisspelledMethod<`Did you mean ${MethodLike<OptionOf<O, 'method'>>}?`>;

/** Has no member `getOptimisticResponse`, so the compiler names that one. */
interface MisfitPrediction<Hint extends string> {
  readonly hint?: Hint;
}

/** Has no member `method`, so the compiler names that one. */
interface MisspelledMethod<Hint extends string> {
  readonly hint?: Hint;
}

/** The method: `MethodOf<{ path: '/x'; body: User }>` → `'POST'`. */
export type MethodOf<O> =
  OptionOf<O, 'method'> extends infer M extends string
    ? M
    : OptionOf<O, 'sideEffect'> extends true
      ? 'POST'
      : OptionOf<O, 'body'> extends undefined
        ? 'GET'
        : 'POST';

/** `SideEffectOf<{ path: '/x'; method: 'PUT' }>` → `true`; an explicit one wins. */
export type SideEffectOf<O> = 'sideEffect' extends keyof O
  ? Extract<O['sideEffect'], boolean | undefined>
  : MethodOf<O> extends 'GET'
    ? undefined
    : true;

/**
 * The parameters for path and query: `ParamsOf<{ path: '/users/:id'; searchParams: { full?: boolean
 * } }>` → `{ id: string | number; full?: boolean }`.
 */
export type ParamsOf<O> = Show<PathArgs<OptionOf<O, 'path', string> & string> & SearchOf<O>>;
type SearchOf<O> = MaybeNone<OptionOf<O, 'searchParams'>>;

/** `MaybeNone<{ q: string }>` → `{ q: string }` · `MaybeNone<{ q: string } | undefined>` → `{ q: string } | { q?: undefined }` · `MaybeNone<undefined>` → `unknown`. */
type MaybeNone<S> =
  IsNone<S> extends true ? unknown : undefined extends S ? OrNone<Exclude<S, undefined>> : S;
/** `IsNone<undefined>` → `true` · `IsNone<any>` → `false` */
type IsNone<T> = unknown extends T ? false : [T] extends [undefined] ? true : false;
type OrNone<S> = {} extends S ? S : S | { [N in keyof S]?: undefined };

/**
 * The arguments of a REST endpoint. If all parameters are optional, you may omit them. If the method
 * has a body, it comes last:
 *
 * `RestArgs<{ path: '/users/:id' }>` → `[params: { id: string | number }]` ·
 * `RestArgs<{ path: '/users'; method: 'POST'; body: User }>` → `[body: User]` ·
 * `RestArgs<{ path: '/users/:id'; method: 'PUT'; body: User }>` → `[params: { id: string | number }, body: User]`
 */
export type RestArgs<O> =
  TakesBody<O> extends true
    ? WithBody<ParamsOf<O>, OptionOf<O, 'body', unknown>>
    : keyof ParamsOf<O> extends never
      ? []
      : {} extends ParamsOf<O>
        ? [params?: ParamsOf<O>]
        : [params: ParamsOf<O>];

/** Whether the last argument is a body: `TakesBody<{ path: '/x'; method: 'POST' }>` → `true`. */
export type TakesBody<O> =
  IsNone<OptionOf<O, 'body', unknown>> extends true
    ? false
    : MethodOf<O> extends 'GET' | 'HEAD' | 'DELETE'
      ? false
      : true;

type WithBody<P, B> = keyof P extends never
  ? BodyArg<B>
  : ({} extends P ? BodyArg<B> : never) | [params: P, ...BodyArg<B>];
type BodyArg<B> = undefined extends B ? [body?: B] : [body: B];

/**
 * What a call resolves to, before the schema: the result of `process`, else the type for `content`,
 * else unknown.
 */
export type RestValue<O> = O extends { process(...args: never[]): infer V }
  ? Awaited<V>
  : O extends { content: infer C }
    ? C extends keyof ContentTypes
      ? ContentTypes[C]
      : unknown
    : unknown;

interface ContentTypes {
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
}

/** The function of a REST endpoint; a `fetch` in the options wins. */
export type RestFetch<O> = O extends { fetch: infer F extends FetchFunction }
  ? F
  : (...args: RestArgs<O>) => Promise<RestValue<O>>;

/**
 * The default body of a resource: the members of the entity, all optional. Text, numbers and booleans
 * keep their type; dates and nested entities are unknown, because the server decides their form.
 *
 * `ResourceBody<typeof Post>` → `{ id?: string; title?: string; author?: unknown }` · `ResourceBody<{ user: typeof User }>` → `unknown`
 */
export type ResourceBody<S> = S extends EntityClass ? BodyOf<S['prototype']> : unknown;

type BodyOf<I> = {
  [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: Member<I[N]>;
};

type Member<T> = [Exclude<T, null | undefined>] extends [string | number | bigint | boolean]
  ? T | undefined
  : unknown;
