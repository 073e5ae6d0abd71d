import { isForJson } from './isForJson.ts';
import { jsonText } from './jsonText.ts';

/**
 * A request body and its Content-Type; without one if the platform sets it (FormData, Blob, text).
 */
export interface EncodedBody {
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
