import { createStore, NetworkError, RestEndpoint } from 'streambed';
import { imports } from '../../../package.json';
import * as ofBrowsers from '../../../src/data/endpoint/browserRedirects.ts';
import * as ofOthers from '../../../src/data/endpoint/safeRedirects.ts';
import { startTestServer, type TestServer } from '../../http/rest/testServer.ts';

const { safeRedirects } = ofOthers;

let home: TestServer;
let other: TestServer;
beforeAll(async () => {
  [home, other] = await Promise.all([startTestServer(), startTestServer()]);
});
afterAll(() => Promise.all([home.close(), other.close()]));
beforeEach(() => {
  home.requests.length = 0;
  other.requests.length = 0;
  other.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('"there"');
});

const secrets = { 'X-Api-Key': 'k', Authorization: 'Bearer t', Accept: 'application/json' };

/** The first response is a redirect, later ones have data. */
function redirects(status: number, location: string): void {
  home.answer = (response, { url }) => {
    if (url === '/start') response.writeHead(status, { location }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('"here"');
  };
}

const sentTo = ({ requests }: TestServer) => requests[requests.length - 1];

describe('a redirected request', () => {
  const start = (init: RequestInit = {}) =>
    safeRedirects(fetch)(`${home.origin}/start`, { headers: secrets, ...init });

  it('loses its custom headers at another origin', async () => {
    redirects(302, `${other.origin}/steal`);
    expect(await (await start()).json()).toBe('there');
    const { headers } = sentTo(other);
    expect(headers).not.toHaveProperty('x-api-key');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers.accept).toBe('application/json');
  });

  it('keeps its headers within its origin', async () => {
    redirects(308, '/moved?a=1');
    expect(await (await start({ method: 'PUT', body: 'text' })).json()).toBe('here');
    expect(sentTo(home)).toMatchObject({ method: 'PUT', url: '/moved?a=1', body: 'text' });
    expect(sentTo(home).headers).toMatchObject({ 'x-api-key': 'k', authorization: 'Bearer t' });
  });

  it('does not regain its headers when it is redirected back', async () => {
    redirects(307, `${other.origin}/back`);
    other.answer = (response) =>
      void response.writeHead(307, { location: `${home.origin}/again` }).end();
    expect(await (await start()).json()).toBe('here');
    expect(sentTo(home).headers).not.toHaveProperty('x-api-key');
  });

  it.each([
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [302, 'POST', 'GET'],
    [301, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
  ])('by %d from %s continues as %s', async (status, method, next) => {
    redirects(status, '/moved');
    const sent = await start({ method, ...(method === 'HEAD' ? {} : { body: 'x' }) });
    expect(sent.status).toBe(200);
    const { headers, ...seen } = sentTo(home);
    expect([seen.method, seen.body]).toEqual([next, next === method && next !== 'HEAD' ? 'x' : '']);
    expect('content-type' in headers).toBe(next === method && next !== 'HEAD');
  });

  it('fails after too many redirects, or if the target is not HTTP', async () => {
    home.answer = (response) => void response.writeHead(302, { location: '/start' }).end();
    await expect(start()).rejects.toThrow('more than 20 times');
    redirects(302, 'file:///etc/passwd');
    await expect(start()).rejects.toThrow('redirected to file:');
  });

  it('is left to the platform if it sets redirect or has no secret header', async () => {
    redirects(302, `${other.origin}/x`);
    expect((await start({ redirect: 'manual' })).status).toBe(302);
    const platform = jest.fn(fetch);
    const init = { headers: { accept: 'text/plain' } };
    await safeRedirects(platform)(`${home.origin}/start`, init);
    expect(platform.mock.calls).toEqual([[`${home.origin}/start`, init]]);
  });
});

it('headers of endpoints and interceptors stay with their origin, with and without a store', async () => {
  redirects(302, `${other.origin}/steal`);
  const endpoint = new RestEndpoint({
    path: '/start',
    urlPrefix: home.origin,
    getHeaders: (headers) => ({ ...headers, 'x-tenant': 'a' }),
  });
  const store = createStore({
    interceptors: [
      (request, next) => next({ ...request, headers: { 'x-api-key': 'k', authorization: 'b' } }),
    ],
  });
  expect(await store.fetch(endpoint)).toBe('there');
  expect(sentTo(home).headers).toMatchObject({ 'x-api-key': 'k', 'x-tenant': 'a' });
  expect(await endpoint()).toBe('there');
  expect(other.requests).toHaveLength(2);
  for (const { headers } of other.requests) {
    expect(Object.keys(headers).filter((name) => /^x-|auth/.test(name))).toEqual([]);
  }
  store.dispose();
});

it('a refused redirect is a NetworkError', async () => {
  redirects(302, `${other.origin}/x`);
  const endpoint = new RestEndpoint({
    path: '/start',
    urlPrefix: home.origin,
    requestInit: { redirect: 'error', headers: secrets },
  });
  await expect(endpoint()).rejects.toBeInstanceOf(NetworkError);
  expect(other.requests).toEqual([]);
});

describe('the package', () => {
  it('exports the same names for browsers, with the `fetch` of the platform', () => {
    expect(ofBrowsers.safeRedirects(fetch)).toBe(fetch);
    expect(Object.keys(ofBrowsers)).toEqual(Object.keys(ofOthers));
  });

  it('lists the conditions of servers and React Native before that of browsers', () => {
    const { browser, default: ofAll, ...rest } = imports['#redirects'];
    const known = ['react-native', 'workerd', 'edge-light', 'worker'];
    expect(Object.keys(imports['#redirects'])).toEqual([...known, 'browser', 'default']);
    expect(new Set([...Object.values(rest), ofAll]).size).toBe(1);
    expect(browser).not.toBe(ofAll);
  });
});
