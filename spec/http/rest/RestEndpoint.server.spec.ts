import type { RequestContext } from '../../../src/data/endpoint/RequestContext.ts';
import { runEndpoint } from '../../../src/kernel/requests/runEndpoint.ts';
import { AnswerError } from '../../../src/http/rest/AnswerError.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import type { RestOptions } from '../../../src/http/rest/RestOptions.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { startTestServer, testServer } from './testServer.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const server = testServer();
let urlPrefix: string;
beforeAll(() => {
  urlPrefix = server.origin;
});

/** Sets all further responses of the server. */
function answers(status: number, type: string | undefined, body?: string | Uint8Array): void {
  server.answer = (response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
  };
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`resolved to ${String(value)}`);
    },
    (error: unknown) => error,
  );

const contextOf = (signal: AbortSignal, fetch = globalThis.fetch): RequestContext => ({
  signal,
  fetch,
  key: 'k',
  attempt: 1,
  headers: {},
});

describe('a request', () => {
  it('without a body has its method and none of our headers', async () => {
    answers(200, 'application/json', '{}');
    await new RestEndpoint({ path: '/users/:id', urlPrefix })({ id: 'a b' });
    const [{ method, url, headers, body }] = server.requests;
    expect([method, url, body]).toEqual(['GET', '/users/a%20b', '']);
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers.accept).toBe('*/*');
  });

  it.each<[string, unknown, string]>([
    ['objects', { name: 'Ann' }, '{"name":"Ann"}'],
    ['arrays', [{ id: 1 }, { id: 2 }], '[{"id":1},{"id":2}]'],
    ['entities', User.fromJS({ id: '1' }), '{"id":"1","name":""}'],
    ['numbers', 5, '5'],
    ['booleans', false, 'false'],
  ])('sends %s as JSON', async (_, body, text) => {
    answers(201, 'application/json', '{}');
    await new RestEndpoint({ path: '/users', method: 'POST', urlPrefix })(body);
    expect(server.requests[0].headers['content-type']).toBe('application/json');
    expect(server.requests[0].body).toBe(text);
  });

  const form = new FormData();
  form.append('name', 'Ann');
  it.each<[string, BodyInit, RegExp, RegExp]>([
    ['text', 'plain', /^text\/plain/, /^plain$/],
    ['URLSearchParams', new URLSearchParams('a=1'), /^application\/x-www-form-urlencoded/, /^a=1$/],
    ['FormData', form, /^multipart\/form-data; boundary/, /name="name"\r\n\r\nAnn/],
    ['blobs', new Blob(['{}'], { type: 'image/x' }), /^image\/x$/, /^\{\}$/],
  ])('passes %s on, and the platform sets their type', async (_, body, type, text) => {
    answers(201, 'application/json', '{}');
    await new RestEndpoint({ path: '/users', method: 'POST', urlPrefix })(body);
    expect(server.requests[0].headers['content-type']).toMatch(type);
    expect(server.requests[0].body).toMatch(text);
  });

  it('sends buffers and streams unchanged', async () => {
    answers(201, 'application/json', '{}');
    const send = new RestEndpoint({ path: '/files', method: 'PUT', urlPrefix });
    await send(new TextEncoder().encode('bytes'));
    await send(new Blob(['stream']).stream());
    expect(server.requests.map(({ body }) => body)).toEqual(['bytes', 'stream']);
    expect(server.requests[0].headers).not.toHaveProperty('content-type');
  });

  it('passes the headers of requestInit through getHeaders', async () => {
    answers(200, 'application/json', '{}');
    class WithToken<O extends RestOptions> extends RestEndpoint<O> {
      override async getHeaders(headers: Record<string, string>) {
        await Promise.resolve();
        return { ...headers, Authorization: 'Bearer t', 'X-Given': `${headers['x-given']}!` };
      }
    }
    const endpoint = new WithToken({
      path: '/users',
      method: 'POST',
      urlPrefix,
      requestInit: { headers: { 'X-Given': 'yes', 'Content-Type': 'application/vnd.api+json' } },
    });
    await endpoint({ a: 1 });
    expect(server.requests[0].headers).toMatchObject({
      authorization: 'Bearer t',
      'x-given': 'yes!',
      'content-type': 'application/vnd.api+json',
    });
  });

  it.each([undefined, null])('omits a header whose value is %s', async (value) => {
    answers(200, 'application/json', '{}');
    // Untyped programs may pass a token that is not loaded yet.
    const absent = value as unknown as string;
    const endpoint = new RestEndpoint({
      path: '/users',
      urlPrefix,
      requestInit: { headers: { 'x-given': absent } },
      getHeaders: (headers) => ({ ...headers, authorization: absent }),
    });
    await endpoint();
    expect(Object.keys(server.requests[0].headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/x-given|authorization/)]),
    );
  });

  it('is not sent if JSON cannot represent the body', async () => {
    const send = new RestEndpoint({ path: '/users', method: 'POST', urlPrefix });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const body of [cyclic, { n: 1n }, () => 1]) {
      expect(await errorOf(send(body))).toMatchObject({ code: 'SB_BODY_UNSUPPORTED' });
    }
    expect(server.requests).toEqual([]);
  });

  it('uses the fetch of the store, else the global one at the time of the call', async () => {
    answers(200, 'application/json', '1');
    const endpoint = new RestEndpoint({ path: '/one', urlPrefix });
    const fetch = jest.fn(globalThis.fetch);
    const { signal } = new AbortController();
    await expect(runEndpoint(endpoint, [], contextOf(signal, fetch))).resolves.toBe(1);
    expect(fetch).toHaveBeenCalledTimes(1);
    const spy = jest.spyOn(globalThis, 'fetch');
    await endpoint();
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });
});

