import { DEVELOPMENT } from '../../shared/development.ts';
import { hide } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { withoutUserInfo } from '../../shared/web/withoutUserInfo.ts';

/** Names a request in messages. */
export interface RequestLabel {
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
}

/** What is known of a failed request. */
interface NetworkErrorInit extends RequestLabel {
  /** HTTP status; 0 without a complete response. */
  readonly status: number;
  readonly statusText?: string;
  readonly body?: unknown;
  readonly response?: Response;
  readonly cause?: unknown;
}

/**
 * A request failed: without a response (`status` 0, the reason in `cause`), or with a status that
 * is not OK. Code `SB_NETWORK`. Neither the message nor `toJSON()` contains the URL, headers or a
 * body; `url`, `body` and `response` are not enumerable.
 */
export class NetworkError extends StreambedError {
  override readonly name: string = 'NetworkError';
  /** HTTP status; 0 without a complete response (network down, CORS, connection cut). */
  declare readonly status: number;
  /** Text of the status line; empty in HTTP/2. */
  declare readonly statusText: string;
  declare readonly method: string;
  /** The requested URL, without user info. */
  declare readonly url: string;
  /**
   * Parsed JSON if the Content-Type is JSON (also `application/problem+json`), else the first 300
   * characters.
   */
  declare readonly body: unknown;
  /** The response, its body already read; undefined without a response. */
  declare readonly response: Response | undefined;

  constructor(init: NetworkErrorInit) {
    const { endpoint, method, status, statusText = '', url, body, response } = init;
    const what =
      status === 0
        ? `no complete response${reasonOf(init.cause)}${DEVELOPMENT ? explanationOf(init.cause) : ''}`
        : `status ${status} ${statusText}`.trim();
    super('SB_NETWORK', `Endpoint "${endpoint}": ${method} got ${what}.`, init);
    Object.assign(this, { status, statusText, method });
    hide(this, { url: withoutUserInfo(url), body, response });
  }

  /** The members that are safe to log and send: no URL, no headers, no body. */
  toJSON(): { name: string; code: string; status: number; message: string } {
    const { name, code, status, message } = this;
    return { name, code, status, message };
  }
}

/** Why there may be no response, if the reason does not say it. */
function explanationOf(cause: unknown): string {
  const { message } = Object(cause) as { message?: unknown };
  const isOfProgram = /^[\w.$]+ is not (?:a function|a constructor|defined)\b/.exec(
    String(message),
  );
  if (isOfProgram) return `: ${isOfProgram[0]}`;
  const reason = reasonOf(cause);
  if (reason === ' (ERR_INVALID_URL)')
    return ': without a page, URLs need a host – set `urlPrefix`';
  return reason
    ? ''
    : ': the device is offline, the server is down, or the browser refuses the response because the server does not allow this origin (CORS: see its console)';
}

/** ` (ECONNREFUSED)`, if the cause has such a code, or ` (offline)`. The text of a cause may contain a URL. */
function reasonOf(cause: unknown): string {
  const { code, cause: inner } = Object(cause) as { code?: unknown; cause?: unknown };
  // Node's `fetch` wraps the error of the connection.
  const known = code ?? (Object(inner) as { code?: unknown }).code;
  if (typeof known === 'string') return ` (${known})`;
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- undefined on servers
  return globalThis.navigator?.onLine === false ? ' (offline)' : '';
}
