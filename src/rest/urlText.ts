import type { ErrorCode } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { tagOf } from '../shared/tagOf.ts';

/**
 * Throws the error for a value that a URL cannot contain. `what` continues the name of the value,
 * as in `is an array`.
 */
export type RefuseValue = (code: ErrorCode, what: string) => never;

/**
 * The text of a primitive or date in a URL: strings unchanged, numbers, bigints and booleans
 * printed, dates as ISO 8601 in UTC, `null` as empty text. Refuses other values with
 * `SB_KEY_UNSUPPORTED`.
 */
export function primitiveText(value: unknown, refuse: RefuseValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  // `-0` prints as 0.
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const tag = tagOf(value);
  if (tag === 'Date' && !Number.isNaN(Number(value))) return new Date(Number(value)).toISOString();
  const what = typeof value === 'number' ? value : `a value of type ${tag}`;
  return refuse('SB_KEY_UNSUPPORTED', `is ${what}`);
}

/**
 * A name or a value of the query, encoded. Refuses the same values as `primitiveText`.
 */
export function queryText(value: unknown, refuse: RefuseValue): string {
  return percentEncoded(primitiveText(value, refuse), 'SB_KEY_UNSUPPORTED', refuse);
}

/**
 * The encoded value of a path parameter. Refuses text that would change the structure of the URL,
 * with `SB_PATH_PARAM_UNSAFE`: empty text, `.` and `..` (also as `%2e`, and between slashes: many
 * servers decode before they route), control characters, backslashes, lone surrogates. RFC 3986
 * §5.2.4 and the WHATWG URL standard remove dot segments, encoded or not, so they cannot be sent.
 */
export function segmentText(value: unknown, refuse: RefuseValue): string {
  const text = primitiveText(value, refuse);
  if (/^[\w-]+$/.test(text)) return text;
  const flaw = flawOfSegment(text);
  if (flaw) refuse('SB_PATH_PARAM_UNSAFE', flaw);
  return percentEncoded(text, 'SB_PATH_PARAM_UNSAFE', refuse);
}

function flawOfSegment(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (hasControl(text)) return 'has a control character';
  if (text.includes('\\')) return 'has a backslash';
  return /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i.test(text) ? 'is a dot segment' : undefined;
}

/** The text as `encodeURIComponent` encodes it: a space is `%20`. */
function percentEncoded(text: string, code: ErrorCode, refuse: RefuseValue): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return refuse(code, 'has half of a surrogate pair');
  }
}

/**
 * Throws `SB_URL_UNSAFE` if values could change the meaning of a URL: its origin depends on a
 * value; a relative URL names a host or a scheme; or it has dot segments after its start, a
 * fragment, a backslash or control characters. `fixed` is the text before the first value.
 *
 * Does not use `URL`: React Native's is incomplete, and this runs for every key.
 */
export function assertSafeUrl(url: string, fixed: string, owner: string): void {
  const flaw = flawOfUrl(url, fixed);
  if (flaw) throw new StreambedError('SB_URL_UNSAFE', `Endpoint "${owner}": the URL ${flaw}.`);
}

function flawOfUrl(url: string, fixed: string): string | undefined {
  if (url.startsWith(' ') || hasControl(url)) return 'has white space or control characters';
  if (url.includes('\\')) return 'has a backslash';
  if (url.includes('#')) return 'has a fragment';
  if (fixed.includes('?')) return 'has its path behind the question mark of urlPrefix';
  if (url.startsWith('//')) return 'starts with two slashes, so that it names another host';
  const path = url.split('?', 1)[0];
  // A path may be relative to the page: ./data or ../data.
  const [start, scheme, host] = /^(?:([a-z][a-z0-9+.-]*:)(\/\/[^/]+)?|(?:\.{1,2}\/)*)/i.exec(path)!;
  if (scheme) {
    if (!host) return 'has a scheme but no host';
    const isFixed = fixed === path || fixed.startsWith(`${start}/`);
    if (!isFixed) return 'has an origin that depends on a value';
  }
  const isDotted = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path.slice(start.length));
  return isDotted ? 'has a dot segment' : undefined;
}

/** Whether the text has a control character (C0, DEL, C1). URL parsers drop or refuse them. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
