import { SB_ANSWER_EMPTY, SB_CONTENT_TYPE, SB_JSON_MALFORMED } from '../shared/errorCatalogue.ts';
import { AnswerError, type AnswerErrorInit } from './AnswerError.ts';
import { contentKind } from './contentKind.ts';
import { refusal } from './refusal.ts';
import { requestFailure } from './requestFailure.ts';
import type { RequestLabel } from './RequestLabel.ts';
import { withoutBom } from './withoutBom.ts';

/** How the body of an answer is read, whatever its Content-Type says. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

/** What an endpoint expects of an answer. */
export interface Expectation extends RequestLabel {
  /** Default: by Content-Type. */
  readonly content?: Content | undefined;
  /** True: data has to be JSON. */
  readonly hasSchema: boolean;
  /** True: an answer without a body is `null`; false: it is an error. */
  readonly mayBeEmpty: boolean;
  /** True: a word in place of data is fine, but a page is not. Default false. */
  readonly mayBeText?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Statuses whose answers never have a body (RFC 9110). */
const EMPTY = new Set([204, 205, 304]);

/**
 * The value of an answer: parsed JSON, text, a `Blob`, or `null` for an empty one. Rejects with {@link NetworkError}
 * for a status that is not OK and for a body that breaks off, else with {@link AnswerError}.
 */
export async function readAnswer(response: Response, expected: Expectation): Promise<unknown> {
  if (!response.ok && response.status !== 304) throw await refusal(response, expected);
  const contentType = response.headers.get('content-type') ?? '';
  const { endpoint, method, url, content, hasSchema } = expected;
  const about = { endpoint, method, url, status: response.status, contentType };
  const whole = <T>(body: Promise<T>): Promise<T> =>
    body.catch((error: unknown) => {
      throw requestFailure(error, expected, expected.signal);
    });
  const empty = (): null => {
    if (expected.mayBeEmpty) return null;
    throw new AnswerError(SB_ANSWER_EMPTY, 'there is no body, and the schema needs data', about);
  };

  if (EMPTY.has(response.status) || method === 'HEAD') return empty();
  const kind = content ?? contentKind(contentType);
  switch (kind) {
    case 'stream':
      return response.body;
    case 'arrayBuffer':
      return whole(response.arrayBuffer());
    case 'blob':
      return whole(response.blob());
    case 'binary': {
      const blob = await whole(response.blob());
      if (blob.size === 0) return empty();
      if (hasSchema) throw new AnswerError(SB_CONTENT_TYPE, 'the schema needs JSON', about);
      return blob;
    }
    case 'text':
    case 'json': {
      const text = await whole(response.text());
      if (content === 'text') return text;
      if (text.trim() === '') return empty();
      if (kind === 'json') return parse(text, about);
      if (hasSchema && !(expected.mayBeText && !isPage(text))) {
        throw new AnswerError(SB_CONTENT_TYPE, diagnosis(text), { ...about, text });
      }
      return text;
    }
  }
}

function parse(text: string, about: AnswerErrorInit): unknown {
  try {
    return JSON.parse(withoutBom(text)) as unknown;
  } catch (cause) {
    throw new AnswerError(SB_JSON_MALFORMED, 'it is not JSON', { ...about, text, cause });
  }
}

function diagnosis(text: string): string {
  if (isPage(text)) return 'the schema needs JSON, this looks like a page (fallback, log-in)';
  if (/^[{[]/.test(withoutBom(text).trimStart())) {
    return "the schema needs JSON, and this looks like it under a wrong type: set content to 'json'";
  }
  return 'the schema needs JSON';
}

function isPage(text: string): boolean {
  return withoutBom(text).trimStart().startsWith('<');
}
