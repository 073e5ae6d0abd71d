import type { EndpointSettings } from '../../data/endpoint/EndpointInterface.ts';
import type { Optional } from '../../shared/Optional.ts';
import type { GQLError } from './GQLNetworkError.ts';

/** The body of a GraphQL response. */
export interface GQLResult {
  readonly data?: unknown;
  readonly errors?: readonly GQLError[] | undefined;
}

/**
 * The source of subscriptions: a client of `graphql-ws`, or any object with the same `subscribe`.
 * It returns the function that ends the subscription.
 */
export interface GQLSocket {
  subscribe(
    payload: { query: string; variables: Record<string, unknown> },
    sink: { next(result: GQLResult): void; error(error: unknown): void; complete(): void },
  ): () => void;
}

/** The methods of a GraphQL server and its operations; each may be an option or a member of a class. */
export interface GQLMethods {
  /** The text of the query. */
  getQuery(variables: Readonly<Record<string, unknown>>): string;
  /** The whole request except its URL. */
  getRequestInit(variables: Readonly<Record<string, unknown>>): Promise<RequestInit> | RequestInit;
  /**
   * The headers of a request, for example with a token. The given `headers` have lower-case names.
   * Runs for every request; may be async.
   */
  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
  /** Sends the request. */
  fetchResponse(url: string, init: RequestInit): Promise<Response>;
  /**
   * Reads the response. Rejects with `NetworkError` and `AnswerError`; with `GQLNetworkError` if the
   * status is not OK and the body contains errors.
   */
  parseResponse(response: Response): Promise<GQLResult>;
  /**
   * Turns `data` into what the schema describes. `errors` is empty unless `partialData` is
   * `'accept'`.
   */
  process(data: unknown, variables: unknown, errors: readonly GQLError[]): unknown;
}

/**
 * The options of a GraphQL server and its operations; each may also be a member of a class. Further
 * members are kept; functions read them as `this.member`.
 */
export interface GQLOptions extends EndpointSettings, Optional<GQLMethods> {
  /** Describes `data`. Default none: `data` is stored as it is. */
  readonly schema?: unknown;
  /**
   * Names the operation in messages. Default: its name in the query, else the name of the function,
   * else the URL.
   */
  readonly name?: string | undefined;
  /** Sent with every request: credentials, mode, headers. */
  readonly requestInit?: RequestInit | undefined;
  /**
   * How to treat a response with both data and errors: as an error (`'reject'`), or as data
   * (`'accept'`): then entities keep the members that failed, and the key has the data and a soft
   * error, with which it expires. Without data it is always an error. Default `'reject'`.
   */
  readonly partialData?: 'reject' | 'accept' | undefined;
  /** The source of subscriptions. Default none. */
  readonly socket?: GQLSocket | undefined;
  /** Identifies a call. Default: URL, query and variables. */
  readonly key?: { f(...args: unknown[]): string }['f'] | undefined;
  /** Whether a key belongs to this operation, for any variables. */
  readonly testKey?: ((key: string) => boolean) | undefined;
}
