import { bodyTag } from '../tagOf.ts';

/**
 * Headers as a plain object with lower-case names, which can be spread and set. If names differ
 * only in case, the last one wins. A header whose value is undefined or null is omitted; `fetch`
 * would send the text "undefined".
 */
export function headerRecord(headers: HeadersInit = {}): Record<string, string> {
  const byName = new Map<string, string>();
  // Checks the members, not the class: `Headers` may come from a polyfill or another realm.
  const pairs = Array.isArray(headers)
    ? headers
    : typeof headers.entries === 'function'
      ? headers.entries()
      : Object.entries(headers);
  // The types of `fetch` allow only texts; untyped programs pass anything.
  for (const [name, value] of pairs as Iterable<(string | null | undefined)[]>) {
    if (name == null) continue;
    if (value == null) byName.delete(name.toLowerCase());
    else byName.set(name.toLowerCase(), value);
  }
  return Object.fromEntries(byName);
}

/**
 * The headers of a request with the encoded `body`: `own`, overwritten by `added`, without a Content-Type that
 * cannot be right. The platform then sets the right one: only it knows the boundary of a form.
 */
export function headersFor(
  body: unknown,
  own?: HeadersInit,
  added?: HeadersInit,
): Record<string, string> {
  const headers = { ...headerRecord(own), ...headerRecord(added) };
  const type = headers['content-type'];
  if (type && isWrong(type, body)) delete headers['content-type'];
  return headers;
}

function isWrong(type: string, body: unknown): boolean {
  const tag = bodyTag(body);
  if (tag === 'FormData' || /^multipart\/(?!.*boundary)/i.test(type)) return true;
  // A file has a type of its own: that of an API in JSON is not meant for it.
  const own = tag === 'URLSearchParams' ? tag : (body as Partial<Blob> | undefined)?.type;
  return /json/i.test(type) && !/json|^$/i.test(own ?? '');
}
