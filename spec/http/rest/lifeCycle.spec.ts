import { createStore, Entity, RestEndpoint, type RestOptions } from 'streambed';
import { testServer } from './testServer.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
beforeEach(() => {
  server.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'x-page': '7' })
      .end('{"user":{"id":"1","name":"Ann"}}');
});

/** Every step of a call, each with its own mark. */
const steps = {
  searchToString: (params: object) => `v=${Object.keys(params).join('+')}`,
  getHeaders: (headers: object) => ({ ...headers, 'X-Mark': 'set' }),
  process: (value: unknown) => (value as { user: unknown }).user,
} satisfies Partial<RestOptions>;

class Steps<O extends RestOptions> extends RestEndpoint<O> {
  readonly log: string[] = [];

  override url(...args: Parameters<RestEndpoint['url']>): string {
    return super.url(...(args as never));
  }
  override searchToString(params: Readonly<Record<string, unknown>>): string {
    return `v=${Object.keys(params).join('+')}`;
  }
  override async getHeaders(headers: Readonly<Record<string, string>>) {
    this.log.push('getHeaders');
    return { ...headers, 'X-Mark': await Promise.resolve('set') };
  }
  override async getRequestInit(body?: unknown): Promise<RequestInit> {
    this.log.push('getRequestInit');
    return { ...(await super.getRequestInit(body)), keepalive: true };
  }
  override async fetchResponse(url: string, init: RequestInit): Promise<Response> {
    this.log.push(`fetchResponse ${init.keepalive}`);
    return super.fetchResponse(url, init);
  }
  override async parseResponse(response: Response, url?: string): Promise<unknown> {
    this.log.push(`parseResponse ${response.headers.get('x-page')}`);
    return super.parseResponse(response, url);
  }
  override process(value: unknown, ...args: unknown[]): unknown {
    this.log.push(`process ${JSON.stringify(args)}`);
    return steps.process(super.process(value, ...(args as never)));
  }
}

describe('the life cycle of a call', () => {
  const path: string = '/users/:id';
  const options = { path, schema: User };

  it.each<[string, () => (params: Record<string, unknown>) => Promise<unknown>]>([
    ['options', () => new RestEndpoint({ ...options, urlPrefix: server.origin, ...steps })],
    ['extend', () => new RestEndpoint(options).extend({ urlPrefix: server.origin }).extend(steps)],
    ['a class', () => new Steps({ ...options, urlPrefix: server.origin })],
    ['a variant of a class', () => new Steps(options).extend({ urlPrefix: server.origin })],
  ])('can be overridden by %s', async (_, make) => {
    expect(await make()({ id: 1, a: 1, b: 2 })).toEqual({ id: '1', name: 'Ann' });
    const [{ url, headers }] = server.requests;
    expect([url, headers['x-mark']]).toEqual(['/users/1?v=a+b', 'set']);
  });

  it('calls the methods in order, with the body and the arguments', async () => {
    const endpoint = new Steps({
      path: '/users/:id',
      method: 'PUT',
      urlPrefix: server.origin,
      schema: User,
    });
    const store = createStore();
    expect(await store.fetch(endpoint, { id: 1 }, { name: 'x' })).toBeInstanceOf(User);
    store.dispose();
    expect(endpoint.log).toEqual([
      'getRequestInit',
      'getHeaders',
      'fetchResponse true',
      'parseResponse 7',
      'process [{"id":1},{"name":"x"}]',
    ]);
    expect(server.requests).toMatchObject([{ method: 'PUT', body: '{"name":"x"}' }]);
  });

  it('may be replaced as a whole, and the replacement may call the original', async () => {
    const base = new RestEndpoint({ path: '/users/:id', urlPrefix: server.origin });
    const logged: string[] = [];
    const logging = base.extend({
      async fetch(params: { id: string | number }) {
        logged.push(this.key(params));
        return base.fetch.call(this, params);
      },
    });
    expect(await logging({ id: 5 })).toEqual({ user: { id: '1', name: 'Ann' } });
    expect(logged).toEqual([`GET ${server.origin}/users/5`]);
  });

  it('ends with the error of a step, before anything is stored', async () => {
    const failure = new Error('own');
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const store = createStore();
    for (const step of ['getHeaders', 'fetchResponse', 'parseResponse', 'process'] as const) {
      const endpoint = new RestEndpoint({
        path: '/users/:id',
        urlPrefix: server.origin,
        schema: User,
        [step]: () => {
          throw failure;
        },
      });
      await expect(store.fetch(endpoint as unknown as typeof getUser, { id: 1 })).rejects.toBe(
        failure,
      );
    }
    expect(store.get(User, '1')).toBeUndefined();
    store.dispose();
  });

  it.each(['json', 'text', 'blob', 'arrayBuffer', 'stream'] as const)(
    'resolves to null for 204 and 205 with content %s',
    async (content) => {
      for (const status of [204, 205]) {
        server.answer = (response) => response.writeHead(status).end();
        const endpoint = new RestEndpoint({ path: '/x', urlPrefix: server.origin, content });
        expect(await endpoint()).toBeNull();
      }
    },
  );
});
