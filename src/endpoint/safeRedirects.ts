/** Headers that may go to any origin. */
const HARMLESS = new Set([
  'accept',
  'accept-language',
  'content-language',
  'content-type',
  'range',
  'user-agent',
]);
/** Headers that `fetch` itself keeps from another origin. */
const KEPT_BACK = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);
const MOST_REDIRECTS = 20;

type Redirectable = Omit<RequestInit, 'headers'> & { readonly headers: Headers };

/**
 * A `fetch` that tells no other origin its headers. The platform's own takes every header but `authorization` and cookies along when it is redirected,
 * and with it any key or token. Where the platform shows where a redirect leads (Node and other servers), requests with such headers are
 * redirected here, and another origin gets none of them. Browsers do not show it; there the other origin has to ask for the header by
 * name (CORS).
 */
export function safeRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const isOurs =
      typeof location === 'undefined' &&
      (typeof input === 'string' || input instanceof URL) &&
      (init?.redirect ?? 'follow') === 'follow';
    if (!isOurs || !init?.headers) return fetch(input, init);
    const headers = new Headers(init.headers);
    const isSecret = [...headers.keys()].some(
      (name) => !HARMLESS.has(name) && !KEPT_BACK.has(name),
    );
    return isSecret ? follow(fetch, String(input), { ...init, headers }) : fetch(input, init);
  };
}

async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: Redirectable,
): Promise<Response> {
  let at = url;
  let request: Redirectable = { ...init, redirect: 'manual' };
  for (let followed = 0; followed <= MOST_REDIRECTS; followed++) {
    const response = await fetch(at, request);
    // A custom `fetch` may take paths; the answer knows the whole address.
    const from = response.url || at;
    const target = targetOf(response, from);
    if (!target) return response;
    await response.body?.cancel();
    request = redirected(request, response.status);
    if (target.origin !== new URL(from).origin) {
      for (const name of [...request.headers.keys()]) {
        if (!HARMLESS.has(name)) request.headers.delete(name);
      }
    }
    at = target.href;
  }
  throw new TypeError(`${url} was redirected more than ${MOST_REDIRECTS} times`);
}

/** Where an answer sends the request; `undefined` where it does not. */
function targetOf({ status, headers }: Response, from: string): URL | undefined {
  const location = headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  // A mock may have no address at all; its redirect is an answer like any other.
  if (!/^https?:/i.test(from)) return undefined;
  const target = new URL(location, from);
  if (target.protocol === 'http:' || target.protocol === 'https:') return target;
  throw new TypeError(`${from} redirects to ${target.protocol}`);
}

/** As the fetch standard has it: 303, and 301 and 302 for POST, become a GET without body. */
function redirected(init: Redirectable, status: number): Redirectable {
  const { method = 'GET', body } = init;
  const headers = new Headers(init.headers);
  const becomesGet =
    (status === 303 && method !== 'GET' && method !== 'HEAD') ||
    ((status === 301 || status === 302) && method === 'POST');
  if (!becomesGet) {
    const isStream = typeof body === 'object' && body !== null && 'getReader' in body;
    if (isStream) throw new TypeError('a stream cannot be sent to where it is redirected');
    return { ...init, headers };
  }
  for (const name of ['content-type', 'content-language', 'content-length', 'content-encoding']) {
    headers.delete(name);
  }
  return { ...init, headers, method: 'GET', body: undefined };
}
