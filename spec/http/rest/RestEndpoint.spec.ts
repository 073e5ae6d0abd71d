import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { NetworkError } from '../../../src/http/rest/NetworkError.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import type { RestOptions } from '../../../src/http/rest/RestOptions.ts';
import { codeOf } from '../../data/endpoint/codeOf.ts';

/** A path of type string accepts any parameters. */
const anyPath = (path: string): string => path;

describe('RestEndpoint', () => {
  it('is a function, an Endpoint and an instance of its class', () => {
    class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {}
    const endpoint = new ApiEndpoint({ path: '/users/:id' });
    expect(typeof endpoint).toBe('function');
    for (const base of [ApiEndpoint, RestEndpoint, Endpoint, Function]) {
      expect(endpoint.extend({ method: 'PUT' })).toBeInstanceOf(base);
    }
  });

  it('takes its name from its path, unless it has one', () => {
    const endpoint = new RestEndpoint({ path: '/users/:id', urlPrefix: '/api' });
    expect(endpoint.name).toBe('/api/users/:id');
    expect(endpoint.extend({ path: '/people/:id' }).name).toBe('/api/people/:id');
    expect(endpoint.extend({ name: 'getUser' }).extend({ path: '/x' }).name).toBe('getUser');
  });

  it('omits the user info of its prefix from its name, because messages contain it', () => {
    const { name } = new RestEndpoint({ path: '/@me', urlPrefix: 'https://ann:secret@api.test' });
    expect(name).toBe('https://api.test/@me');
  });

  it('refuses an invalid path in the constructor and in extend', () => {
    expect(codeOf(() => new RestEndpoint({ path: '/users/:' }))).toBe('SB_PATH_INVALID');
    const endpoint = new RestEndpoint({ path: '/users' });
    expect(codeOf(() => endpoint.extend({ path: '/users/{' }))).toBe('SB_PATH_INVALID');
  });

  it('checks its durations as every endpoint does', () => {
    const make = () => new RestEndpoint({ path: '/users', dataExpiryLength: NaN });
    expect(codeOf(make)).toBe('SB_OPTION_INVALID');
    expect(make).toThrow('Endpoint "/users"');
  });

  it('accepts class fields and methods instead of options, even if they are compiled to assignments', () => {
    class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {
      override urlPrefix = 'https://api.example.com';
      override searchToString() {
        return 'v=2';
      }
    }
    class Assigned<O extends RestOptions> extends RestEndpoint<O> {
      constructor(options: O) {
        super(options);
        Object.assign(this, { urlPrefix: '/a', method: 'PUT', sideEffect: undefined, name: 'n' });
      }
    }
    expect(new ApiEndpoint({ path: '/users' }).key()).toBe('GET https://api.example.com/users?v=2');
    const assigned = new Assigned({ path: '/users' });
    expect([assigned.key(), assigned.name, assigned.sideEffect]).toEqual([
      'PUT /a/users',
      'n',
      undefined,
    ]);
  });

  it('keeps what the class provides if an option is undefined', () => {
    const options = {
      path: '/users',
      method: undefined,
      urlPrefix: undefined,
      getHeaders: undefined,
    };
    const endpoint = new RestEndpoint(options);
    expect(endpoint.key()).toBe('GET /users');
    expect(endpoint.getHeaders({ a: '1' })).toEqual({ a: '1' });
  });

  it('calls a getter for its prefix at every call', () => {
    let tenant = 'a';
    const endpoint = new RestEndpoint({
      path: '/users',
      get urlPrefix() {
        return `https://${tenant}.example.com`;
      },
    });
    expect(endpoint.url()).toBe('https://a.example.com/users');
    tenant = 'b';
    expect(endpoint.extend({ method: 'POST' }).url()).toBe('https://b.example.com/users');
  });
});

describe('method and side effect', () => {
  it.each<[Partial<RestOptions>, string, boolean | undefined]>([
    [{}, 'GET', undefined],
    [{ sideEffect: true }, 'POST', true],
    [{ body: {} }, 'POST', true],
    [{ body: undefined }, 'GET', undefined],
    [{ method: 'DELETE' }, 'DELETE', true],
    [{ method: 'POST', sideEffect: undefined }, 'POST', undefined],
    [{ method: 'POST', sideEffect: false }, 'POST', false],
    [{ method: 'GET', sideEffect: true }, 'GET', true],
  ])('of %j are %s and %s', (options, method, sideEffect) => {
    const endpoint = new RestEndpoint({ path: '/users', ...options });
    expect([endpoint.method, endpoint.sideEffect]).toEqual([method, sideEffect]);
  });

  it('follow the method from extend', () => {
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: undefined });
    expect(search.extend({ dataExpiryLength: 5 }).sideEffect).toBeUndefined();
    expect(search.extend({ method: 'PUT' }).sideEffect).toBe(true);
    const mutation = new RestEndpoint({ path: '/users', sideEffect: true });
    expect(mutation.extend({ method: 'GET' }).sideEffect).toBeUndefined();
    expect(mutation.extend({ method: 'GET', sideEffect: true }).sideEffect).toBe(true);
  });

  it('follow a body from extend if no method is given', () => {
    const get = new RestEndpoint({ path: '/users' });
    expect(get.extend({ body: {} }).method).toBe('POST');
    expect(get.extend({ method: 'GET' }).extend({ body: {} }).method).toBe('GET');
  });

  it('may be getters of a subclass', () => {
    class Sub<O extends RestOptions> extends RestEndpoint<O> {
      override get sideEffect() {
        return super.sideEffect;
      }
    }
    expect(new Sub({ path: '/users', method: 'PUT' }).sideEffect).toBe(true);
  });
});