describe('a response', () => {
  const plain = () => new RestEndpoint({ path: '/thing', urlPrefix })();
  const typed = () => new RestEndpoint({ path: '/thing', urlPrefix, schema: User })();

  it.each(['application/json', 'application/json; charset=utf-8', 'application/hal+json'])(
    'of type %s is parsed',
    async (type) => {
      answers(200, type, '{"id":"1"}');
      expect(await plain()).toEqual({ id: '1' });
      expect(await typed()).toEqual({ id: '1' });
    },
  );

  it('may start with a byte order mark', async () => {
    answers(200, 'application/json', '\uFEFF{"id":"1"}');
    expect(await typed()).toEqual({ id: '1' });
  });

  it('keeps the last of duplicate members', async () => {
    answers(200, 'application/json', '{"id":"1","id":"2"}');
    expect(await plain()).toEqual({ id: '2' });
  });

  it.each(['text/plain', 'text/html', 'application/xml', undefined])(
    'of type %s is text without a schema',
    async (type) => {
      answers(200, type, '<p>hello</p>');
      expect(await plain()).toBe('<p>hello</p>');
    },
  );

  it.each([
    'application/octet-stream',
    'image/png',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])('of type %s is a Blob without a schema', async (type) => {
    const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0xff]);
    answers(200, type, bytes);
    const blob = (await plain()) as Blob;
    expect(blob.type).toBe(type);
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
  });

  it.each<[NonNullable<RestOptions['content']>, (value: never) => unknown, unknown]>([
    ['json', (value: unknown) => value, { a: 1 }],
    ['text', (value: unknown) => value, '{"a":1}'],
    ['blob', (value: Blob) => value.text(), '{"a":1}'],
    ['arrayBuffer', (value: ArrayBuffer) => new TextDecoder().decode(value), '{"a":1}'],
    ['stream', (value: ReadableStream) => new Response(value).text(), '{"a":1}'],
  ])('is read as content %s, whatever its type', async (content, open, expected) => {
    for (const type of ['text/plain', 'image/png', 'application/json', undefined]) {
      answers(200, type, '{"a":1}');
      const value = await new RestEndpoint({ path: '/thing', urlPrefix, content })();
      expect(await open(value as never)).toEqual(expected);
    }
  });

  it.each([204, 205])('with status %d is null', async (status) => {
    answers(status, undefined);
    expect(await plain()).toBeNull();
  });

  it.each(['application/json', 'text/plain', 'image/png', undefined])(
    'of type %s without a body is null',
    async (type) => {
      answers(200, type, '');
      expect(await plain()).toBeNull();
    },
  );

  it('to HEAD is null', async () => {
    answers(200, 'application/json', undefined);
    expect(await new RestEndpoint({ path: '/thing', method: 'HEAD', urlPrefix })()).toBeNull();
  });

  it('with status 304 is an error for a read, with or without schema, and null for a mutation', async () => {
    answers(304, undefined);
    for (const read of [plain, typed]) {
      expect(await errorOf(read())).toMatchObject({ code: 'SB_ANSWER_EMPTY', status: 304 });
    }
    expect(await new RestEndpoint({ path: '/thing', method: 'PUT', urlPrefix })()).toBeNull();
  });

  it.each([
    [204, undefined],
    [200, 'application/json'],
    [200, undefined],
    [200, 'image/png'],
  ])('that is empty (%d, %s) is an error if the schema needs data', async (status, type) => {
    answers(status, type, '');
    const error = await errorOf(typed());
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ code: 'SB_ANSWER_EMPTY', status, url: `${urlPrefix}/thing` });
  });

  it.each([
    [204, undefined, ''],
    [200, 'application/json', 'null'],
  ])(
    'that is empty (%d, %s) is read as null if process returns null',
    async (status, type, text) => {
      answers(status, type, text);
      const latest = new RestEndpoint({
        path: '/latest',
        urlPrefix,
        schema: User,
        process: (value: unknown) => value ?? null,
      });
      const store = createStore();
      expect(await store.fetch(latest)).toBeNull();
      expect(store.getState(latest)).toMatchObject({
        status: 'valid',
        data: null,
        error: undefined,
      });
      answers(200, 'application/json', '{"id":"5"}');
      expect(await store.fetch(latest)).toEqual(User.fromJS({ id: '5' }));
      store.setResponse(latest, null);
      expect(store.getState(latest).data).toBeNull();
      store.dispose();
    },
  );

  it('that is empty is passed to an overridden process', async () => {
    answers(204, undefined);
    const process = jest.fn((value: unknown, { id }: { id: string }) => ({ id, value }));
    const endpoint = new RestEndpoint({
      path: '/users/:id',
      urlPrefix,
      schema: User,
      process: process as (value: unknown, ...args: unknown[]) => unknown,
    });
    expect(await endpoint({ id: '1' })).toEqual({ id: '1', value: null });
  });

  it.each(['DELETE', 'PUT', 'POST'])('to %s may be empty', async (method) => {
    const mutation = new RestEndpoint({ path: '/users/:id', method, urlPrefix, schema: User });
    answers(204, undefined);
    expect(await mutation({ id: '1' })).toBeNull();
    answers(200, 'application/json', '');
    expect(await mutation({ id: '1' })).toBeNull();
  });

  it.each([
    ['a page', 'text/html', '<!doctype html><p>Log in', 'looks like a page'],
    ['JSON under a wrong type', 'text/plain', '{"id":"1"}', "set content to 'json'"],
    ['text', 'text/plain', 'hello', 'the schema needs JSON'],
    ['something without a type', undefined, 'hello', 'no content type'],
  ])('that is %s is an error if the schema needs data', async (_, type, body, words) => {
    answers(200, type, body + ' '.repeat(400));
    const error = (await errorOf(typed())) as AnswerError;
    expect(error).toMatchObject({ code: 'SB_CONTENT_TYPE', status: 200, contentType: type ?? '' });
    expect(error.text).toHaveLength(300);
    expect(error.text.startsWith(body)).toBe(true);
    expect(error.message).toContain(words);
    expect(error.message).toContain(`"${urlPrefix}/thing": GET `);
  });

  it('that is binary is an error if the schema needs data', async () => {
    answers(200, 'image/png', new Uint8Array([1]));
    expect(await errorOf(typed())).toMatchObject({ code: 'SB_CONTENT_TYPE', text: '' });
  });

  it.each(['{"id": "1"', '<p>', 'undefined'])(
    'of type JSON with the body %s is an error',
    async (body) => {
      answers(200, 'application/json', body);
      const error = await errorOf(plain());
      expect(error).toMatchObject({
        code: 'SB_JSON_MALFORMED',
        status: 200,
        contentType: 'application/json',
        text: body,
      });
      expect(error).not.toHaveProperty('cause');
    },
  );

  it('is parsed even if it is deeply nested', async () => {
    answers(200, 'application/json', '['.repeat(100_000) + ']'.repeat(100_000));
    expect(Array.isArray(await plain())).toBe(true);
  });
});

