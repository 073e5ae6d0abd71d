import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, GraphQLError } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { filter, firstValueFrom, map } from 'rxjs';
import { createStore, Entity, NetworkError, type Store } from 'streambed';
import { GQLEndpoint, GQLNetworkError } from 'streambed/graphql';
import { WebSocket, WebSocketServer } from 'ws';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const schema = buildSchema(`
  type User { id: ID! name: String }
  type Query { user: User }
  type Subscription { user(id: ID!): User }
`);

/** Sends one event per name, then none until the client ends it; the name "?" fails. */
class Events implements AsyncIterableIterator<unknown> {
  readonly #names = ['Ann', '?', 'Anna'];
  #end = (): void => {};
  readonly ended = new Promise<void>((resolve) => (this.#end = resolve));

  async next(): Promise<IteratorResult<unknown>> {
    const text = this.#names.shift();
    if (text === undefined) return this.ended.then(() => ({ done: true, value: undefined }));
    const name = () => {
      if (text === '?') throw new GraphQLError('no name');
      return text;
    };
    return { done: false, value: { user: { id: '1', name } } };
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const ON_USER = 'subscription OnUser($id: ID!) { user(id: $id) { id name } }';

let http: Server;
let sockets: WebSocketServer;
let client: Client;
let store: Store;
let gql: GQLEndpoint;
let events: Events;
let receivedParams: unknown;

beforeEach(async () => {
  events = new Events();
  http = createServer();
  sockets = new WebSocketServer({ server: http, path: '/graphql' });
  useServer(
    {
      schema,
      roots: { subscription: { user: () => events } },
      onConnect: ({ connectionParams }) => void (receivedParams = connectionParams),
    },
    sockets,
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    connectionParams: async () => ({ token: 'secret' }),
    retryAttempts: 0,
    webSocketImpl: WebSocket,
  });
  gql = new GQLEndpoint(`http://127.0.0.1:${port}/graphql`, { socket: client });
  store = createStore({ graceTime: 0 });
});

afterEach(async () => {
  store.dispose();
  await client.dispose();
  for (const socket of sockets.clients) socket.terminate();
  await new Promise((resolve) => http.close(resolve));
});

describe('a subscription over a client of graphql-ws', () => {
  it('receives the events, also after one with errors, and ends on the server with its last observer', async () => {
    const onUser = gql.subscription(ON_USER, { user: User });
    const states: unknown[] = [];
    await firstValueFrom(
      store.observe(onUser, { id: 1 }).pipe(
        filter(({ data, error }) => {
          if (data) states.push([data.user?.name, error instanceof GQLNetworkError]);
          return data?.user?.name === 'Anna';
        }),
      ),
    );
    await events.ended;
    expect(states).toEqual([
      ['Ann', false],
      ['Ann', true],
      ['Anna', false],
    ]);
    expect(receivedParams).toEqual({ token: 'secret' });
  });

  it('fails with the errors of the server if the server refuses the operation', async () => {
    const { error } = await firstValueFrom(
      store.observe(gql.subscription('subscription { clock }')).pipe(filter((one) => !!one.error)),
    );
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect(error).toMatchObject({ status: undefined });
  });

  it('fails with a NetworkError if the connection is lost', async () => {
    const onUser = gql.subscription(ON_USER, { user: User });
    const failed = firstValueFrom(
      store.observe(onUser, { id: 1 }).pipe(
        filter(({ data, error }) => {
          if (data?.user?.name === 'Anna') for (const socket of sockets.clients) socket.terminate();
          return error instanceof NetworkError;
        }),
      ),
    );
    expect(await failed).toMatchObject({ data: { user: { name: 'Anna' } }, error: { status: 0 } });
  });

  it('fetches what it keeps up to date once more after the client has reconnected', async () => {
    let queries = 0;
    const getUser = gql.query('{ user { id name } }', { user: User });
    const fetching = createStore({
      graceTime: 0,
      fetch: () => {
        queries++;
        return Promise.resolve(
          Response.json({ data: { user: { id: '1', name: `Ann ${queries}` } } }),
        );
      },
    });
    const { port } = http.address() as AddressInfo;
    const retrying = createClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      retryWait: () => Promise.resolve(),
      webSocketImpl: WebSocket,
    });
    retrying.on('connected', (_socket, _payload, isRetry) => {
      if (isRetry) fetching.expireAll(getUser);
    });
    const onUser = gql.extend({ socket: retrying }).subscription(ON_USER, { user: User });
    const live = fetching.observe(onUser, { id: 1 }).subscribe();
    const names = firstValueFrom(
      fetching.observe(getUser).pipe(
        map(({ data }) => data?.user?.name),
        filter((name) => name === 'Ann 2'),
      ),
    );
    await firstValueFrom(fetching.observe(onUser, { id: 1 }).pipe(filter(({ data }) => !!data)));
    for (const socket of sockets.clients) socket.terminate();
    await expect(names).resolves.toBe('Ann 2');
    live.unsubscribe();
    fetching.dispose();
    await retrying.dispose();
    expect(queries).toBe(2);
  });
});
