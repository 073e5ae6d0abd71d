/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dehydrate, rehydrate } from 'streambed';
import { escapeState, hydrate } from 'streambed/ssr';
import { readSourceFiles } from '../support/sourceFiles.ts';
import { codeOf } from './support/codeOf.ts';
import { getUser, pageKit, sent, User } from './support/pageKit.tsx';

const { api, browserStore, serverStore, renderUser } = pageKit();

describe('J9 a forged state', () => {
  it.each(['{"streambed":1}', '{"$":"function"}', '[]', 'null', '{"__proto__":{"x":1}}'])(
    'J9 is rejected as a whole: %s',
    async (text) => {
      const store = browserStore();
      expect(await codeOf(() => rehydrate(store, JSON.parse(text) as never))).toBe(
        'SB_STATE_INVALID',
      );
      expect(store.stats().entities).toBe(0);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

it('J10 a token is in no state, and each request uses the current one', async () => {
  let token = 'token-1';
  const authorized = getUser.extend({
    getHeaders: () => ({ authorization: token }),
  });
  const store = serverStore();
  await store.fetch(authorized, { id: '1' });
  token = 'token-2';
  await store.fetch(authorized, { id: '2' });
  expect(api().requests.map(({ headers }) => headers.authorization)).toEqual([
    'token-1',
    'token-2',
  ]);
  expect(escapeState(dehydrate(store))).not.toContain('token-');
});

describe('J11 an argument of a request of the server', () => {
  const evil = ['//evil.example/x', '../../admin', 'http://evil.example', '\\\\evil.example'];

  it.each([...evil, '..', '%2e%2e'])('J11 does not lead to another address: %s', async (id) => {
    const requested: string[] = [];
    const store = serverStore({
      fetch: (input) => {
        requested.push(new URL(input as string, api().origin).href);
        return Promise.resolve(Response.json({ id, name: '' }));
      },
    });
    const code = await codeOf(() => store.fetch(getUser, { id }));
    const isInPlace = (url: string) => new RegExp(`^${api().origin}/users/[^/]+$`).test(url);
    const isRefused = requested.length === 0 && /^SB_(PATH|URL)/.test(code);
    expect(isRefused || requested.every(isInPlace)).toBe(true);
  });
});

it('J12 after a reset a state has nothing of the old session', async () => {
  const store = browserStore();
  store.set(User, { id: '1', name: 'hunter2' });
  store.setResponse(getUser, { id: '1' }, { id: '1', name: 'hunter2' });
  await store.reset();
  expect(sent(dehydrate(store))).toMatchObject({ rows: [], results: [], kinds: [] });
});

it('J13 the package adds nothing to the global object', async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  await renderUser(serverStore(), '1');
  hydrate(browserStore()).stop();
  expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
});

it('J14 no code is made from text at run time', () => {
  const sources = readSourceFiles().map(({ path }) =>
    readFileSync(join(__dirname, '../../src', path), 'utf8'),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((text) => /\beval\(|new Function\b|\bFunction\(/.test(text))).toEqual([]);
});

it('J15 the package has no dependency and no install script', () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(__dirname, '../..', path), 'utf8')) as {
      dependencies?: object;
      scripts?: object;
    };
  const own = read('package.json');
  expect(own.dependencies ?? {}).toEqual({});
  expect(Object.keys(own.scripts ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(pre|post)?install$|^prepare$/)]),
  );
});
