import { withoutUserInfo } from '../web/withoutUserInfo.ts';
import { SB_GRAPHQL } from '../shared/errorCatalogue.ts';
import { hide } from '../shared/hide.ts';
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

/**
 * A GraphQL answer with errors. Code `SB_GRAPHQL`. A request that failed on the way is a `NetworkError`. The message says how many errors there
 * are and where; servers repeat variables in theirs, so `errors`, `data` and `url` are not enumerable.
 */
export class GQLNetworkError extends StreambedError {
  override readonly name: string = 'GQLNetworkError';
  /** HTTP status of the answer, often 200; `undefined` where it came over a socket. */
  readonly status: number | undefined;
  /** What the server says, at least one. */
  declare readonly errors: readonly GQLError[];
  /** The parts that could be answered; `undefined` or `null` where there are none. */
  declare readonly data: unknown;
  /** The URL asked, without user info. */
  declare readonly url: string;

  constructor({ endpoint, url, status, errors, data }: GQLNetworkErrorInit) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    const paths = errors.flatMap(({ path }) => (path?.length ? path.join('.') : [])).slice(0, 3);
    const at = paths.length > 0 ? ` at ${paths.join(', ')}` : '';
    super(SB_GRAPHQL, `Endpoint "${endpoint}" was answered with ${count}${at}.`);
    this.status = status;
    hide(this, { errors, data, url: withoutUserInfo(url) });
  }

  /** What is safe to log and to send: no URL, no data, no text of the server. */
  toJSON(): { name: string; code: string; status: number | undefined; message: string } {
    const { name, code, status, message } = this;
    return { name, code, status, message };
  }
}