describe('a response that is not OK', () => {
  const get = () => new RestEndpoint({ path: '/users/:id', urlPrefix, schema: User })({ id: '1' });

  it('is a NetworkError with status, text, method, URL and the response itself', async () => {
    answers(404, 'application/problem+json', '{"title":"Not here"}');
    const error = (await errorOf(get())) as NetworkError;
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      name: 'NetworkError',
      code: 'SB_NETWORK',
      status: 404,
      statusText: 'Not Found',
      method: 'GET',
      url: `${urlPrefix}/users/1`,
      body: { title: 'Not here' },
    });
    expect(error.response?.status).toBe(404);
    expect(error.message).toContain(`${urlPrefix}/users/:id`);
  });

  it('keeps the first 300 characters of a body that is not JSON', async () => {
    answers(500, 'text/html', 'x'.repeat(1000));
    expect(((await errorOf(get())) as NetworkError).body).toBe('x'.repeat(300));
    answers(500, 'application/json', '{"half');
    expect(((await errorOf(get())) as NetworkError).body).toBe('{"half');
  });

  it('has no body if it is missing or binary', async () => {
    answers(500, undefined);
    expect(await errorOf(get())).toMatchObject({ status: 500, body: undefined });
    answers(500, 'image/png', new Uint8Array([1]));
    expect(await errorOf(get())).toMatchObject({ status: 500, body: undefined });
  });

  it('keeps its status if its body breaks off', async () => {
    server.answer = (response) => {
      response.writeHead(502, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"a"', () => response.destroy());
    };
    expect(await errorOf(get())).toMatchObject({ status: 502, body: undefined });
  });
});

