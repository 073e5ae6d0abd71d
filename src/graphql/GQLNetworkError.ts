import { withoutUserInfo } from '../rest/withoutUserInfo.ts';
import { SB_GRAPHQL } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** One error as a GraphQL server tells it. */
export interface GQLError {
  readonly message: string;
  /** Where in the answer it happened: names and positions. */
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What is known of an answer with errors. */
export interface GQLNetworkErrorInit {
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly url: string;
  /** HTTP status; none where the answer came over a socket. */
  readonly status?: number | undefined;
  readonly errors: readonly GQLError[];
  readonly data?: unknown;
}

/** A GraphQL answer with errors. Code `SB_GRAPHQL`. A request that failed on the way is a `NetworkError`. */
export class GQLNetworkError extends StreambedError {
  override readonly name: string = 'GQLNetworkError';
  /** HTTP status of the answer, often 200; `undefined` where it came over a socket. */
  readonly status: number | undefined;
  /** What the server says, at least one. */
  readonly errors: readonly GQLError[];
  /** The parts that could be answered; `undefined` or `null` where there are none. */
  readonly data: unknown;
  /** The URL asked, without user info. */
  readonly url: string;

  constructor({ endpoint, url, status, errors, data }: GQLNetworkErrorInit) {
    const told = errors.slice(0, 3).map(({ message, path }) => {
      const place = path?.length ? ` (at ${path.join('.')})` : '';
      return `${message}${place}`;
    });
    const more = errors.length > 3 ? ` and ${errors.length - 3} more` : '';
    super(
      SB_GRAPHQL,
      `Endpoint "${endpoint}" was answered with errors: ${told.join('; ')}${more}.`,
    );
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.url = withoutUserInfo(url);
  }

  /** What is safe to log and to send: no data. */
  toJSON(): {
    name: string;
    code: string;
    status: number | undefined;
    message: string;
    url: string;
  } {
    const { name, code, status, message, url } = this;
    return { name, code, status, message, url };
  }
}
