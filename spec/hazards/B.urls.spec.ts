import * as fc from 'fast-check';
import { createStore, Endpoint, RestEndpoint, StreambedError, type Store } from 'streambed';
import { testServer } from '../http/rest/testServer.ts';
import { collect } from '../support/collect.ts';
import { codeOf } from './support/codeOf.ts';

const server = testServer();
let store: Store;
beforeAll(() => {
  server.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}');
});
beforeEach(() => {
  store = createStore();
});
afterEach(() => store.dispose());

/** The URL that `build` returns, or undefined if it throws a typed error. */
function builtOrRefused(build: () => string): string | undefined {
  try {
    return build();
  } catch (error) {
    if (StreambedError.is(error)) return undefined;
    throw error;
  }
}

const anything: Record<string, unknown> = {};
const dots = ['.', '..', '%2e', '%2E%2e', '.%2E', '../x', 'a/../b', 'a%2f..%2fb', './'];
const controls = [
  '\t',
  '\r',
  '\n',
  '\0',
  '\u007f',
  '\u0085',
  'a\r\nHost: evil',
  '\\',
  '\\\\evil.com',
];

it.each(dots)('B1 a dot segment as a parameter fails before a request is sent: %s', async (id) => {
  for (const method of ['GET', 'DELETE']) {
    const endpoint = new RestEndpoint({ path: '/users/:id', method, urlPrefix: server.origin });
    expect(await codeOf(() => store.fetch(endpoint, { id }))).toBe('SB_PATH_PARAM_UNSAFE');
  }
  expect(server.requests).toEqual([]);
});

it('B1 a name that only begins with dots is an ordinary parameter', async () => {
  const endpoint = new RestEndpoint({ path: '/files/:name', urlPrefix: server.origin });
  await store.fetch(endpoint, { name: '...' });
  await store.fetch(endpoint, { name: '.gitignore' });
  expect(server.requests.map(({ url }) => url)).toEqual(['/files/...', '/files/.gitignore']);
});

it('B2 every segment of a wildcard is checked on its own and must not be empty', async () => {
  const endpoint = new RestEndpoint({ path: '/*path', urlPrefix: server.origin });
  const bare = new RestEndpoint({ path: '/*path' });
  const unsafe = ['', '/', '//evil.com', 'a//b', 'a/', '/a', 'a/../b', ['a', '..'], ['', 'b'], []];
  for (const path of unsafe) {
    expect(await codeOf(() => store.fetch(endpoint, { path }))).toBe('SB_PATH_PARAM_UNSAFE');
    expect(await codeOf(() => bare.url({ path }))).toBe('SB_PATH_PARAM_UNSAFE');
  }
  await store.fetch(endpoint, { path: ['a/b', 'c'] });
  await store.fetch(endpoint, { path: 'a/b c' });
  expect(server.requests.map(({ url }) => url)).toEqual(['/a%2Fb/c', '/a/b%20c']);
});

it('B3 a URL has the origin and the segments of its template, or is a typed error', () => {
  const values = [
    ...dots,
    ...controls,
    '@evil.com',
    '//evil.com',
    'https://evil.com',
    ':80',
    '?',
    '#',
    'a b',
    '%',
    '',
  ];
  const base = 'https://page.example';
  let built = 0;
  for (const urlPrefix of ['', 'https://api.example', '/api']) {
    const endpoint = new RestEndpoint({ path: '/:a/:b', urlPrefix });
    const { origin, pathname } = new URL(endpoint.url({ a: 'a', b: 'b' }), base);
    const segments = pathname.split('/').length;
    for (const [a, b] of values.flatMap((one) => values.map((two) => [one, two] as const))) {
      const url = builtOrRefused(() => endpoint.url({ a, b }));
      if (url === undefined) continue;
      built++;
      const parts = new URL(url, base);
      const last = decodeURIComponent(parts.pathname.split('/').at(-1)!);
      const shape = [
        parts.origin,
        parts.search,
        parts.hash,
        parts.pathname.split('/').length,
        last,
      ];
      expect(shape).toEqual([origin, '', '', segments, b]);
    }
  }
  expect(built).toBeGreaterThan(100);
});

