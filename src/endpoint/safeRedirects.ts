/** Headers that may go to any origin. */
const HARMLESS = /^(?:accept|(?:accept|content)-language|content-type|range|user-agent)$/;
/** Headers that `fetch` itself keeps from another origin. */
const KEPT_BACK = /^(?:(?:proxy-)?authorization|cookie|host)$/;
/** Headers of a body. */
const OF_BODY = /^content-(?:type|language|length|encoding)$/;
const MOST_REDIRECTS = 20;

type Redirectable = Omit<RequestInit, 'headers'> & { readonly headers: Headers };

/**
 * A `fetch` that tells no other origin its headers. The platform's own takes every header but `authorization` and cookies along when it is redirected,
 * and with it any key or token. Where the platform shows where a redirect leads (Node and other servers), requests with such headers are
 * redirected here, and another origin gets none of them. Browsers do not show it; there the other origin has to ask for the header by
 * name (CORS), and bundles for browsers have `browserRedirects` in place of this file.
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
      (name) => !HARMLESS.test(name) && !KEPT_BACK.test(name),
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
    request = redirected(request, response.status, target.origin !== new URL(from).origin);
    at = target.href;
  }
  throw new TypeError(`The request was redirected more than ${MOST_REDIRECTS} times`);
}

/** Where an answer sends the request; `undefined` where it does not. */
function targetOf({ status, headers }: Response, from: string): URL | undefined {
  const location = headers.get('location');
  // A mock may have no address at all; its redirect is an answer like any other.
  const isRedirect = /^30[12378]$/.test(`${status}`) && /^https?:/i.test(from);
  if (location === null || !isRedirect) return undefined;
  const target = new URL(location, from);
  if (/^https?:$/.test(target.protocol)) return target;
  throw new TypeError(`The request was redirected to ${target.protocol}`);
}

/** As the fetch standard has it: 303, and 301 and 302 for POST, become a GET without body. */
function redirected(init: Redirectable, status: number, isElsewhere: boolean): Redirectable {
  const { method = 'GET', body } = init;
  const headers = new Headers(init.headers);
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  if (!becomesGet && typeof body === 'object' && body !== null && 'getReader' in body) {
    throw new TypeError('a stream cannot be sent to where it is redirected');
  }
  for (const name of [...headers.keys()]) {
    const goes = (isElsewhere && !HARMLESS.test(name)) || (becomesGet && OF_BODY.test(name));
    if (goes) headers.delete(name);
  }
  return { ...init, headers, ...(becomesGet && { method: 'GET', body: undefined }) };
}
