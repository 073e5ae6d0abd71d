import { DEVELOPMENT } from '../../shared/development.ts';
import type { ErrorCode } from '../../shared/errorCatalogue.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { tagOf } from '../../shared/tagOf.ts';

/** The parameters, and 20 levels in each of them. */
const MAX_DEPTH = 21;

/** An endpoint, whose name begins messages. It is computed, so only messages read it. */
interface Named {
  readonly name: string;
}

/** Throws for a value that a URL of `owner` cannot contain. `label` names the value, `what` continues it, as in `is an array`. */
export function refuseValue(
  owner: Named,
  label: string,
  what: string,
  code: ErrorCode = 'SB_KEY_UNSUPPORTED',
): never {
  throw new StreambedError(code, `Endpoint "${owner.name}": ${label} ${what}.`);
}

/**
 * The text of a primitive or date in a URL: strings unchanged, numbers, bigints and booleans
 * printed, dates as ISO 8601 in UTC, `null` as empty text. Refuses other values with
 * `SB_KEY_UNSUPPORTED`.
 */
export function primitiveText(value: unknown, owner: Named, label: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const isPrinted = typeof value === 'bigint' || typeof value === 'boolean';
  // `-0` prints as 0.
  if (isPrinted || Number.isFinite(value)) return `${value as number}`;
  const tag = tagOf(value);
  if (tag === 'Date' && !Number.isNaN(Number(value))) return new Date(Number(value)).toISOString();
  const what = `is ${typeof value === 'number' ? value : `a value of type ${tag}`}`;
  return refuseValue(owner, label, what);
}

/**
 * The encoded text of a value, as `encodeURIComponent` encodes it: a space is `%20`.
 *
 * A segment of the path is refused with `SB_PATH_PARAM_UNSAFE` if it would change the structure of
 * the URL: empty text, `.` and `..` (also as `%2e`, and between slashes: many servers decode before
 * they route), control characters, backslashes, lone surrogates. RFC 3986 §5.2.4 and the WHATWG URL
 * standard remove dot segments, encoded or not, so they cannot be sent.
 */
export function urlText(value: unknown, owner: Named, label: string, isSegment = false): string {
  const text = typeof value === 'string' ? value : primitiveText(value, owner, label);
  if (/^[\w-]+$/.test(text)) return text;
  const code = isSegment ? 'SB_PATH_PARAM_UNSAFE' : undefined;
  const flaw = isSegment && flawOfSegment(text);
  if (flaw) refuseValue(owner, label, flaw, code);
  try {
    return encodeURIComponent(text);
  } catch {
    return refuseValue(owner, label, 'has half of a surrogate pair', code);
  }
}

function flawOfSegment(text: string): string | undefined {
  const flaw = [
    text === '',
    hasControl(text),
    text.includes('\\'),
    /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i.test(text),
  ].indexOf(true);
  return flaw < 0 ? undefined : (flaws[flaw] ?? 'is unsafe');
}

/** Production says only that there is a flaw. */
const flaws: readonly string[] = DEVELOPMENT
  ? ['is empty', 'has a control character', 'has a backslash', 'is a dot segment']
  : [];

/** Whether the text has a control character (C0, DEL, C1). URL parsers drop or refuse them. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * Adds a search parameter to `pairs`, as `name=value`: none for `undefined`, several for arrays and
 * objects. Throws for values that have no text, and for nesting deeper than 20 levels.
 */
export function addSearch(
  pairs: string[],
  name: string,
  value: unknown,
  owner: Named,
  depth = 1,
): void {
  const label = `search parameter "${name}"`;
  if (depth > MAX_DEPTH) refuseValue(owner, label, `nests deeper than ${MAX_DEPTH - 1} levels`);
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      const isNumbered = Array.isArray(item) || isPlainObject(item);
      addSearch(pairs, isNumbered ? `${name}[${at}]` : name, item, owner, depth + 1);
    }
  } else if (typeof value === 'object' && isPlainObject(value)) {
    for (const member of Object.keys(value).sort()) {
      addSearch(pairs, `${name}[${member}]`, value[member], owner, depth + 1);
    }
  } else if (value !== undefined) {
    const text = urlText(value, owner, label);
    pairs.push(`${urlText(name, owner, label)}=${text}`);
  }
}
