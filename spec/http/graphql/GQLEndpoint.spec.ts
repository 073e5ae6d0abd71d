import { createStore, Entity, NetworkError, schema, type Store } from 'streambed';
import { GQLEndpoint, GQLNetworkError } from 'streambed/graphql';
import { startGqlServer } from './gqlServer.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

type Server = Awaited<ReturnType<typeof startGqlServer>>;
let server: Server;
let gql: GQLEndpoint;
let store: Store;
beforeAll(async () => {
  server = await startGqlServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.type = 'application/graphql-response+json';
  gql = new GQLEndpoint(`${server.origin}/graphql`);
  store = createStore();
});
afterEach(() => store.dispose());

const USER = 'query User($id: ID!) { user(id: $id) { id name } }';
const ann = { id: '1', name: 'Ann' };

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`resolved to ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );

describe('a query', () => {
  it('posts JSON with its variables, and the store normalizes its data', async () => {
    server.answer = () => [200, { data: { user: ann } }];
    const getUser = gql.query(USER, { user: User });
    const { user } = await store.fetch(getUser, { id: 1 });
    expect(user).toBeInstanceOf(User);
    expect(store.get(User, '1')).toBe(user);
    const [{ method, url, headers }] = server.requests;
    expect([method, url]).toEqual(['POST', '/graphql']);
    expect(headers['content-type']).toBe('application/json');
    expect(headers.accept).toMatch(/^application\/graphql-response\+json/);
    expect(server.queries()).toEqual([{ query: USER, variables: { id: 1 } }]);
  });

  it('is a read: simultaneous callers share one request', async () => {
    server.answer = () => [200, { data: { users: [ann] } }];
    const getUsers = gql.query('{ users { id name } }', { users: new schema.All(User) });
    const [one, two] = await Promise.all([store.fetch(getUsers), store.fetch(getUsers)]);
    expect(one).toBe(two);
    expect(one.users?.[0].name).toBe('Ann');
    expect(server.requests).toHaveLength(1);
  });

  it('resolves to the data of the response without a schema', async () => {
    server.answer = () => [200, { data: { version: 3 } }];
    expect(await store.fetch(gql.query('{ version }'))).toEqual({ version: 3 });
  });

  it('may be a function of its variables or the document of a code generator', async () => {
    server.answer = ({ query }) => [200, { data: query }];
    const byFunction = gql.query(({ full }: { full: boolean }) => (full ? '{ a b }' : '{ a }'));
    expect(await store.fetch(byFunction, { full: true })).toBe('{ a b }');
    class Document extends String {
      declare __apiType?: (variables: { id: string }) => { user: { id: string } };
    }
    const typed = gql.query(new Document(USER));
    const answer: { user: { id: string } } = await store.fetch(typed, { id: '1' });
    expect(answer).toBe(USER);
  });

  it('may be a DocumentNode, which is sent as text', async () => {
    const name = (value: string) => ({ kind: 'Name', value });
    const variable = { kind: 'Variable', name: name('id') };
    const document = {
      kind: 'Document',
      definitions: [
        {
          kind: 'OperationDefinition',
          operation: 'query',
          name: name('User'),
          variableDefinitions: [
            {
              kind: 'VariableDefinition',
              variable,
              type: { kind: 'NonNullType', type: { kind: 'NamedType', name: name('ID') } },
              directives: [],
            },
          ],
          directives: [],
          selectionSet: {
            kind: 'SelectionSet',
            selections: [
              {
                kind: 'Field',
                alias: undefined,
                name: name('user'),
                arguments: [{ kind: 'Argument', name: name('id'), value: variable }],
                directives: [],
                selectionSet: {
                  kind: 'SelectionSet',
                  selections: ['id', 'name'].map((value) => ({ kind: 'Field', name: name(value) })),
                },
              },
            ],
          },
        },
      ],
    };
    server.answer = () => [200, { data: { user: null } }];
    const getUser = gql.query(document, { user: User });
    expect(await store.fetch(getUser, { id: 1 })).toEqual({ user: null });
    expect(server.queries()).toEqual([{ query: USER, variables: { id: 1 } }]);
    expect([getUser.name, getUser.key({ id: 1 })]).toEqual([
      'User',
      gql.query(USER).key({ id: 1 }),
    ]);
  });

  it('must not be an object without a text', () => {
    for (const document of [
      {},
      { kind: 'Document', definitions: [{ kind: 'EnumTypeDefinition' }] },
    ]) {
      expect(() => gql.query(document)).toThrow(
        expect.objectContaining({ code: 'SB_OPTION_INVALID' }) as Error,
      );
    }
  });

  it('takes its name from the text, the function or the server', () => {
    function byName({ a }: { a: string }) {
      return `{ ${a} }`;
    }
    expect(gql.query(USER).name).toBe('User');
    expect(gql.query(byName).name).toBe('byName');
    expect(gql.query('{ a }').name).toBe(`${server.origin}/graphql`);
    expect(gql.query('{ a }').extend({ name: 'getA' }).name).toBe('getA');
  });
});

describe('the key of a query', () => {
  it('contains the server, the query and the variables in any order', () => {
    const search = gql.query('query S($a: Int, $b: Int) { s(a: $a, b: $b) }');
    expect(search.key({ a: 1, b: 2 })).toBe(search.key({ b: 2, a: 1 }));
    expect(search.key()).toBe(search.key({}));
    expect(search.key({ a: 1 })).not.toBe(search.key({ a: 2 }));
    const other = new GQLEndpoint('https://other.example/graphql');
    expect(other.query(USER).key({ id: 1 })).not.toBe(gql.query(USER).key({ id: 1 }));
  });

  it('is recognized by testKey, for any variables', () => {
    const getUser = gql.query(USER);
    const other = gql.query(USER.replace('name', 'email'));
    const key = getUser.key({ id: 5 });
    expect([getUser.testKey(key), other.testKey(key)]).toEqual([true, false]);
    const byFunction = gql
      .query(({ n }: { n: number }) => `{ a(first: ${n}) }`)
      .extend({ name: 'first' });
    expect(byFunction.testKey(byFunction.key({ n: 5 }))).toBe(true);
    expect(byFunction.testKey(key)).toBe(false);
  });
});

describe('a mutation', () => {
  it('is sent each time, and its response updates the visible data', async () => {
    server.answer = ({ variables }) => [200, { data: { rename: { id: '1', ...variables } } }];
    const rename = gql.mutation('mutation R($name: String!) { rename(name: $name) { id name } }', {
      rename: User,
    });
    store.set(User, ann);
    await Promise.all([store.fetch(rename, { name: 'A' }), store.fetch(rename, { name: 'B' })]);
    expect(server.requests).toHaveLength(2);
    expect(store.get(User, '1')?.name).toBe('B');
  });

  it('may show an optimistic response', async () => {
    server.answer = () => [200, { data: { rename: { id: '1', name: 'Anna' } } }];
    store.set(User, ann);
    const rename = gql
      .mutation('mutation R($name: String!) { rename(name: $name) { id name } }', { rename: User })
      .extend({ getOptimisticResponse: (_, { name }) => ({ rename: { id: '1', name } }) });
    const sent = store.fetch(rename, { name: 'Anna' });
    expect(store.get(User, '1')?.name).toBe('Anna');
    await sent;
  });
});

describe('a response with errors', () => {
  const errors = [{ message: 'no such user', path: ['user', 0], extensions: { code: 'GONE' } }];

  it('is a GQLNetworkError with the errors and the data', async () => {
    server.answer = () => [200, { data: { user: null, clock: 12 }, errors }];
    const error = await errorOf(store.fetch(gql.query(USER, { user: User }), { id: 1 }));
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect(error).toMatchObject({
      code: 'SB_GRAPHQL',
      status: 200,
      errors,
      data: { user: null, clock: 12 },
    });
    const { message } = error as Error;
    expect(message).toContain('"User" got a response with an error at user.0.');
    expect(`${message} ${JSON.stringify(error)}`).not.toMatch(/clock|no such user|GONE/);
  });

  it('resolves to its data if partial data is accepted, and process receives the errors', async () => {
    server.answer = () => [200, { data: { user: ann, friend: null }, errors }];
    const received: unknown[] = [];
    const lenient = gql.extend({
      partialData: 'accept',
      process(data, _variables, seen) {
        received.push(seen);
        return data;
      },
    });
    const { user } = await store.fetch(lenient.query(USER, { user: User }), { id: 1 });
    expect(user?.name).toBe('Ann');
    expect(received).toEqual([errors]);
  });

  it('is an error without data, even if partial data is accepted', async () => {
    const lenient = gql.extend({ partialData: 'accept' }).query('{ a }');
    for (const body of [{ errors }, { data: null, errors }]) {
      server.answer = () => [200, body];
      expect(await errorOf(lenient())).toMatchObject({ code: 'SB_GRAPHQL' });
    }
  });

  it('may have any status', async () => {
    server.answer = () => [400, { errors: [{ message: 'bad query' }] }];
    const error = await errorOf(gql.query('{ a }')());
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect(error).toMatchObject({ status: 400, data: undefined });
    // A retry waits as long as the header Retry-After says.
    expect((error as GQLNetworkError).response?.headers.get('content-type')).toMatch('json');
  });

  it('keeps the visible data beside a soft error', async () => {
    const getUser = gql.query(USER, { user: User });
    server.answer = () => [200, { data: { user: ann } }];
    await store.fetch(getUser, { id: 1 });
    server.answer = () => [503, { errors: [{ message: 'later' }] }];
    await errorOf(store.fetch(getUser, { id: 1 }));
    expect(store.getState(getUser, { id: 1 }).data?.user?.name).toBe('Ann');
    expect(getUser.errorPolicy(new Error('x'))).toBe('hard');
  });

  it('may contain its errors as text', async () => {
    server.answer = () => [200, { errors: ['odd'] }];
    expect(await errorOf(gql.query('{ a }')())).toMatchObject({ errors: [{ message: 'odd' }] });
  });
});

describe('an invalid response', () => {
  it.each<[string, string, number, unknown, object]>([
    ['a page', 'text/html', 200, '<p>log in</p>', { code: 'SB_CONTENT_TYPE', status: 200 }],
    ['a page of an outage', 'text/html', 502, '<p>bad', { code: 'SB_NETWORK', status: 502 }],
    ['broken JSON', 'application/json', 200, '{"data":', { code: 'SB_JSON_MALFORMED' }],
    ['something else', 'application/json', 200, { user: ann }, { code: 'SB_ANSWER_SHAPE' }],
    ['a list', 'application/json', 200, [ann], { code: 'SB_ANSWER_SHAPE' }],
    ['nothing', 'application/json', 200, '', { code: 'SB_ANSWER_EMPTY' }],
    ['errors that are none', 'application/json', 500, { errors: [] }, { code: 'SB_NETWORK' }],
  ])('is a typed error: %s', async (_, type, status, body, expected) => {
    server.type = type;
    server.answer = () => [status, body];
    expect(await errorOf(store.fetch(gql.query('query Clock { clock }')))).toMatchObject(expected);
  });

  it('is a NetworkError with status 0 if the server cannot be reached', async () => {
    const gone = await startGqlServer();
    await gone.close();
    const error = await errorOf(new GQLEndpoint(gone.origin).query('{ a }')());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ status: 0, method: 'POST' });
  });
});

describe('a server', () => {
  it('may be a subclass with its own headers', async () => {
    class Api extends GQLEndpoint {
      token = 't';
      override async getHeaders(headers: Record<string, string>) {
        return { ...headers, Authorization: await Promise.resolve(this.token) };
      }
    }
    const api = new Api(server.origin);
    server.answer = () => [200, { data: 1 }];
    expect(await store.fetch(api.query('{ a }'))).toBe(1);
    expect(server.requests[0].headers.authorization).toBe('t');
    expect(api.extend({ requestInit: { credentials: 'include' } }).query('{ a }')).toBeInstanceOf(
      Api,
    );
  });

  it('calls getters of its options each time', async () => {
    let token = 'a';
    const api = new GQLEndpoint(server.origin, {
      get requestInit() {
        return { headers: { 'X-Token': token } };
      },
    });
    server.answer = () => [200, { data: 1 }];
    const query = api.query('{ a }');
    await query();
    token = 'b';
    await query();
    expect(server.requests.map(({ headers }) => headers['x-token'])).toEqual(['a', 'b']);
  });

  it('is not itself an endpoint', async () => {
    expect(await errorOf((gql as unknown as () => Promise<unknown>)())).toBeInstanceOf(TypeError);
  });

  it('refuses invalid options and variables that cannot be sent', async () => {
    expect(() => new GQLEndpoint('/graphql', { timeout: -1 })).toThrow('timeout is -1');
    const query = gql.query('query Q($a: Big) { a(a: $a) }');
    expect(await errorOf(query({ a: 1n }))).toMatchObject({ code: 'SB_BODY_UNSUPPORTED' });
    expect(() => query.key({ a: new Map() })).toThrow('variables.a is a Map');
    expect(server.requests).toEqual([]);
  });
});