describe('the arguments of a call', () => {
  const bodyOf = async (options: RestOptions, ...args: unknown[]): Promise<unknown[]> => {
    const fetch = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response(null, { status: 204 }));
    await new RestEndpoint(options)(...(args as []));
    const [[url, init]] = fetch.mock.calls;
    fetch.mockRestore();
    return [url, init?.body];
  };

  it.each<[string, RestOptions, unknown[], unknown[]]>([
    ['params of a GET', { path: '/u/:id' }, [{ id: 1, q: 2 }], ['/u/1?q=2', undefined]],
    ['params of a DELETE', { path: '/u', method: 'DELETE' }, [{ q: 2 }], ['/u?q=2', undefined]],
    ['body of a POST', { path: '/u', method: 'POST' }, [{ q: 2 }], ['/u', '{"q":2}']],
    [
      'body where groups are optional',
      { path: '/u{/:id}', method: 'POST' },
      [{ id: 2 }],
      ['/u', '{"id":2}'],
    ],
    [
      'params and body',
      { path: '/u{/:id}', method: 'POST' },
      [{ id: 1 }, { a: 2 }],
      ['/u/1', '{"a":2}'],
    ],
    [
      'params where the path needs them',
      { path: '/u/:id', method: 'POST' },
      [{ id: 1 }],
      ['/u/1', undefined],
    ],
    [
      'params where there is no body',
      { path: '/u', method: 'POST', body: undefined },
      [{ q: 1 }],
      ['/u?q=1', undefined],
    ],
    ['neither', { path: '/u', method: 'POST' }, [], ['/u', undefined]],
    [
      'search params beside a body',
      { path: '/u', method: 'POST' },
      [{ q: 1 }, [1]],
      ['/u?q=1', '[1]'],
    ],
    ['a body of null as none', { path: '/u', method: 'POST' }, [null], ['/u', undefined]],
    [
      'members of class instances',
      { path: '/u/:id' },
      [
        new (class {
          id = 7;
        })(),
      ],
      ['/u/7', undefined],
    ],
  ])('are %s', async (_, options, args, expected) => {
    await expect(bodyOf(options, ...args)).resolves.toEqual(expected);
  });

  it('are passed to process after the value', async () => {
    const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ a: 1 }));
    const process = jest.fn((value: unknown, ...args: unknown[]) => [value, ...args]);
    const endpoint = new RestEndpoint({ path: '/u/:id', method: 'PUT', process });
    await expect(endpoint({ id: 1 }, 'x')).resolves.toEqual([{ a: 1 }, { id: 1 }, 'x']);
    fetch.mockRestore();
  });

  it('must be an object or nothing', () => {
    const get = new RestEndpoint({ path: anyPath('/u') });
    for (const params of ['1', 1, [1], new Map(), new URLSearchParams('a=1'), new FormData()]) {
      expect(codeOf(() => get.key(params as never))).toBe('SB_KEY_UNSUPPORTED');
    }
    expect(get.key(undefined)).toBe('GET /u');
  });
});

