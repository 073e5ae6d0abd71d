/** Headers that may go to any origin. */
const HARMLESS = /^(?:accept|(?:accept|content)-language|content-type|range|user-agent)$/;
/** Headers that `fetch` itself never sends to another origin. */
const DROPPED_BY_FETCH = /^(?:(?:proxy-)?authorization|cookie|host)$/;
/** Headers that describe a body. */
const BODY_HEADER = /^content-(?:type|language|length|encoding)$/;
const MAX_REDIRECTS = 20;

type Redirectable = Omit<RequestInit, 'headers'> & { readonly headers: Headers };

/**
 * Returns a `fetch` that sends no secret header to another origin. On a redirect the platform's
 * `fetch` drops only `authorization` and cookies; any other header, such as an API key, is sent on.
 * On servers (Node and others) the platform reveals the target of a redirect, so this function
 * follows the redirect itself and removes such headers for another origin. Browsers do not reveal
 * the target: there the other origin's CORS response must name the header, and bundles for browsers
 * use `browserRedirects` instead of this file.
 */
export function safeRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const isFollowedHere =
      typeof location === 'undefined' &&
      (typeof input === 'string' || input instanceof URL) &&
      (init?.redirect ?? 'follow') === 'follow';
    if (!isFollowedHere || !init?.headers) return fetch(input, init);
    const headers = new Headers(init.headers);
    const isSecret = [...headers.keys()].some(
      (name) => !HARMLESS.test(name) && !DROPPED_BY_FETCH.test(name),
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
  for (let followed = 0; followed <= MAX_REDIRECTS; followed++) {
    const response = await fetch(at, request);
    // A custom `fetch` may take paths; the response has the absolute URL.
    const from = response.url || at;
    const target = targetOf(response, from);
    if (!target) return response;
    await response.body?.cancel();
    request = redirected(request, response.status, target.origin !== new URL(from).origin);
    at = target.href;
  }
  throw new TypeError(`The request was redirected more than ${MAX_REDIRECTS} times`);
}

/** The target of a redirect; `undefined` if the response is not a redirect. */
function targetOf({ status, headers }: Response, from: string): URL | undefined {
  const location = headers.get('location');
  // A mock may have no URL at all; its redirect is an ordinary response.
  const isRedirect = /^30[12378]$/.test(`${status}`) && /^https?:/i.test(from);
  if (location === null || !isRedirect) return undefined;
  const target = new URL(location, from);
  if (/^https?:$/.test(target.protocol)) return target;
  throw new TypeError(`The request was redirected to ${target.protocol}`);
}

/** Follows the fetch standard: 303, and 301 and 302 after POST, become a GET without body. */
function redirected(init: Redirectable, status: number, isCrossOrigin: boolean): Redirectable {
  const { method = 'GET', body } = init;
  const headers = new Headers(init.headers);
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  if (!becomesGet && typeof body === 'object' && body !== null && 'getReader' in body) {
    throw new TypeError('A streamed body cannot be sent again after a redirect');
  }
  for (const name of [...headers.keys()]) {
    const isDropped =
      (isCrossOrigin && !HARMLESS.test(name)) || (becomesGet && BODY_HEADER.test(name));
    if (isDropped) headers.delete(name);
  }
  return { ...init, headers, ...(becomesGet && { method: 'GET', body: null }) };
}
