import type { ServerResponse } from 'node:http';
import { createStore, Entity, RestEndpoint, schema, type Store } from 'streambed';
import { testServer } from '../http/rest/testServer.ts';
import { codeOf } from './support/codeOf.ts';
import { storeHash } from './support/storeHash.ts';

class User extends Entity {
  id: string | bigint = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
let store: Store;
let getUser: RestEndpoint<{ path: '/users/:id'; schema: typeof User }>;
let getUsers: RestEndpoint<{ path: '/users'; schema: (typeof User)[] }>;

beforeAll(() => {
  getUser = new RestEndpoint({ path: '/users/:id', schema: User, urlPrefix: server.origin });
  getUsers = new RestEndpoint({ path: '/users', schema: [User], urlPrefix: server.origin });
});
beforeEach(() => {
  store = createStore();
  store.set(User, { id: 'known', name: 'Known' });
});
afterEach(() => store.dispose());

function answers(status: number, type: string | undefined, body?: string | Uint8Array): void {
  server.answer = (response) =>
    void response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
}

const json = (text: string | Uint8Array) => answers(200, 'application/json', text);

describe('A6 integers that JSON numbers cannot hold', () => {
  const rows = '[{"id":9007199254740993,"name":"a"},{"id":9007199254740992,"name":"b"}]';

  it('A6 stay distinct as texts and as bigints if the endpoint parses the text itself', async () => {
    json(rows);
    const quoted = (text: string) => text.replace(/:\s*(\d{16,})/g, ':"$1"');
    const texts = getUsers.extend({
      content: 'text',
      process: (text: string) => JSON.parse(quoted(text)) as object,
    });
    expect((await store.fetch(texts)).map(({ name }) => name)).toEqual(['a', 'b']);
    const bigints = texts.extend({
      process: (text: string) =>
        (JSON.parse(quoted(text)) as { id: string }[]).map((row) => ({
          ...row,
          id: BigInt(row.id),
        })),
    });
    const read = await store.fetch(bigints);
    expect(read.map(({ id }) => id)).toEqual([9007199254740993n, 9007199254740992n]);
    expect(store.get(User, '9007199254740993')?.name).toBe('a');
    expect(store.stats().entities).toBe(3);
  });

  it('A6 are rounded by JSON.parse otherwise: a documented limit', async () => {
    json(rows);
    expect((await store.fetch(getUsers)).map(({ name }) => name)).toEqual(['b', 'b']);
  });
});

describe('A11 a response of another shape', () => {
  const shapes = ['[{"id":"known"}]', '"known"', '7', 'true', 'null', '{}', '{"known":{}}'];
  const lists = ['{"message":"no"}', '"known"', '7', 'true', 'null', '[[]]', '[7.5e999]'];

  it.each([
    ...shapes.map((body) => ['an entity', body, () => getUser.extend({})] as const),
    ...lists.slice(0, 5).map((body) => ['a list', body, () => getUsers.extend({})] as const),
    ['a page', '[]', () => getUsers.extend({ schema: { results: [User] } })] as const,
    ['a map', '[]', () => getUsers.extend({ schema: new schema.Values(User) })] as const,
    [
      'a union',
      '[]',
      () => getUsers.extend({ schema: new schema.Union({ a: User }, 'name') }),
    ] as const,
  ])(
    'A11 in place of %s is rejected and named, and the previous value stays: %s',
    async (_, body, make) => {
      const endpoint = make() as unknown as typeof getUser;
      const args = [{ id: 'known' }] as const;
      const before = storeHash(store);
      json(body);
      const error = await store.fetch(endpoint, ...args).catch((reason: unknown) => reason);
      expect(['SB_ANSWER_SHAPE', 'SB_PK_MISSING', 'SB_ANSWER_EMPTY']).toContain(
        (error as { code?: string }).code,
      );
      expect((error as Error).message).toContain('at $');
      expect(storeHash(store)).toEqual(before);
      expect(store.get(User, 'known')?.name).toBe('Known');
    },
  );
});

describe('A12 a response without a body', () => {
  const empties: [title: string, answer: () => void][] = [
    ['204', () => answers(204, undefined)],
    ['205', () => answers(205, undefined)],
    ['an empty 200', () => answers(200, 'application/json', '')],
    ['an empty 200 without a type', () => answers(200, undefined, '')],
    ['white space', () => json(' \n')],
  ];

  it.each(empties)('A12 is SB_ANSWER_EMPTY if a schema needs data: %s', async (_, answer) => {
    answer();
    expect(await codeOf(() => store.fetch(getUser, { id: '1' }))).toBe('SB_ANSWER_EMPTY');
    expect(store.getState(getUser, { id: '1' }).data).toBeUndefined();
  });

  it.each(empties)(
    'A12 is null without a schema and for mutations, and a removal for DELETE: %s',
    async (_, answer) => {
      answer();
      expect(await store.fetch(getUser.extend({ schema: undefined }), { id: '1' })).toBeNull();
      const update = getUser.extend({ method: 'PUT', body: undefined });
      expect((await store.fetch(update, { id: '1' })) ?? null).toBeNull();
      const remove = getUser.extend({ method: 'DELETE', schema: new schema.Invalidate(User) });
      await store.fetch(remove, { id: 'known' });
      expect(store.get(User, 'known')).toBeUndefined();
    },
  );

  it('A12 is null for HEAD, whatever its headers say', async () => {
    json('');
    const head = getUser.extend({ schema: undefined, method: 'HEAD', sideEffect: undefined });
    expect(await store.fetch(head, { id: '1' })).toBeNull();
  });
});

describe('A13 a response that is not JSON', () => {
  const page = `<!doctype html><title>Log in</title>${'x'.repeat(1_000)}`;

  it.each([
    ['text/html', page],
    ['text/plain', 'busy'],
    ['text/plain', '{"id":"1"}'],
    ['application/xml', '<id>1</id>'],
    ['application/octet-stream', 'bytes'],
    [undefined, 'busy'],
  ])(
    'A13 is a typed error with status, type and excerpt, and stores no data: %s',
    async (type, body) => {
      answers(200, type, body);
      const before = storeHash(store)[0];
      const error: unknown = await store
        .fetch(getUser, { id: '1' })
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'SB_CONTENT_TYPE',
        status: 200,
        contentType: type ?? '',
      });
      const { text } = error as { text: string };
      expect(text).toBe(type === 'application/octet-stream' ? '' : body.slice(0, 300));
      expect(store.getState(getUser, { id: '1' }).data).toBeUndefined();
      expect(store.entities$.getValue()).toBe(before);
    },
  );