describe('the URL of an endpoint', () => {
  const url = (path: string, params?: object, urlPrefix = '') =>
    new RestEndpoint({ path, urlPrefix }).url(params as never);

  it.each<[string, object | undefined, string]>([
    ['/post?page=:page', { page: 'a b&c' }, '/post?page=a%20b%26c'],
    ['/post?page=:page', { page: 1, b: 2, a: 3 }, '/post?page=1&a=3&b=2'],
    ['/post?fixed&x=1', { a: 3 }, '/post?fixed&x=1&a=3'],
    ['/f/*path', { path: ['a', 'b/c'] }, '/f/a/b%2Fc'],
    ['/f/*path', { path: 'a/b' }, '/f/a/b'],
    ['/f{/*path}', {}, '/f'],
    ['/a{/:b{/:c}}', { b: 1 }, '/a/1'],
    ['/a{/:b{/:c}}', { b: 1, c: null }, '/a/1'],
    ['/:id', { id: 0 }, '/0'],
    ['/:id', { id: 12345678901234567890n }, '/12345678901234567890'],
    ['/:id', { id: false }, '/false'],
    ['/:"a b"', { 'a b': '...' }, '/...'],
    ['./data/:id.json', { id: 1 }, './data/1.json'],
  ])('of %s with %p is %s', (path, params, expected) => {
    expect(url(path, params)).toBe(expected);
  });

  it.each<[string, object | null | undefined]>([
    ['/u/:id', undefined],
    ['/u/:id', null],
    ['/u/:id', {}],
    ['/u/:id', { id: undefined }],
    ['/u/:id', { id: null }],
    ['/u/:constructor', {}],
    ['/u{/:a/:b}', { a: 1 }],
    ['/u{/:a{/:b}}', { b: 1 }],
    ['/u?page=:page', {}],
  ])('of %s with %p cannot be built: a parameter is missing', (path, params) => {
    expect(codeOf(() => url(path, params as object))).toBe('SB_PATH_PARAM_MISSING');
  });

  it('names endpoint, missing parameter and given ones in the error', () => {
    expect(() => url('/u/:id', { slug: 'x', page: 2 })).toThrow(
      'Endpoint "/u/:id": parameter "id" of "/u/:id" is missing; given: slug, page.',
    );
  });

  it.each([
    '',
    '.',
    '..',
    '%2e',
    '%2E%2E',
    '.%2e',
    'a/../b',
    '..%2f',
    '\t',
    '\n',
    '\0',
    '\u007f',
    '\\',
    'a\\b',
    '\ud800',
  ])('cannot have the path parameter %j', (id) => {
    expect(codeOf(() => url('/u/:id', { id }))).toBe('SB_PATH_PARAM_UNSAFE');
    expect(codeOf(() => url('/u/x:id', { id }))).toBe('SB_PATH_PARAM_UNSAFE');
    expect(codeOf(() => url('/u/*id', { id: ['a', id] }))).toBe('SB_PATH_PARAM_UNSAFE');
    expect(() => url('/u/:id', { id })).toThrow('Endpoint "/u/:id": parameter "id"');
  });

  it.each([[['a', '', 'b']], ['a//b'], ['/a'], ['a/'], [[]]])(
    'cannot have the segments %j',
    (path) => {
      expect(codeOf(() => url('/f/*path', { path }))).toBe('SB_PATH_PARAM_UNSAFE');
    },
  );

  it.each([NaN, Infinity, {}, [1], () => 1])('cannot have the parameter %p', (id) => {
    expect(codeOf(() => url('/u/:id', { id }))).toBe('SB_KEY_UNSUPPORTED');
  });

  it.each<[string, string, object]>([
    ['', '//users/:id', { id: 1 }],
    ['https://example.com', '//users/:id', { id: 1 }],
    ['//example.com', '/users/:id', { id: 1 }],
    ['https://', ':host/x', { host: 'evil.com' }],
    ['https://example.com/?key=1', '/users/:id', { id: 1 }],
    ['https://example.com/#top', '/users/:id', { id: 1 }],
    ['https://example.com', 'https://:host/x', { host: 'evil.com' }],
    ['', 'https\\://\\:host.example.com:80:port/x', { port: 1 }],
    ['', 'javascript\\:x/:id', { id: 1 }],
    ['', 'mailto\\::id', { id: 1 }],
    ['/proxy?url=', '/x/:id', { id: 1 }],
    ['/a#', '/x/:id', { id: 1 }],
    ['/a\\b', '/x/:id', { id: 1 }],
    [' https://example.com', '/x/:id', { id: 1 }],
    ['\thttps://example.com', '/x/:id', { id: 1 }],
    ['', '/users/:id/../x', { id: 1 }],
    ['', '/users/.{:a}', {}],
    ['', '/users/%2e%2E', {}],
  ])(
    'with prefix %j and path %j is refused if it could have another meaning',
    (prefix, path, params) => {
      expect(codeOf(() => url(path, params, prefix))).toBe('SB_URL_UNSAFE');
    },
  );

  it.each<[string, string, string]>([
    ['https://a.test/v1', '/users/:id', 'https://a.test/v1/users/1'],
    ['https://a.test/v1/', '/users/:id', 'https://a.test/v1/users/1'],
    ['https://a.test/v1//', '/users/:id', 'https://a.test/v1/users/1'],
    ['https://a.test/v1', 'users/:id', 'https://a.test/v1/users/1'],
    ['https://a.test/v1/', 'users/:id', 'https://a.test/v1/users/1'],
    ['https://a.test', ':id', 'https://a.test/1'],
    ['https://a.test/', '{/:id}', 'https://a.test/1'],
    ['https://a.test', '{:id}', 'https://a.test/1'],
    ['https://a.test', '*id', 'https://a.test/1'],
    ['https://a.test/', '/', 'https://a.test/?id=1'],
    ['https://a.test/v1', '?by=:id', 'https://a.test/v1?by=1'],
    ['https://a.test/v1/', '{/:other}?by=:id', 'https://a.test/v1/?by=1'],
    ['https://a.test/v1', '{/:other}?by=:id', 'https://a.test/v1?by=1'],
    ['/', '/users/:id', '/users/1'],
    ['/', 'users/:id', '/users/1'],
    ['/api/', '/users/:id', '/api/users/1'],
    ['api', 'users/:id', 'api/users/1'],
    ['..', 'users/:id', '../users/1'],
    ['', 'users/:id', 'users/1'],
    ['https://a.test/v1', 'https://b.test/users/:id', 'https://b.test/users/1'],
  ])('with prefix %j and path %j is %s: one slash joins both', (urlPrefix, path, expected) => {
    const endpoint = new RestEndpoint({ path: anyPath(path), urlPrefix });
    const key = endpoint.key({ id: '1' });
    expect(key).toBe(`GET ${expected}`);
    expect(endpoint.testKey(key)).toBe(true);
    expect(endpoint.testKey(key.replace('//', '//x'))).toBe(!key.includes('//'));
  });

  it('is refused if searchToString adds a fragment', () => {
    const endpoint = new RestEndpoint({ path: '/x', searchToString: () => 'a=1#b' });
    expect(codeOf(() => endpoint.url())).toBe('SB_URL_UNSAFE');
  });

  it('contains the other parameters as searchToString writes them', () => {
    const seen = jest.fn((params: Readonly<Record<string, unknown>>) =>
      Object.keys(params).join('+'),
    );
    const endpoint = new RestEndpoint({
      path: anyPath('/x/:id'),
      searchToString: seen,
    });
    expect(endpoint.url({ id: 1, b: 2, c: undefined })).toBe('/x/1?b');
  });
});

