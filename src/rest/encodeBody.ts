import { isForJson } from './isForJson.ts';
import { jsonText } from './jsonText.ts';

/** A request body and the Content-Type it needs; none where the platform knows better (FormData, Blob, text). */
export interface EncodedBody {
  readonly body?: BodyInit;
  readonly contentType?: 'application/json';
  /** True: the length is not known before the end, so that `fetch` needs `duplex: 'half'`. */
  readonly isStream?: boolean;
}

/**
 * The body as `fetch` takes it: JSON for plain objects, arrays, numbers, booleans and instances of ordinary classes;
 * strings, FormData, Blob, URLSearchParams, buffers, streams and async iterables untouched; none for undefined and
 * null. Throws `SB_BODY_UNSUPPORTED` where JSON cannot hold it (cycles, bigints).
 */
export function encodeBody(body: unknown, owner: string): EncodedBody {
  if (body === undefined || body === null) return {};
  if (isForJson(body)) return { body: jsonText(body, owner), contentType: 'application/json' };
  const isStream =
    typeof body === 'object' && ('getReader' in body || Symbol.asyncIterator in body);
  // What is not for JSON is passed on; `fetch` judges it.
  return { body: body as BodyInit, isStream };
}
