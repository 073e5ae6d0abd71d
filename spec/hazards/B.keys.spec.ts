import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { createStore, Endpoint, Entity, RestEndpoint, type Store } from 'streambed';
import { testServer } from '../http/rest/testServer.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { codeOf } from './support/codeOf.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
let store: Store;
beforeEach(() => {
  server.answer = (response, { url }) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: '1', name: url }));
  store = createStore();
});
afterEach(() => store.dispose());

const anything: Record<string, unknown> = {};
const search = new RestEndpoint({ path: '/search', searchParams: anything });
const named = new Endpoint(async (_value: unknown) => 1, { name: 'named' });

describe('B6 different values', () => {
  const different: unknown[] = [
    ...[null, true, false, 0, 1, '', 'a', 'null', 'true', 1n, [], [1], [[1]], [1, 2], ['1,2']],
    ...[{}, { a: 1 }, { a: { b: 1 } }, { a: [1] }, { 'a.b': 1 }, new Date(0), new Date(1)],
    ...[NaN, Infinity, -Infinity, [undefined], [null], { a: null }, '[1]', '{"a":1}', '@1970'],
  ];

  it('B6 never share the key of an endpoint', () => {
    const keys = different.map((value) => named.key(value));
    expect(new Set(keys).size).toBe(different.length);
    const within = different.map((value) => named.key({ filter: [value] }));
    expect(new Set(within).size).toBe(different.length);
  });

  it('B6 are a typed error if no key can hold them', async () => {
    class Point {
      x = 1;
    }
    const odd = [new Map(), new Set(), new Point(), Symbol('s'), () => 1, new Date(NaN), /x/];
    for (const value of odd) {
      expect(await codeOf(() => store.fetch(named, value))).toBe('SB_KEY_UNSUPPORTED');
      expect(await codeOf(() => search.key({ value }))).toBe('SB_KEY_UNSUPPORTED');
    }
  });

  it('B6 share the key of a request exactly if they make the same URL, and never print [object Object]', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [left, right] = [search.url({ a }), search.url({ a: b })];
        expect(search.key({ a }) === search.key({ a: b })).toBe(left === right);
        expect(left).not.toMatch(/object%20Object/);
      }),
    );
    const [one, two] = [{ b: { x: 1 } }, { b: { x: 2 } }];
    expect(search.key(one)).not.toBe(search.key(two));
  });

  it('B6 share the key of an endpoint exactly if their JSON is the same, with members in any order', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const canonical = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(canonical);
      if (typeof value === 'number') return `${value}`;
      if (typeof value !== 'object' || value === null) return value;
      return Object.entries(value)
        .map(([name, member]) => [[name], canonical(member)])
        .sort(([[a]]: any, [[b]]: any) => (a < b ? -1 : 1))
        .concat([['object']]);
    };
    fc.assert(
      fc.property(json, json, (a, b) => {
        const same = JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
        expect(named.key(a) === named.key(b)).toBe(same);
      }),
    );
  });
});

it('B7 the order of members does not matter, and 1 equals the 1 of a URL', () => {
  expect(search.key({ a: 1, b: 2 })).toBe(search.key({ b: '2', a: '1' }));
  expect(named.key({ a: 1, b: { c: 2, d: 3 } })).toBe(named.key({ b: { d: 3, c: 2 }, a: '1' }));
  expect(named.key([1, 2])).not.toBe(named.key([2, 1]));
});

it('B8 two endpoints with one key and different schemas never read the data of each other', async () => {
  const key = () => 'the same';
  const plain = new Endpoint(async () => ({ id: '1', name: 'plain' }), { name: 'a', key });
  const users = plain.extend({ name: 'b', schema: User, lookup: true });
  await store.fetch(plain);
  expect(store.getState(users).data).toBeUndefined();
  expect(await store.fetch(users)).toBeInstanceOf(User);
  expect(store.getState(plain).data).not.toBeInstanceOf(User);
  expect(store.getState(plain).data).toEqual({ id: '1', name: 'plain' });
});

