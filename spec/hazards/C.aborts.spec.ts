import type { ServerResponse } from 'node:http';
import { createStore, Entity, RestEndpoint, type Store } from 'streambed';
import { testServer } from '../http/rest/testServer.ts';
import { collectStates } from '../support/storeKit.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
let store: Store;
beforeEach(() => {
  store = createStore({ graceTime: 0 });
});
afterEach(() => store.dispose());

const getUser = () =>
  new RestEndpoint({ path: '/users/:id', urlPrefix: server.origin, schema: User, cancel: true });

/** Resolves with the response object of the next request. */
const nextResponse = (): Promise<ServerResponse> =>
  new Promise((resolve) => {
    server.answer = resolve;
  });

const answer = (response: ServerResponse, name: string): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: '1', name }));

it('C15 an aborted request is no error: data stays, nothing is fetched, and the next observer fetches', async () => {
  const endpoint = getUser();
  store.setResponse(endpoint, { id: '1' }, { id: '1', name: 'Ann' });
  const arrival = nextResponse();
  const watcher = collectStates(store.observe(endpoint, { id: '1' }));
  store.expireAll(endpoint);
  const response = await arrival;
  const closed = new Promise((resolve) => response.on('close', resolve));
  watcher.stop();
  await closed;
  expect(response.writableFinished).toBe(false);
  expect(store.getState(endpoint, { id: '1' })).toMatchObject({
    status: 'stale',
    data: { name: 'Ann' },
    error: undefined,
    fetching: false,
  });
  const again = nextResponse();
  const states = store.observe(endpoint, { id: '1' });
  const fresh = new Promise((resolve) => {
    states.subscribe(({ status, data }) => status === 'valid' && resolve(data));
  });
  answer(await again, 'Anna');
  await expect(fresh).resolves.toMatchObject({ name: 'Anna' });
  expect(server.requests).toHaveLength(2);
});

it('C16 a body that arrives after its request was aborted is never written', async () => {
  const endpoint = getUser();
  const arrival = nextResponse();
  const watcher = collectStates(store.observe(endpoint, { id: '1' }));
  const response = await arrival;
  const closed = new Promise((resolve) => response.on('close', resolve));
  response.writeHead(200, { 'content-type': 'application/json' });
  // The headers and the first half of the body have arrived: fetch() has resolved.
  await new Promise((sent) => response.write('{"id":"1",', sent));
  await new Promise(setImmediate);
  watcher.stop();
  await closed;
  response.end('"name":"late"}');
  await new Promise(setImmediate);
  expect(watcher.values).toEqual(['invalid fetching']);
  expect(store.get(User, '1')).toBeUndefined();
  expect(store.getState(endpoint, { id: '1' })).toMatchObject({
    status: 'invalid',
    error: undefined,
    fetching: false,
  });
  expect(store.stats().inFlight).toBe(0);
});

it('C16 a reset during the body drops it, too', async () => {
  const endpoint = getUser();
  const arrival = nextResponse();
  const call = store.fetch(endpoint, { id: '1' });
  const response = await arrival;
  response.writeHead(200, { 'content-type': 'application/json' });
  await new Promise((sent) => response.write('{"id":"1",', sent));
  const reset = store.reset();
  response.end('"name":"late"}');
  await reset;
  await expect(call).rejects.toMatchObject({ code: 'SB_RESET' });
  expect(store.get(User, '1')).toBeUndefined();
});
