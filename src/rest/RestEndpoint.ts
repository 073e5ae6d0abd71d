import type { Endpoint } from '../endpoint/Endpoint.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { RemainingArgs, UnknownMembers } from '../endpoint/EndpointOptions.ts';
import type { ArglessOptions } from './ArglessOptions.ts';
import type { ArgsOptions } from './ArgsOptions.ts';
import type { Declared } from './Declared.ts';
import type { ReplacedRest, SurvivingMembers } from './ExtendedEndpoint.ts';
import type { ListEndpoints } from './ListEndpoints.ts';
import type { Content } from './readAnswer.ts';
import type { MethodOf, RestFetch, SideEffectOf } from './RestArgs.ts';
import type { RestEndpointConstructor } from './RestEndpointConstructor.ts';
import { RestEndpointFunction } from './RestEndpointFunction.ts';
import type { RestOptions } from './RestOptions.ts';

type SchemaIn<O> = 'schema' extends keyof O ? O['schema'] : undefined;
type PathIn<O> = O extends { readonly path: infer P extends string } ? P : string;
/**
 * An endpoint for HTTP: a path template and options that type its arguments. `O` are its options.
 * The life cycle of a call consists of methods that options, `extend` and subclasses may override:
 * `url`, `getRequestInit`, `getHeaders`, `fetchResponse`, `parseResponse`, `process`.
 */
export interface RestEndpoint<O = RestOptions>
  extends EndpointInterface<RestFetch<O>, SchemaIn<O>, SideEffectOf<O>>, ListEndpoints<O> {
  (...args: Parameters<RestFetch<O>>): ReturnType<RestFetch<O>>;
  readonly schema: SchemaIn<O>;
  readonly sideEffect: SideEffectOf<O>;
  readonly path: PathIn<O>;
  readonly method: MethodOf<O>;
  readonly urlPrefix: string;
  readonly requestInit?: RequestInit | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly content?: Content | undefined;
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
  searchToString(params: Readonly<Record<string, unknown>>): string;
  getRequestInit(body?: unknown): Promise<RequestInit> | RequestInit;
  /** `headers` has lower-case names. */
  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
  fetchResponse(url: string, init: RequestInit): Promise<Response>;
  parseResponse(response: Response, url?: string): Promise<unknown>;
  process(value: unknown, ...args: Parameters<RestFetch<O>>): unknown;
  /** `'soft'` if the server or the network failed (status 0 and from 500), else `'hard'`. */
  errorPolicy(error: unknown): 'soft' | 'hard' | undefined;
  /** Returns an endpoint that inherits everything except what `options` replace or add. */
  extend<X extends Partial<ArglessOptions> & object, D>(
    options: X & Declared<D> & ArgsOptions<ReplacedRest<O, D>> & ThisType<this & UnknownMembers>,
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
