import { isPlainObject } from '../shared/isPlainObject.ts';
import { SB_BODY_UNSUPPORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A request body and the Content-Type it needs; undefined where the platform knows better (FormData, Blob, text). */
export interface EncodedBody {
  readonly body: BodyInit | undefined;
  readonly contentType: 'application/json' | undefined;
  /** True: the length is not known before the end, so that `fetch` needs `duplex: 'half'`. */
  readonly isStream: boolean;
}

/**
 * The body as `fetch` takes it: JSON for plain objects, arrays, numbers, booleans and instances of ordinary classes;
 * strings, FormData, Blob, URLSearchParams, buffers, streams and async iterables untouched; none for undefined and
 * null. Throws `SB_BODY_UNSUPPORTED` where JSON cannot hold it (cycles, bigints).
 */
export function encodeBody(body: unknown, owner: string): EncodedBody {
  if (body === undefined || body === null) return plain(undefined);
  // What is not for JSON is passed on; `fetch` judges it.
  if (!isForJson(body)) return plain(body as BodyInit);
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(body);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) {
    return { body: text, contentType: 'application/json', isStream: false };
  }
  throw new StreambedError(
    SB_BODY_UNSUPPORTED,
    `Endpoint "${owner}": the body cannot be written as JSON.`,
    { cause },
  );
}

function plain(body: BodyInit | undefined): EncodedBody {
  const isStream =
    typeof body === 'object' && ('getReader' in body || Symbol.asyncIterator in body);
  return { body, contentType: undefined, isStream };
}

function isForJson(body: unknown): boolean {
  if (typeof body === 'string') return false;
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isPlainObject(body))
    return true;
  // Platform bodies have a tag of their own; React Native's FormData has none but is the global class.
  const isOrdinary = Object.prototype.toString.call(body) === '[object Object]';
  const isForm = typeof FormData === 'function' && body instanceof FormData;
  return isOrdinary && !isForm && !(Symbol.asyncIterator in body);
}
