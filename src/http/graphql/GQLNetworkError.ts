import { withoutUserInfo } from '../../shared/web/withoutUserInfo.ts';
import { hide } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** One error in a GraphQL response. */
export interface GQLError {
  readonly message: string;
  /** Where in the data the error happened: names and indices. */
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What is known of a response with errors. */
export interface GQLNetworkErrorInit {
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly url: string;
  /** HTTP status; none if the response came over a socket. */
  readonly status?: number | undefined;
  readonly errors: readonly GQLError[];
  readonly data?: unknown;
  /** None if it came over a socket. */
  readonly response?: Response | undefined;
}

/**
 * A GraphQL response with errors. Code `SB_GRAPHQL`. A request that fails on the way is a
 * `NetworkError`. The message says how many errors there are and where; servers repeat variables in
 * their messages, so `errors`, `data`, `url` and `response` are not enumerable.
 */
export class GQLNetworkError extends StreambedError {
  override readonly name: string = 'GQLNetworkError';
  /** HTTP status of the response, often 200; `undefined` if it came over a socket. */
  readonly status: number | undefined;
  /** The errors from the server, at least one. */
  declare readonly errors: readonly GQLError[];
  /** The data beside the errors; `undefined` or `null` without any. */
  declare readonly data: unknown;
  /** The requested URL, without user info. */
  declare readonly url: string;
  /** The response, its body already read; `undefined` if it came over a socket, or had the status 200. */
  declare readonly response: Response | undefined;

  constructor({ endpoint, url, status, errors, data, response }: GQLNetworkErrorInit) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    const paths = errors.flatMap(({ path }) => (path?.length ? path.join('.') : [])).slice(0, 3);
    const at = paths.length > 0 ? ` at ${paths.join(', ')}` : '';
    super('SB_GRAPHQL', `Endpoint "${endpoint}" got a response with ${count}${at}.`);
    this.status = status;
    hide(this, { errors, data, url: withoutUserInfo(url), response });
  }

  /** The members that are safe to log and send: no URL, no data, no text of the server. */
  toJSON(): { name: string; code: string; status: number | undefined; message: string } {
    const { name, code, status, message } = this;
    return { name, code, status, message };
  }
}