it.each(controls)('B3 control characters and backslashes are rejected: %j', async (id) => {
  const endpoint = new RestEndpoint({ path: '/users/:id', urlPrefix: server.origin });
  expect(await codeOf(() => store.fetch(endpoint, { id }))).toBe('SB_PATH_PARAM_UNSAFE');
  expect(server.requests).toEqual([]);
});

it('B4 half a surrogate pair fails its key: a state, not an exception', async () => {
  const half = '\ud800';
  const byPath = new RestEndpoint({ path: '/users/:id', urlPrefix: server.origin });
  const byQuery = new RestEndpoint({ path: '/users', searchParams: {} as { q: string } });
  expect(await codeOf(() => store.fetch(byPath, { id: half }))).toBe('SB_PATH_PARAM_UNSAFE');
  expect(await codeOf(() => store.fetch(byQuery, { q: half }))).toBe('SB_KEY_UNSUPPORTED');
  const states = collect(store.observe(byPath, { id: half }));
  expect(states.values).toMatchObject([{ error: { code: 'SB_PATH_PARAM_UNSAFE' } }]);
  expect(states.errors).toEqual([]);
  // In a name without a URL it is plain text.
  const named = new Endpoint(async (text: string) => text, { name: 'named' });
  expect(await store.fetch(named, half)).toBe(half);
  expect(named.key(half)).not.toBe(named.key('\ud801'));
});

it('B5 undefined is absent from key and URL alike, null is an empty value, a missing parameter is a typed error', async () => {
  const endpoint = new RestEndpoint({
    path: '/users/:id',
    urlPrefix: server.origin,
    searchParams: anything,
  });
  expect(endpoint.key({ id: 1, a: undefined })).toBe(endpoint.key({ id: 1 }));
  expect(endpoint.url({ id: 1, a: undefined, b: null })).toBe(`${server.origin}/users/1?b=`);
  for (const id of [undefined, null]) {
    const args = { id } as unknown as { id: string };
    expect(await codeOf(() => store.fetch(endpoint, args))).toBe('SB_PATH_PARAM_MISSING');
  }
  expect(collect(store.observe(endpoint, null)).values).toMatchObject([{ fetching: false }]);
  expect(server.requests).toEqual([]);
});

it('B11 long parameters make long keys that differ in every character', async () => {
  const long = 'x'.repeat(1_000_000);
  const named = new Endpoint(async (text: string) => text.at(-1), { name: 'named' });
  expect(await store.fetch(named, `${long}a`)).toBe('a');
  expect(await store.fetch(named, `${long}b`)).toBe('b');
  expect(store.getState(named, `${long}a`).data).toBe('a');
  const endpoint = new RestEndpoint({ path: '/users/:id' });
  expect(endpoint.key({ id: `${long}a` })).not.toBe(endpoint.key({ id: `${long}b` }));
  expect(endpoint.testKey(endpoint.key({ id: long }))).toBe(true);
});

it('B12 templates and keys are matched in linear time, whatever they contain', () => {
  const evil = [
    ['/:a-:b-:c-:d-:e-:f', `/${'-'.repeat(50_000)}\n`],
    ['/*a/*b/*c/*d', `/${'/'.repeat(50_000)}!`],
    ['/x{/:a}{/:b}{/:c}{/:d}{/:e}', `/x${'/a'.repeat(20_000)}`],
    ['/:a.:b.:c', `/${'a.'.repeat(50_000)}`],
  ] as const;
  const started = process.cpuUsage();
  for (const [path, key] of evil) new RestEndpoint({ path }).testKey(`GET ${key}`);
  // CPU time of this process, so other programs do not count. Backtracking would take longer than
  // the universe exists.
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});

it('B12 parameters are text, never a pattern', () => {
  const endpoint = new RestEndpoint({ path: '/users/:id' });
  const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('(a+)+$', '.*', '[', '\\d'));
  fc.assert(
    fc.property(text, text, (id, other) => {
      const keys = [id, other].map((value) => builtOrRefused(() => endpoint.key({ id: value })));
      fc.pre(keys.every((key) => key !== undefined));
      expect(endpoint.testKey(keys[0])).toBe(true);
      expect(keys[0] === keys[1]).toBe(id === other);
    }),
  );
});
