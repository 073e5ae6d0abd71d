import { catchError, from, switchMap, throwError } from 'rxjs';
import {
  createStore,
  Entity,
  type Interceptor,
  NetworkError,
  resource,
  type Store,
} from 'streambed';
import { testServer } from './testServer.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
let store: Store;
let valid: string;
let refreshes: number;
beforeEach(() => {
  refreshes = 0;
  valid = 'new';
  server.answer = (response, { headers, url }) => {
    const isAllowed = headers.authorization === `Bearer ${valid}`;
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isAllowed ? JSON.stringify({ id: url.slice(7), name: 'Ann' }) : '{}');
  };
  store = createStore({ interceptors: [refreshing()] });
});
afterEach(() => store.dispose());

/** The recipe of docs/authentication.md: one refresh for all requests refused with a token, then one retry. */
function refreshing(): Interceptor {
  let token = 'old';
  let refresh: Promise<void> | undefined;
  const renew = async () => {
    refreshes++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    token = 'new';
  };
  return (request, next) => {
    const used = token;
    const send = () =>
      next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    return send().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof NetworkError) || error.status !== 401)
          return throwError(() => error);
        if (token !== used) return send();
        refresh ??= renew().finally(() => (refresh = undefined));
        return from(refresh).pipe(switchMap(send));
      }),
    );
  };
}

const users = () => resource({ path: '/users/:id', schema: User, urlPrefix: server.origin });

it('requests that are refused together refresh the token once, and then succeed', async () => {
  const { get, update } = users();
  const answers = await Promise.all([
    store.fetch(get, { id: 1 }),
    store.fetch(get, { id: 2 }),
    store.fetch(update, { id: 3 }, { name: 'Ann' }),
  ]);
  expect(answers.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(refreshes).toBe(1);
  expect(server.requests).toHaveLength(6);
  await store.fetch(get, { id: 4 });
  expect(server.requests).toHaveLength(7);
});

it('a refusal that arrives after the refresh does not refresh again', async () => {
  const { get } = users();
  const { answer } = server;
  const late = new Promise<() => void>((hold) => {
    server.answer = (response, request) => {
      server.answer = answer;
      hold(() => answer(response, request));
    };
  });
  const slow = store.fetch(get, { id: 1 });
  const refuse = await late;
  await store.fetch(get, { id: 2 });
  refuse();
  expect(await slow).toMatchObject({ id: '1' });
  expect([refreshes, server.requests.length]).toEqual([1, 4]);
});

it('a second refusal is final', async () => {
  valid = 'another';
  const refused = store.fetch(users().get, { id: 1 });
  await expect(refused).rejects.toMatchObject({ status: 401 });
  expect([refreshes, server.requests.length]).toEqual([1, 2]);
});

it('endpoints read their token for each request', async () => {
  let token = 'a';
  const { get } = users().extend('get', {
    getHeaders: async (headers) => ({ ...headers, 'x-token': await Promise.resolve(token) }),
  });
  await store.fetch(get, { id: 1 });
  token = 'b';
  await store.fetch(get, { id: 1 });
  expect([...new Set(server.requests.map(({ headers }) => headers['x-token']))]).toEqual([
    'a',
    'b',
  ]);
  expect(get.key({ id: 1 })).not.toContain('token');
});
