import { hide } from '../../shared/redefine.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { RequestLabel } from './NetworkError.ts';
import { withoutUserInfo } from '../../shared/web/withoutUserInfo.ts';

/** Characters of a body that errors keep. */
export const EXCERPT_LENGTH = 300;

/** Why a response cannot be used. */
export type ResponseProblem = 'SB_CONTENT_TYPE' | 'SB_JSON_MALFORMED' | 'SB_ANSWER_EMPTY';

/** What is known of an unusable response. */
interface ResponseErrorInit extends RequestLabel {
  readonly status: number;
  readonly contentType: string;
  /** The body as text, of any length. */
  readonly text?: string;
  readonly cause?: unknown;
}

/**
 * A response arrived but cannot be used: `SB_CONTENT_TYPE`, `SB_JSON_MALFORMED` or
 * `SB_ANSWER_EMPTY`. The message contains neither the URL nor the body; `url` and `text` are not
 * enumerable.
 */
export class AnswerError extends StreambedError {
  override readonly name: string = 'AnswerError';
  declare readonly status: number;
  /** The Content-Type header as it came; empty without one. */
  declare readonly contentType: string;
  /** The first 300 characters of the body; empty if it was not read as text. */
  declare readonly text: string;
  declare readonly method: string;
  /** The requested URL, without user info. */
  declare readonly url: string;

  constructor(problem: ResponseProblem, what: string, init: ResponseErrorInit) {
    const { endpoint, method, status, contentType, url, text = '' } = init;
    const type = contentType ? `content type ${contentType}` : 'no content type';
    const message = `Endpoint "${endpoint}": ${method} got status ${status} with ${type}: ${what}.`;
    super(problem, message, init);
    Object.assign(this, { status, contentType, method });
    hide(this, { text: text.slice(0, EXCERPT_LENGTH), url: withoutUserInfo(url) });
  }
}
