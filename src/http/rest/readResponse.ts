import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { AnswerError, type ResponseProblem, EXCERPT_LENGTH } from './AnswerError.ts';
import { NetworkError, type RequestLabel } from './NetworkError.ts';

/** How the body of a response is read, whatever its Content-Type. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

/** What an endpoint expects of a response. */
interface Expectation extends RequestLabel {
  /** Default: by Content-Type. */
  readonly content?: Content | undefined;
  /** True: data must be JSON. */
  readonly hasSchema: boolean;
  /** True: status 304 is an error without data. Default false. */
  readonly isRead?: boolean;
  /** True: a response without a body is `null`; false: it is an error. */
  readonly mayBeEmpty: boolean;
  /** True: plain text is accepted instead of data, but an HTML page is not. Default false. */
  readonly mayBeText?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Statuses whose responses never have a body (RFC 9110). */
const EMPTY = [204, 205, 304];

/**
 * The value of a response: parsed JSON, text, a `Blob`, or `null` if it is empty. Rejects with
 * {@link NetworkError} for a status that is not OK and for a body that breaks off, else with {@link
 * AnswerError}.
 */
export async function readResponse(response: Response, expected: Expectation): Promise<unknown> {
  const { status, statusText } = response;
  const contentType = response.headers.get('content-type') ?? '';
  const { content, hasSchema } = expected;
  const form = content ?? contentForm(contentType);
  if (!response.ok && status !== 304) {
    const body = await bodyOf(response, contentType);
    throw new NetworkError({ ...expected, status, statusText, body, response });
  }
  const refuse = (problem: ResponseProblem, what: string, text = ''): never => {
    throw new AnswerError(problem, what, { ...expected, status, contentType, text });
  };
  const empty = (): null =>
    expected.mayBeEmpty
      ? null
      : refuse('SB_ANSWER_EMPTY', 'there is no body, and the schema needs data');

  // A store with data takes this error for a success.
  if (status === 304 && expected.isRead) refuse('SB_ANSWER_EMPTY', 'there is no data to keep');
  if (EMPTY.includes(status) || expected.method === 'HEAD') return empty();
  if (form === 'stream') return response.body;
  const isText = form === 'json' || form === 'text';
  let body: unknown;
  try {
    body = await (isText
      ? textOf(response, contentType)
      : response[form === 'binary' ? 'blob' : form]());
  } catch (error) {
    throw requestFailure(error, expected);
  }
  if (body === undefined) refuse('SB_CONTENT_TYPE', 'its text cannot be decoded');
  if (form === 'binary') {
    if ((body as Blob).size === 0) return empty();
    return hasSchema ? refuse('SB_CONTENT_TYPE', NEEDS_JSON) : body;
  }
  if (typeof body !== 'string' || content === 'text') return body;
  const text: string = body;
  if (text.trim() === '') return empty();
  if (form === 'json') {
    try {
      return parseJson(text);
    } catch {
      // The platform's error quotes the text, so it is not passed on as the cause.
      return refuse('SB_JSON_MALFORMED', 'it is not JSON', text);
    }
  }
  const isPage = /^\s*</.test(text);
  if (!hasSchema || (expected.mayBeText && !isPage)) return text;
  return refuse('SB_CONTENT_TYPE', NEEDS_JSON + (DEVELOPMENT ? hintOf(text, isPage) : ''), text);
}

const NEEDS_JSON = 'the schema needs JSON';

function hintOf(text: string, isPage: boolean): string {
  if (isPage) return ', this looks like a page (fallback, log-in)';
  const isJson = /^\s*[{[]/.test(text);
  return isJson ? ", and this looks like it under a wrong type: set content to 'json'" : '';
}

/** The body of a refused response as far as it can be read: JSON, or the start of a text. */
async function bodyOf(response: Response, contentType: string): Promise<unknown> {
  const form = contentForm(contentType);
  let shown: string | undefined;
  try {
    if (form === 'binary') await response.body?.cancel();
    else {
      const text = (await textOf(response, contentType)) ?? '';
      shown = text.slice(0, EXCERPT_LENGTH) || undefined;
      if (form === 'json') return parseJson(text);
    }
  } catch {
    // The status says what matters; a body that breaks off, or is no JSON, must not hide it.
  }
  return shown;
}

/**
 * Reads a text by its charset, UTF-8 as the platform reads all texts; `undefined` for bytes that are
 * no such text, and for a charset that the platform does not know.
 */
async function textOf(response: Response, contentType: string): Promise<string | undefined> {
  const charset = /;\s*charset=["']?(?!utf-?8\b)([^\s;"']+)/i.exec(contentType)?.[1];
  if (!charset) return response.text();
  const bytes = await response.arrayBuffer();
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns what to throw for a failed request or body: aborts and errors of the library unchanged,
 * any other error as {@link NetworkError} with status 0 and the cause.
 */
export function requestFailure(
  error: unknown,
  request: RequestLabel & { readonly signal?: AbortSignal | undefined },
): unknown {
  const { signal } = request;
  const isReason = signal?.aborted === true && signal.reason === error;
  if (isReason || isAbort(error) || StreambedError.is(error)) return error;
  return new NetworkError({ ...request, status: 0, cause: error });
}

/**
 * Checks the name, not the class: `AbortSignal.timeout`, polyfills and other realms use other
 * classes.
 */
function isAbort(error: unknown): boolean {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  return name === 'AbortError' || name === 'TimeoutError';
}

/**
 * How a body with this Content-Type is read: `'json'` for `application/json` and types with `+json`
 * (RFC 6839), `'text'` for human-readable types and a missing type, else `'binary'`.
 */
export function contentForm(contentType: string): 'json' | 'text' | 'binary' {
  const essence = contentType.split(';', 1)[0].trim().toLowerCase();
  // The usual type needs no regular expression, which engines compile at its first use.
  if (essence === 'application/json' || /\/(?:x-)?json$|\+json$/.test(essence)) return 'json';
  // Types of Office files contain "xml" in the middle, but the files are archives.
  const isReadable =
    /^text\/|json|[/+]xml$|[/+.-](?:html|javascript|ecmascript|csv|yaml|graphql|urlencoded)$/.test(
      essence,
    );
  return essence === '' || isReadable ? 'text' : 'binary';
}

/**
 * Parses a JSON text. Ignores a byte order mark, which JSON must not have but some servers send
 * (RFC 8259 §8.1).
 */
function parseJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
}
