import type { EndpointSettings } from '../endpoint/EndpointSettings.ts';
import type { GQLError } from './GQLNetworkError.ts';

/** What a GraphQL server answers. */
export interface GQLResult {
  readonly data?: unknown;
  readonly errors?: readonly GQLError[] | undefined;
}

/** Where subscriptions come from: a client of `graphql-ws`, or anything that can be subscribed to like one. Gives the function that ends it. */
export interface GQLSocket {
  subscribe(
    payload: { query: string; variables: Record<string, unknown> },
    sink: { next(result: GQLResult): void; error(error: unknown): void; complete(): void },
  ): () => void;
}

/** What can be said about a GraphQL server and its operations; all of it can be members of a class too. Further members are kept and can be read as `this.member`. */
export interface GQLOptions extends EndpointSettings {
  /** What `data` is made of. Default none: it is kept as it comes. */
  readonly schema?: unknown;
  /** Names the operation in messages. Default: its name in the query, else the name of the function, else the URL. */
  readonly name?: string | undefined;
  /** Goes into every request: credentials, mode, headers. */
  readonly requestInit?: RequestInit | undefined;
  /** What an answer with errors is that has data as well: an error, or the data. Without data it is always an error. Default `'reject'`. */
  readonly partialData?: 'reject' | 'accept' | undefined;
  /** Where subscriptions come from. Default none. */
  readonly socket?: GQLSocket | undefined;
  /** The text of the query. */
  getQuery?(variables: Readonly<Record<string, unknown>>): string;
  /** Everything but the URL. */
  getRequestInit?(variables: Readonly<Record<string, unknown>>): Promise<RequestInit> | RequestInit;
  /** Headers of a request, for example with a token; runs for every request and may be async. */
  getHeaders?(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
  /** Sends the request. */
  fetchResponse?(url: string, init: RequestInit): Promise<Response>;
  /** Reads the answer. */
  parseResponse?(response: Response): Promise<GQLResult>;
  /** Turns `data` into what the schema describes. `errors` is empty but for `partialData: 'accept'`. */
  process?(data: unknown, variables: unknown, errors: readonly GQLError[]): unknown;
  /** Identity of a call. Default: URL, query and variables. */
  key?(...args: unknown[]): string;
  /** Whether a key is one of this operation, whatever the variables. */
  testKey?(key: string): boolean;
}
