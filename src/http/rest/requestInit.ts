import { encodeKey } from '../../shared/encodeKey.ts';
import { isForJson, isPlainObject } from '../../shared/isPlainObject.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { headerRecord, headersFor } from '../../shared/web/headersFor.ts';

/** The part of an endpoint that its requests are made of. */
interface RequestOwner {
  readonly name: string;
  readonly requestInit?: RequestInit | undefined;
  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit;
}

/** The request except its URL. `headers` are the defaults. */
export async function requestInitOf(
  owner: RequestOwner,
  method: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<RequestInit> {
  const { requestInit } = owner;
  const encoded = body === undefined || body === null ? undefined : encodeBody(body, owner);
  const own = headersFor(encoded?.body, requestInit?.headers);
  const sent = await owner.getHeaders({ ...encoded?.headers, ...headers, ...own });
  return { ...requestInit, method, ...encoded, headers: headerRecord(sent) };
}

/**
 * The body as `fetch` takes it: JSON for plain objects, arrays, numbers, booleans and instances of
 * ordinary classes; strings, FormData, Blob, URLSearchParams, buffers, streams and async iterables
 * unchanged. Throws `SB_BODY_UNSUPPORTED` if JSON cannot represent it (cycles, bigints).
 */
function encodeBody(
  body: {},
  owner: RequestOwner,
): Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } {
  if (isForJson(body)) {
    return { body: jsonText(body, owner), headers: { 'content-type': 'application/json' } };
  }
  const isStream =
    typeof body === 'object' && ('getReader' in body || Symbol.asyncIterator in body);
  // The cast holds: `fetch` itself checks a body that is not JSON. The length of a stream is unknown
  // before its end.
  return { body: body as BodyInit, ...(isStream && { duplex: 'half' }) };
}

/**
 * The part of a key that identifies a body: equal text exactly for equal content, with members in
 * any order. In JSON `1` differs from `'1'`, unlike in a URL. Throws `SB_KEY_UNSUPPORTED` for
 * values without a canonical form, `SB_BODY_UNSUPPORTED` for bigints.
 */
export function bodyKey(body: unknown, owner: { readonly name: string }): string {
  // Refuses what JSON would silently drop: maps, functions, instances of classes.
  const text = encodeKey(body, owner, 'body');
  return isForJson(body) ? jsonText(body, owner, sortedMembers) : text;
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  // Names like `__proto__` are ordinary: `fromEntries` defines members, it does not assign them.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The body of the endpoint `owner` as JSON. */
function jsonText(
  body: unknown,
  owner: { readonly name: string },
  replacer?: (name: string, value: unknown) => unknown,
): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(body, replacer) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw new StreambedError(
    'SB_BODY_UNSUPPORTED',
    `Endpoint "${owner.name}": the body cannot be written as JSON.`,
    { cause },
  );
}
