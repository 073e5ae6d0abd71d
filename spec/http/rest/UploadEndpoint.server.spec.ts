import { JSDOM, VirtualConsole } from 'jsdom';
import { createStore, Entity, NetworkError, resource, UploadEndpoint } from 'streambed';
import { testServer } from './testServer.ts';

class Photo extends Entity {
  id = '';
  title = '';
  static override key = 'Photo';
}

const platform = { XMLHttpRequest: globalThis.XMLHttpRequest };
const server = testServer();
beforeEach(() => {
  // Its own console: it prints each connection that breaks.
  const virtualConsole = new VirtualConsole();
  const { XMLHttpRequest } = new JSDOM('', { url: server.origin, virtualConsole }).window;
  Object.assign(globalThis, { XMLHttpRequest });
});
afterEach(() => void Object.assign(globalThis, platform));

function answers(status: number, body?: unknown): void {
  server.answer = (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' })
      .end(body === undefined ? undefined : JSON.stringify(body));
}

const seen: [sent: number, total: number][] = [];
const make = () =>
  new UploadEndpoint({
    path: '/photos',
    urlPrefix: server.origin,
    method: 'POST',
    body: '',
    schema: Photo,
    onProgress: (sent: number, total: number) => seen.push([sent, total]),
  });
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

it('an upload sends the headers of the endpoint and of interceptors, and stores the response', async () => {
  const store = createStore({
    interceptors: [
      (request, next) =>
        next({ ...request, headers: { ...request.headers, Authorization: 'Bearer 1' } }),
    ],
  });
  answers(201, { id: '1', title: 'Käse' });
  seen.length = 0;
  const sent = make().extend({ requestInit: { headers: { 'x-a': '1' } } });
  expect(await store.fetch(sent, 'bytes')).toBe(store.get(Photo, '1'));
  expect(store.get(Photo, '1')?.title).toBe('Käse');
  expect(server.requests[0]).toMatchObject({
    body: 'bytes',
    headers: { authorization: 'Bearer 1', 'x-a': '1' },
  });
  expect(seen.at(-1)).toEqual([5, 5]);
  store.dispose();
});

it('an upload fails with the errors of any endpoint', async () => {
  answers(503, { reason: 'full' });
  const refused = await errorOf(make()('x'));
  expect(refused).toBeInstanceOf(NetworkError);
  expect(refused).toMatchObject({ status: 503, body: { reason: 'full' } });
  expect((refused as NetworkError).response?.headers.get('retry-after')).toBe('7');
  answers(204);
  expect(await make()('x')).toBeNull();
  server.answer = (response) => void response.socket?.destroy();
  expect(await errorOf(make()('x'))).toMatchObject({ code: 'SB_NETWORK', status: 0 });
});

it('an upload is aborted with its signal, before and after it is sent', async () => {
  const reason = new Error('changed my mind');
  const before = make().extend({ signal: AbortSignal.abort(reason) });
  expect(await errorOf(before('x'))).toBe(reason);
  const controller = new AbortController();
  server.answer = () => controller.abort(reason);
  expect(await errorOf(make().extend({ signal: controller.signal })('x'))).toBe(reason);
  expect(server.requests).toHaveLength(1);
});

it('without XMLHttpRequest and for streams an upload is sent by fetch', async () => {
  answers(201, { id: '1', title: 'a' });
  seen.length = 0;
  const body = new Blob(['stream']).stream();
  await make().extend({ body })(body);
  Object.assign(globalThis, { XMLHttpRequest: undefined });
  await make()('text');
  expect(server.requests.map((request) => request.body)).toEqual(['stream', 'text']);
  expect(seen).toEqual([]);
});

it('a resource may send all its requests so', async () => {
  const photos = resource({
    path: '/photos/:id',
    schema: Photo,
    urlPrefix: server.origin,
    Endpoint: UploadEndpoint,
  });
  answers(200, { id: '1', title: 'b' });
  const store = createStore();
  const changed = await store.fetch(photos.update, { id: '1' }, { title: 'b' });
  expect(changed.title).toBe('b');
  expect(server.requests[0]).toMatchObject({ method: 'PUT', body: '{"title":"b"}' });
  store.dispose();
});