describe('the key of an endpoint', () => {
  it('is method and URL', () => {
    const get = new RestEndpoint({ path: anyPath('/users/:id'), urlPrefix: '/api' });
    expect(get.key({ id: 1, b: 2, a: 1 })).toBe('GET /api/users/1?a=1&b=2');
    expect(get.key({ id: '1', a: '1', b: '2', c: undefined })).toBe(get.key({ id: 1, b: 2, a: 1 }));
  });

  it('contains the canonical body of a read, but no body of a mutation', () => {
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: undefined });
    expect(search.key({ q: 'x', page: 1 })).toBe(search.key({ page: 1, q: 'x' }));
    expect(search.key({ page: 1 })).not.toBe(search.key({ page: '1' }));
    expect(codeOf(() => search.key({ page: 1n }))).toBe('SB_BODY_UNSUPPORTED');
    expect(search.key({ q: 'x' })).not.toBe(search.key({ q: 'y' }));
    expect(search.key()).toBe('POST /search');
    expect(search.extend({ sideEffect: true }).key({ q: 'x' })).toBe('POST /search');
    expect(() => search.key({ q: new Map() })).toThrow('Endpoint "/search": body.q is a Map');
  });

  it('is recognized by testKey by method and path, for any parameters, query and body', () => {
    const users = new RestEndpoint({
      path: anyPath('/users/:id'),
      urlPrefix: 'https://x.com/api',
    });
    expect(users.testKey(users.key({ id: 1, full: true }))).toBe(true);
    expect(users.testKey('GET https://x.com/api/users/1/posts')).toBe(false);
    expect(users.testKey('GET https://x.com/users/1')).toBe(false);
    expect(users.testKey('PUT https://x.com/api/users/1')).toBe(false);
    expect(users.testKey('')).toBe(false);
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: undefined });
    expect(search.testKey(search.key({ q: 'a /b?c' }))).toBe(true);
  });

  it('is also the key of a bound endpoint', () => {
    const get = new RestEndpoint({ path: '/users/:id' });
    expect(get.bind(undefined, { id: 1 }).key()).toBe('GET /users/1');
  });
});

describe('errorPolicy', () => {
  const endpoint = new RestEndpoint({ path: '/x' });
  const request = { endpoint: 'e', method: 'GET', url: '/' };

  it.each([
    [0, 'soft'],
    [400, 'hard'],
    [404, 'hard'],
    [499, 'hard'],
    [500, 'soft'],
    [503, 'soft'],
  ])('of status %d is %s', (status, policy) => {
    expect(endpoint.errorPolicy(new NetworkError({ ...request, status }))).toBe(policy);
  });

  it.each([new Error('x'), undefined, null, 'text', { status: '500' }])(
    'of %p is hard',
    (error) => {
      expect(endpoint.errorPolicy(error)).toBe('hard');
    },
  );
});
