import type { ErrorCode } from '../shared/errorCatalogue.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { tagOf } from '../shared/tagOf.ts';

/** The parameters, and 20 levels in each of them. */
const MAX_DEPTH = 21;

/** Throws for a value that a URL cannot contain. `what` continues its `label`, as in `is an array`. */
export function refuseValue(
  label: string,
  what: string,
  code: ErrorCode = 'SB_KEY_UNSUPPORTED',
): never {
  throw new StreambedError(code, `${label} ${what}.`);
}

/**
 * The text of a primitive or date in a URL: strings unchanged, numbers, bigints and booleans
 * printed, dates as ISO 8601 in UTC, `null` as empty text. Refuses other values with
 * `SB_KEY_UNSUPPORTED`; `label` names the value.
 */
export function primitiveText(value: unknown, label: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const isPrinted = typeof value === 'bigint' || typeof value === 'boolean';
  // `-0` prints as 0.
  if (isPrinted || Number.isFinite(value)) return `${value as number}`;
  const tag = tagOf(value);
  if (tag === 'Date' && !Number.isNaN(Number(value))) return new Date(Number(value)).toISOString();
  return refuseValue(label, `is ${typeof value === 'number' ? value : `a value of type ${tag}`}`);
}

/**
 * The encoded text of a value, as `encodeURIComponent` encodes it: a space is `%20`.
 *
 * A segment of the path is refused with `SB_PATH_PARAM_UNSAFE` if it would change the structure of
 * the URL: empty text, `.` and `..` (also as `%2e`, and between slashes: many servers decode before
 * they route), control characters, backslashes, lone surrogates. RFC 3986 §5.2.4 and the WHATWG URL
 * standard remove dot segments, encoded or not, so they cannot be sent.
 */
export function urlText(value: unknown, label: string, isSegment = false): string {
  const text = primitiveText(value, label);
  if (/^[\w-]+$/.test(text)) return text;
  const code = isSegment ? 'SB_PATH_PARAM_UNSAFE' : undefined;
  const flaw = isSegment && flawOfSegment(text);
  if (flaw) refuseValue(label, flaw, code);
  try {
    return encodeURIComponent(text);
  } catch {
    return refuseValue(label, 'has half of a surrogate pair', code);
  }
}

function flawOfSegment(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (hasControl(text)) return 'has a control character';
  if (text.includes('\\')) return 'has a backslash';
  return /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i.test(text) ? 'is a dot segment' : undefined;
}

/** Whether the text has a control character (C0, DEL, C1). URL parsers drop or refuse them. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * The query string of search parameters, without question mark. Equal parameters give equal text:
 *
 * - sorted by name; `undefined` is omitted; `null` is `name=`; dates are ISO 8601; a space is `%20`
 * - arrays repeat the name: `ids=1&ids=2`; empty arrays and objects are omitted
 * - objects use brackets: `filter[age]=5`, percent-encoded; objects and arrays in arrays are
 *   numbered: `a[0][x]=1`
 *
 * Throws `SB_KEY_UNSUPPORTED` for other values, NaN and infinities, and for nesting deeper than 20
 * levels.
 */
export function encodeSearch(params: Readonly<Record<string, unknown>>, owner: string): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown, depth: number): void => {
    const label = `Endpoint "${owner}": search parameter "${name}"`;
    if (depth > MAX_DEPTH) refuseValue(label, `nests deeper than ${MAX_DEPTH - 1} levels`);
    if (Array.isArray(value)) {
      value.forEach((item: unknown, at) => {
        const isNumbered = Array.isArray(item) || isPlainObject(item);
        add(isNumbered ? `${name}[${at}]` : name, item, depth + 1);
      });
    } else if (isPlainObject(value)) {
      for (const member of Object.keys(value).sort()) {
        add(depth === 0 ? member : `${name}[${member}]`, value[member], depth + 1);
      }
    } else if (value !== undefined) {
      const text = urlText(value, label);
      pairs.push(`${urlText(name, label)}=${text}`);
    }
  };
  add('', { ...params }, 0);
  return pairs.join('&');
}