it('B9 reads with a body include it in their key: other bodies are other requests', async () => {
  const find = new RestEndpoint({
    path: '/find',
    urlPrefix: server.origin,
    method: 'POST',
    sideEffect: undefined,
    body: {} as { text: string },
  });
  server.answer = (response, { body }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const answers = await Promise.all([
    store.fetch(find, { text: 'a' }),
    store.fetch(find, { text: 'b' }),
    store.fetch(find, { text: 'a' }),
  ]);
  expect(answers).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'a' }]);
  expect(server.requests).toHaveLength(2);
});

describe('B10 another user', () => {
  it('B10 is another session: a reset leaves nothing of the previous one, even if late responses arrive', async () => {
    const requests = new FakeRequests();
    const getMe = new Endpoint(requests.send, { name: 'getMe', schema: User, lookup: true });
    const first = store.fetch(getMe);
    const reset = store.reset();
    const second = store.fetch(getMe);
    requests.at(0).answer({ id: 'ann', name: 'secret of Ann' });
    requests.at(1).answer({ id: 'bob', name: 'Bob' });
    await reset;
    await expect(first).rejects.toMatchObject({ code: 'SB_RESET' });
    await expect(second).resolves.toMatchObject({ name: 'Bob' });
    expect(store.get(User, 'ann')).toBeUndefined();
  });

  it('B10 or another language can be part of the key of an endpoint', () => {
    let language = 'en';
    class Translated extends RestEndpoint<{ path: '/texts/:id' }> {
      override key(...args: [{ id: string | number }]): string {
        return `${super.key(...args)} ${language}`;
      }
    }
    const getText = new Translated({ path: '/texts/:id' });
    const english = getText.key({ id: 1 });
    language = 'no';
    expect(getText.key({ id: 1 })).not.toBe(english);
    expect(getText.testKey(english)).toBe(true);
  });
});

it('B13 templates are released with their endpoints: no table of paths keeps them', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = Array.from({ length: 200 }, (_, at) => {
    const endpoint = new RestEndpoint({ path: `/dynamic/${at}/:id` });
    endpoint.key({ id: at });
    const symbol = Object.getOwnPropertySymbols(endpoint).find(
      ({ description }) => description === 'template',
    )!;
    return new WeakRef((endpoint as unknown as Record<symbol, object>)[symbol]);
  });
  await new Promise(setImmediate);
  collectGarbage();
  expect(held.filter((ref) => ref.deref()).length).toBeLessThan(20);
});

it('B14 headers and user info never appear in messages or serialized errors, and headers never in keys', async () => {
  const secret = 'token-1234';
  const getUser = new RestEndpoint({
    path: '/users/:id',
    urlPrefix: server.origin,
    getHeaders: (headers: object) => ({ ...headers, authorization: `Bearer ${secret}` }),
    schema: User,
  });
  const errorOf = (endpoint: typeof getUser): Promise<Error> =>
    store.fetch(endpoint, { id: '1' }).then(
      () => new Error('no error'),
      (reason: Error) => reason,
    );
  server.answer = (response) => void response.writeHead(500).end(`you sent ${secret}`);
  const refused = await errorOf(getUser);
  expect(refused).toMatchObject({ code: 'SB_NETWORK', status: 500 });
  expect(server.requests[0].headers.authorization).toContain(secret);
  server.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>log in</p>');
  const unreadable = await errorOf(getUser);
  expect(unreadable).toMatchObject({ code: 'SB_CONTENT_TYPE' });
  const withUserInfo = server.origin.replace('//', `//me:${secret}@`);
  const unsent = await errorOf(getUser.extend({ urlPrefix: withUserInfo }));
  expect(unsent).toMatchObject({ code: 'SB_NETWORK', status: 0 });
  const printed = [refused, unreadable, unsent].flatMap((error) => [
    error.message,
    JSON.stringify(error),
  ]);
  for (const text of [...printed, getUser.key({ id: '1' })]) expect(text).not.toContain(secret);
});