  it('A13 with a wrong content type is read if the endpoint sets its content', async () => {
    answers(200, 'text/plain', '{"id":"1","name":"Ann"}');
    const lenient = getUser.extend({ content: 'json' });
    expect((await store.fetch(lenient, { id: '1' })).name).toBe('Ann');
  });

  it('A13 of a failed request keeps its status; JSON of any kind is parsed', async () => {
    answers(409, 'application/problem+json', '{"title":"taken"}');
    const failure = () => store.fetch(getUser, { id: '1' }).catch((reason: unknown) => reason);
    expect(await failure()).toMatchObject({ status: 409, body: { title: 'taken' } });
    answers(502, 'text/html', page);
    expect(await failure()).toMatchObject({ status: 502, body: page.slice(0, 300) });
    answers(500, 'application/json', '{"broken');
    expect(await failure()).toMatchObject({ status: 500, body: '{"broken' });
  });
});

describe('A14 a malformed body', () => {
  it('A14 that is cut off on the way is a network failure with status 0', async () => {
    server.answer = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":"1"');
      setImmediate(() => response.destroy());
    };
    const error: unknown = await store
      .fetch(getUser, { id: '1' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SB_NETWORK', status: 0 });
    expect(store.getState(getUser, { id: '1' }).data).toBeUndefined();
  });

  it.each(['{"id":"1"', '{"id":"1"}}', "{'id':1}", 'undefined', '{"id":NaN}', '\u0000'])(
    'A14 is SB_JSON_MALFORMED: %j',
    async (body) => {
      json(body);
      expect(await codeOf(() => store.fetch(getUser, { id: '1' }))).toBe('SB_JSON_MALFORMED');
    },
  );

  it('A14 may begin with a byte order mark; of duplicate names the last one counts', async () => {
    json('\uFEFF{"id":"1","name":"first","name":"last"}');
    expect((await store.fetch(getUser, { id: '1' })).name).toBe('last');
  });

  it('A14 shows bytes that are no UTF-8 as U+FFFD inside texts, and is malformed elsewhere', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    json(bytes('{"id":"1","name":"\xff"}'));
    expect((await store.fetch(getUser, { id: '1' })).name).toBe('\uFFFD');
    json(bytes('{"id":\xff"1"}'));
    expect(await codeOf(() => store.fetch(getUser, { id: '1' }))).toBe('SB_JSON_MALFORMED');
  });
});
