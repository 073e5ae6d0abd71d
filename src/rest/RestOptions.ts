import type { EndpointSettings } from '../endpoint/EndpointSettings.ts';
import type { FetchFunction } from '../endpoint/FetchFunction.ts';
import type { Content } from './readAnswer.ts';

/** A path template; the first form keeps literals, from which the arguments are typed. */
export type PathText = `/${string}` | (string & {});

/** The name of a parameter; the named ones keep literals, from which arguments are typed. */
export type FieldName = 'page' | 'cursor' | (string & {});

/** An HTTP method; the named ones keep literals, from which `sideEffect` is typed. */
export type Method =
  'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | (string & {});

/**
 * What can be said about a REST endpoint when it is made or extended; all of it can be members of a class too. Further
 * members are kept and can be read as `this.member`.
 */
export interface RestOptions extends EndpointSettings {
  /** Path template, appended to `urlPrefix`; see {@link parsePath} for its syntax. */
  readonly path: PathText;
  /** Default GET; POST with `sideEffect: true` or a `body`. */
  readonly method?: Method | undefined;
  /** What the answer is made of. Default none: the answer is kept as it comes. */
  readonly schema?: unknown;
  /** Says the type of the body, as in `body: {} as Partial<User>`; `undefined`: the endpoint takes none. Default unknown. */
  readonly body?: unknown;
  /** Says the type of parameters that are not in the path, as in `searchParams: {} as { page?: number }`. Default none. */
  readonly searchParams?: object | undefined;
  /** Origin and start of the path. Default empty. */
  readonly urlPrefix?: string | undefined;
  /** Goes into every request: credentials, mode, headers. */
  readonly requestInit?: RequestInit | undefined;
  /** How answers are read. Default: JSON, text or Blob by Content-Type. */
  readonly content?: Content | undefined;
  /** The parameter that says which page, for `getPage` of a list. Default none. */
  readonly paginationField?: FieldName | undefined;
  /** Path of one member, for `move` of a list. Default: `path`. */
  readonly movePath?: PathText | undefined;
  /** True: what the list helpers (`push`, `move` …) send is shown before it is confirmed. Default false. */
  readonly optimistic?: boolean | undefined;
  /** Default: true for every method but GET. */
  readonly sideEffect?: boolean | undefined;
  /** Names the endpoint in messages. Default: `urlPrefix` and path. */
  readonly name?: string | undefined;
  /** Replaces the whole life cycle. */
  readonly fetch?: FetchFunction | undefined;
  /** URL of a call. */
  url?(...args: unknown[]): string;
  /** Query string of the parameters that are not in the path, without question mark. Default: {@link encodeSearch}. */
  searchToString?(params: Readonly<Record<string, unknown>>): string;
  /** Everything but the URL. */
  getRequestInit?(body?: unknown): Promise<RequestInit> | RequestInit;
  /** Headers of a request, for example with a token; runs for every request and may be async. */
  getHeaders?(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
  /** Sends the request. */
  fetchResponse?(url: string, init: RequestInit): Promise<Response>;
  /** Reads the answer. */
  parseResponse?(response: Response, url?: string): Promise<unknown>;
  /** Turns the answer into what the schema describes. */
  process?(value: unknown, ...args: unknown[]): unknown;
  /** Identity of a call. Default: method and URL, and the body of reads. */
  key?(...args: unknown[]): string;
  /** Whether a key has this method and path, whatever the parameters. */
  testKey?(key: string): boolean;
}
