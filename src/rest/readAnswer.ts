import { AnswerError } from './AnswerError.ts';
import { contentKind } from './contentKind.ts';
import { parseJson } from './parseJson.ts';
import { refusal } from './refusal.ts';
import { requestFailure } from './requestFailure.ts';
import type { RequestLabel } from './RequestLabel.ts';

/** How the body of a response is read, whatever its Content-Type. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

/** What an endpoint expects of a response. */
export interface Expectation extends RequestLabel {
  /** Default: by Content-Type. */
  readonly content?: Content | undefined;
  /** True: data must be JSON. */
  readonly hasSchema: boolean;
  /** True: a response without a body is `null`; false: it is an error. */
  readonly mayBeEmpty: boolean;
  /** True: plain text is accepted instead of data, but an HTML page is not. Default false. */
  readonly mayBeText?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Statuses whose responses never have a body (RFC 9110). */
const EMPTY = new Set([204, 205, 304]);

const NEEDS_JSON = 'the schema needs JSON';

/**
 * The value of a response: parsed JSON, text, a `Blob`, or `null` if it is empty. Rejects with
 * {@link NetworkError} for a status that is not OK and for a body that breaks off, else with {@link
 * AnswerError}.
 */
export async function readAnswer(response: Response, expected: Expectation): Promise<unknown> {
  if (!response.ok && response.status !== 304) throw await refusal(response, expected);
  const contentType = response.headers.get('content-type') ?? '';
  const { content, hasSchema } = expected;
  const init = { ...expected, status: response.status, contentType };
  const whole = <T>(body: Promise<T>): Promise<T> =>
    body.catch((error: unknown) => {
      throw requestFailure(error, expected, expected.signal);
    });
  const empty = (): null => {
    if (expected.mayBeEmpty) return null;
    throw new AnswerError('SB_ANSWER_EMPTY', 'there is no body, and the schema needs data', init);
  };

  if (EMPTY.has(response.status) || expected.method === 'HEAD') return empty();
  const kind = content ?? contentKind(contentType);
  if (kind === 'stream') return response.body;
  if (kind === 'arrayBuffer' || kind === 'blob') return whole<unknown>(response[kind]());
  if (kind === 'binary') {
    const blob = await whole(response.blob());
    if (blob.size === 0) return empty();
    if (hasSchema) throw new AnswerError('SB_CONTENT_TYPE', NEEDS_JSON, init);
    return blob;
  }
  const text = await whole(response.text());
  if (content === 'text') return text;
  if (text.trim() === '') return empty();
  if (kind === 'json') {
    try {
      return parseJson(text);
    } catch {
      // The platform's error quotes the text, so it is not passed on as the cause.
      throw new AnswerError('SB_JSON_MALFORMED', 'it is not JSON', { ...init, text });
    }
  }
  const isPage = /^\s*</.test(text);
  if (!hasSchema || (expected.mayBeText && !isPage)) return text;
  let what = NEEDS_JSON;
  if (isPage) {
    what += ', this looks like a page (fallback, log-in)';
  } else if (/^\s*[{[]/.test(text)) {
    what += ", and this looks like it under a wrong type: set content to 'json'";
  }
  throw new AnswerError('SB_CONTENT_TYPE', what, { ...init, text });
}