describe('a request that fails on the way', () => {
  it('is a NetworkError with status 0 and the cause if the port is closed', async () => {
    const gone = await startTestServer();
    await gone.close();
    const error = await errorOf(new RestEndpoint({ path: '/x', urlPrefix: gone.origin })());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ status: 0, url: `${gone.origin}/x`, response: undefined });
    expect((error as Error).cause).toHaveProperty('name', 'TypeError');
  });

  it('is a NetworkError if the body breaks off', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"a"', () => response.destroy());
    };
    const error = await errorOf(new RestEndpoint({ path: '/x', urlPrefix })());
    expect(error).toMatchObject({ code: 'SB_NETWORK', status: 0 });
  });

  it('rejects with errors of the library unchanged', async () => {
    const inner = new NetworkError({ endpoint: 'e', method: 'GET', url: '/', status: 503 });
    const { signal } = new AbortController();
    const context = contextOf(signal, () => Promise.reject(inner));
    const endpoint = new RestEndpoint({ path: '/x', urlPrefix });
    expect(await errorOf(runEndpoint(endpoint, [], context) as Promise<unknown>)).toBe(inner);
  });
});

describe('an aborted request', () => {
  const hang = () => {
    server.answer = () => {};
  };
  const manual = () => {
    const controller = new AbortController();
    return {
      signal: controller.signal,
      abort: (reason?: unknown) => controller.abort(reason),
    };
  };
  const start = (signal: AbortSignal, options: object = {}) => {
    const endpoint = new RestEndpoint({ path: '/slow', urlPrefix, ...options });
    return errorOf(runEndpoint(endpoint, [], contextOf(signal)) as Promise<unknown>);
  };
  const arrived = async () => {
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('rejects with the AbortError unchanged', async () => {
    hang();
    const controller = new AbortController();
    const failed = start(controller.signal);
    await arrived();
    controller.abort();
    expect(await failed).toBe(controller.signal.reason);
    expect(await failed).toHaveProperty('name', 'AbortError');
  });

  it('rejects with the reason of the abort', async () => {
    hang();
    const controller = new AbortController();
    const failed = start(controller.signal);
    await arrived();
    const reason = new Error('gave up');
    controller.abort(reason);
    expect(await failed).toBe(reason);
  });

  it('may be aborted by a signal in requestInit', async () => {
    hang();
    const user = new AbortController();
    const { signal } = new AbortController();
    const failed = start(signal, { requestInit: { signal: user.signal } });
    await arrived();
    user.abort();
    expect(await failed).toHaveProperty('name', 'AbortError');
  });

  it('is aborted by the signal of an endpoint that is called directly', async () => {
    hang();
    const { signal, abort } = manual();
    const failed = errorOf(new RestEndpoint({ path: '/slow', urlPrefix, signal })());
    await arrived();
    abort();
    expect(await failed).toHaveProperty('name', 'AbortError');
  });

  it('is not aborted by the signal of the endpoint if a store sends it: other callers may share it', async () => {
    hang();
    const { signal, abort } = manual();
    const context = manual();
    const failed = start(context.signal, { signal });
    await arrived();
    abort();
    const reason = new Error('by the store');
    context.abort(reason);
    expect(await failed).toBe(reason);
  });

  it('is not sent if the signal is already aborted', async () => {
    expect(await start(AbortSignal.abort())).toHaveProperty('name', 'AbortError');
    expect(server.requests).toEqual([]);
  });

  it('rejects while the body is being read', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[1');
    };
    const controller = new AbortController();
    let onHead = () => {};
    const head = new Promise<void>((resolve) => {
      onHead = resolve;
    });
    const context = contextOf(controller.signal, async (...args) => {
      const response = await fetch(...args);
      onHead();
      return response;
    });
    const endpoint = new RestEndpoint({ path: '/slow', urlPrefix });
    const failed = errorOf(runEndpoint(endpoint, [], context) as Promise<unknown>);
    await head;
    controller.abort();
    expect(await failed).toHaveProperty('name', 'AbortError');
  });
});
