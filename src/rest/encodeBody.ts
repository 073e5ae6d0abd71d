import { encodeKey } from '../shared/encodeKey.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { isForm, tagOf } from '../shared/tagOf.ts';

/**
 * A request body and its Content-Type; without one if the platform sets it (FormData, Blob, text).
 */
interface EncodedBody {
  readonly body?: BodyInit;
  readonly contentType?: 'application/json';
  /** True: the length is unknown before the end, so `fetch` needs `duplex: 'half'`. */
  readonly isStream?: boolean;
}

/**
 * The body as `fetch` takes it: JSON for plain objects, arrays, numbers, booleans and instances of
 * ordinary classes; strings, FormData, Blob, URLSearchParams, buffers, streams and async iterables
 * unchanged; none for undefined and null. Throws `SB_BODY_UNSUPPORTED` if JSON cannot represent it
 * (cycles, bigints).
 */
export function encodeBody(body: unknown, owner: string): EncodedBody {
  if (body === undefined || body === null) return {};
  if (isForJson(body)) return { body: jsonText(body, owner), contentType: 'application/json' };
  const isStream =
    typeof body === 'object' && ('getReader' in body || Symbol.asyncIterator in body);
  // The cast holds: `fetch` itself checks a body that is not JSON.
  return { body: body as BodyInit, isStream };
}

/**
 * The part of a key that identifies a body: equal text exactly for equal content, with members in
 * any order. In JSON `1` differs from `'1'`, unlike in a URL. Throws `SB_KEY_UNSUPPORTED` for
 * values without a canonical form, `SB_BODY_UNSUPPORTED` for bigints.
 */
export function bodyKey(body: unknown, owner: { readonly name: string }): string {
  // Refuses what JSON would silently drop: maps, functions, instances of classes.
  const text = encodeKey(body, owner, 'body');
  if (!isForJson(body)) return text;
  return jsonText(body, owner.name, (_name, value) =>
    isPlainObject(value) ? sorted(value) : value,
  );
}

function sorted(members: Readonly<Record<string, unknown>>): object {
  // Names like `__proto__` are ordinary: `fromEntries` defines members, it does not assign them.
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether a body is sent as JSON: plain objects, arrays, instances of ordinary classes, and
 * primitives except text.
 */
function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body !== 'string';
  if (Array.isArray(body) || isPlainObject(body)) return true;
  // Platform bodies have their own tags.
  return tagOf(body) === 'Object' && !isForm(body) && !(Symbol.asyncIterator in body);
}

/**
 * The body of the endpoint `owner` as JSON. Throws `SB_BODY_UNSUPPORTED` if JSON cannot represent
 * it (cycles, bigints).
 */
function jsonText(
  body: unknown,
  owner: string,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(body, replacer);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text;
  throw new StreambedError(
    'SB_BODY_UNSUPPORTED',
    `Endpoint "${owner}": the body cannot be written as JSON.`,
    { cause },
  );
}
