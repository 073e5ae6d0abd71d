/**
 * Headers as a plain object with lower-case names, which can be spread and set. If names differ
 * only in case, the last one wins. A header whose value is undefined or null is omitted; `fetch`
 * would send the text "undefined".
 */
export function headerRecord(headers: HeadersInit | undefined): Record<string, string> {
  const byName = new Map<string, string>();
  // The types of `fetch` allow only texts; untyped programs pass anything.
  const set = (name: string | null | undefined, value: string | null | undefined) => {
    if (name === undefined || name === null) return;
    if (value === undefined || value === null) byName.delete(name.toLowerCase());
    else byName.set(name.toLowerCase(), value);
  };
  if (Array.isArray(headers)) for (const [name, value] of headers) set(name, value);
  else if (isHeaders(headers)) headers.forEach((value, name) => set(name, value));
  else for (const [name, value] of Object.entries(headers ?? {})) set(name, value);
  return Object.fromEntries(byName);
}

/** Checks the members, not the class: `Headers` may come from a polyfill or another realm. */
function isHeaders(headers: HeadersInit | undefined): headers is Headers {
  return typeof (headers as { forEach?: unknown } | undefined)?.forEach === 'function';
}

/** An endpoint with a `requestInit`. */
export interface ExtendableEndpoint {
  readonly requestInit?: RequestInit | undefined;
  extend(options: { readonly requestInit: RequestInit }): unknown;
}

/**
 * Returns the endpoint with `init` merged into its `requestInit`, headers one by one; the endpoint
 * itself if `init` is undefined.
 */
export function withRequestInit(
  endpoint: ExtendableEndpoint,
  init: RequestInit | undefined,
): unknown {
  if (!init) return endpoint;
  const own = endpoint.requestInit;
  const headers = { ...headerRecord(own?.headers), ...headerRecord(init.headers) };
  return endpoint.extend({ requestInit: { ...own, ...init, headers } });
}
