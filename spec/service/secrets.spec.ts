import { inspect } from 'node:util';
import {
  createStore,
  dehydrate,
  Endpoint,
  Entity,
  type ErrorCode,
  rehydrate,
  RestEndpoint,
  schema,
  type Store,
  StreambedError,
} from 'streambed';
import type { ReadEndpoint } from '../../src/data/endpoint/EndpointInterface.ts';
import { distinctChanges, fromRows } from 'streambed/changes';
import { GQLEndpoint, type GQLSocket } from 'streambed/graphql';
import { live, webSocketSource } from 'streambed/live';
import { BehaviorSubject, EMPTY } from 'rxjs';
import { FakeSockets } from '../support/FakeSockets.ts';
import { ManualClock } from '../support/ManualClock.ts';

class User extends Entity {
  id = '';
  name = '';
  tags: unknown = [];
  static override key = 'User';
  static override validate(user: { name?: string }) {
    return user.name === undefined ? 'it has no name' : undefined;
  }
}

const price = new schema.Scalar({
  key: 'price',
  lens: ([{ currency }]: readonly [{ currency?: string }]) => currency,
});
class Ticker extends Entity {
  id = '';
  price = 0;
  static override key = 'Ticker';
  static override schema = { price };
}

class Thing extends Entity {
  id = '';
  owner = User.fromJS({});
  static override key = 'Thing';
  static override schema = { owner: User };
}

/** An object that contains itself. */
const circle: { inner?: unknown } = {};
circle.inner = circle;

/**
 * The parts of a case: a store whose server sends `response`, and a secret that must not appear.
 */
interface Scene {
  readonly secret: string;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly reported: unknown[];
  response: () => Promise<Response> | Response;
}

type Provoke = (scene: Scene) => unknown;

const never = new Promise<never>(() => {});
const json = (body: unknown, status = 200) => Response.json(body, { status });

/** Path, search parameters, headers and body of one request hold the secret. */
const send = new RestEndpoint({
  path: '/reset/:token',
  method: 'POST',
  urlPrefix: 'https://api.example',
  searchParams: {} as { q: unknown },
  body: {} as { password: unknown },
  schema: User,
});
const sendSecret =
  (response: (secret: string) => Promise<Response> | Response): Provoke =>
  (scene) => {
    const { secret, store } = scene;
    scene.response = () => response(secret);
    const endpoint = send.extend({ getHeaders: () => ({ authorization: secret }) });
    return store.fetch(endpoint, { token: secret, q: secret }, { password: secret });
  };

const login = new Endpoint(async (_args: { password: string }): Promise<unknown> => never, {
  name: 'login',
  schema: User,
  lookup: true,
});
const fetchSecret =
  (value: (secret: string) => unknown, of: unknown = User): Provoke =>
  ({ secret, store }) =>
    store.fetch(login.extend({ fetch: async (_args: unknown) => value(secret), schema: of }), {
      password: secret,
    });

const api = new GQLEndpoint('https://api.example/graphql');
const LOGIN = 'mutation Login($password: String!) { login(password: $password) { id } }';
const queryGraphQL =
  (response: (secret: string) => Response): Provoke =>
  (scene) => {
    const { secret, store } = scene;
    scene.response = () => response(secret);
    const gql = new GQLEndpoint(`${api.url}?key=${encodeURIComponent(secret)}`, {
      getHeaders: () => ({ authorization: secret }),
    });
    return store.fetch(gql.mutation(LOGIN, { login: User }), { password: secret });
  };
const followed =
  (event: (sink: Parameters<GQLSocket['subscribe']>[1], secret: string) => void): Provoke =>
  ({ secret, store }) => {
    const socket: GQLSocket = {
      subscribe(_payload, sink) {
        event(sink, secret);
        return () => {};
      },
    };
    const onLogin = api.extend({ socket }).subscription(LOGIN.replace('mutation', 'subscription'));
    return store.fetch(onLogin, { password: secret });
  };

const cases: readonly (readonly [what: string, ErrorCode, Provoke])[] = [
  ['no network', 'SB_NETWORK', sendSecret(() => Promise.reject(new TypeError('fetch failed')))],
  ['a refusal', 'SB_NETWORK', sendSecret((secret) => json({ got: secret }, 422))],
  [
    'a refusal as text',
    'SB_NETWORK',
    sendSecret((secret) => new Response(secret, { status: 500 })),
  ],
  [
    'a page',
    'SB_CONTENT_TYPE',
    sendSecret(
      (secret) => new Response(`<p>${secret}`, { headers: { 'content-type': 'text/html' } }),
    ),
  ],
  [
    'broken JSON',
    'SB_JSON_MALFORMED',
    sendSecret(
      (secret) => new Response(secret, { headers: { 'content-type': 'application/json' } }),
    ),
  ],
  [
    'no data',
    'SB_ANSWER_EMPTY',
    ({ secret, store }) =>
      store.fetch(new RestEndpoint({ path: '/reset/:token', schema: User }), { token: secret }),
  ],
  ['a list', 'SB_ANSWER_SHAPE', sendSecret((secret) => json([secret]))],
  ['no key', 'SB_PK_MISSING', sendSecret((secret) => json({ name: secret }))],
  [
    'a dot segment',
    'SB_PATH_PARAM_UNSAFE',
    ({ secret, store }) => store.fetch(send, { token: `../${secret}`, q: '' }, { password: '' }),
  ],
  [
    'a parameter too few',
    'SB_PATH_PARAM_MISSING',
    ({ secret, store }) =>
      store.fetch(send, { token: undefined as never, q: secret }, { password: secret }),
  ],
  [
    'a search parameter',
    'SB_KEY_UNSUPPORTED',
    ({ secret, store }) =>
      store.fetch(
        send,
        { token: secret, q: { [Symbol.toStringTag]: secret, a: new Map([[secret, secret]]) } },
        { password: '' },
      ),
  ],
  [
    'a URL',
    'SB_URL_UNSAFE',
    ({ secret, store }) =>
      store.fetch(
        send.extend({ searchToString: () => `q=${secret}#x` }),
        { token: secret, q: secret },
        { password: secret },
      ),
  ],
  [
    'a body',
    'SB_BODY_UNSUPPORTED',
    ({ secret, store }) =>
      store.fetch(send, { token: secret, q: '' }, { password: { secret, big: 1n } }),
  ],

  [
    'arguments',
    'SB_KEY_UNSUPPORTED',
    ({ secret, store }) => store.fetch(login, { password: new Map([[secret, secret]]) as never }),
  ],
  ['null', 'SB_ANSWER_EMPTY', fetchSecret(() => null)],
  ['an invalid entity', 'SB_ENTITY_INVALID', fetchSecret((secret) => ({ id: '1', tags: secret }))],
  ['no lens', 'SB_LENS_MISSING', fetchSecret((secret) => ({ id: '1', price: secret }), Ticker)],
  [
    'no list',
    'SB_COLLECTION_ARGS',
    fetchSecret(
      (secret) => [{ id: '1', name: secret }],
      new schema.Collection([User], { argsKey: () => 'text' as never }),
    ),
  ],
  [
    'a circle',
    'SB_CYCLE',
    fetchSecret((secret) => {
      const data: Record<string, unknown> = { secret };
      data.inner = data;
      return data;
    }, circle),
  ],
  [
    'a removed entity',
    'SB_ANSWER_INCOMPLETE',
    (scene) => {
      const remove = new Endpoint(async (_args: string) => ({}), {
        name: 'remove',
        schema: new schema.Invalidate(User),
      });
      scene.store.setResponse(remove, '1', '1');
      return fetchSecret((secret) => ({ id: secret, owner: '1' }), Thing)(scene);
    },
  ],
  [
    'too many levels',
    'SB_DEPTH',
    fetchSecret((secret) => {
      let data: object = { secret };
      for (let level = 0; level < 600; level++) data = { secret, inner: data };
      return data;
    }, circle),
  ],
  [
    'no time',
    'SB_TIMEOUT',
    ({ secret, store, clock }) => {
      const fetched = store.fetch(login.extend({ timeout: 5 }), { password: secret });
      clock.advance(10);
      return fetched;
    },
  ],
  [
    'a reset',
    'SB_RESET',
    ({ secret, store }) => {
      const fetched = store.fetch(login, { password: secret });
      void store.reset();
      return fetched;
    },
  ],
  [
    'no observer',
    'SB_ABORTED',
    ({ secret, store, reported }) => {
      let signal: AbortSignal | undefined;
      const limited = login.extend({
        cancel: true,
        fetch(this: Endpoint, _args: unknown) {
          signal = this.context?.signal;
          return never;
        },
      });
      store.observe(limited, { password: secret }).subscribe().unsubscribe();
      reported.push(signal?.reason);
    },
  ],
  [
    'a stream without a value',
    'SB_ANSWER_EMPTY',
    ({ secret, store }) =>
      store.fetch(login.extend({ fetch: (_args: unknown) => EMPTY as never }), {
        password: secret,
      }),
  ],
  [
    'nothing to follow',
    'SB_NOT_LIVE',
    ({ secret, store }) => {
      const read: ReadEndpoint<(args: unknown) => Promise<string>> = login.extend({
        fetch: async (_args: unknown) => secret,
        schema: undefined,
      });
      live(store, read, { password: secret }).subscribe();
    },
  ],
  [
    'a lost placeholder',
    'SB_PLACEHOLDER_LOST',
    async ({ secret, store }) => {
      const fail = (_args: { name: string }) => Promise.reject<unknown>(new Error('no'));
      const create = new Endpoint(fail, {
        name: 'create',
        schema: User,
        sideEffect: true,
        getOptimisticResponse: (_, { name }) => ({ name }),
      });
      const rename = new Endpoint(async (_args: { id: string; name: string }) => ({}), {
        name: 'rename',
        schema: User,
        sideEffect: true,
      });
      const created = store.fetch(create, { name: secret });
      const [user] = store.get(new schema.All(User))!;
      const renamed = store.fetch(rename, { id: String(user.pk()), name: secret });
      await created.catch(() => {});
      return renamed;
    },
  ],
  [
    'commits without end',
    'SB_COMMIT_LOOP',
    ({ secret, store }) => {
      const getText = login.extend({ schema: undefined });
      let writes = 0;
      store.observe(getText, { password: secret }).data$.subscribe(() => {
        store.setResponse(getText, { password: secret }, `${secret}${++writes}`);
        store.expireAll(getText);
      });
      store.setResponse(getText, { password: secret }, secret);
    },
  ],
  [
    'a value that cannot be sent',
    'SB_STATE_UNSUPPORTED',
    async ({ secret, store }) => {
      const getMark = login.extend({
        schema: undefined,
        fetch: async (_args: unknown) => ({ secret, mark: Symbol(secret) }),
      });
      await store.fetch(getMark, { password: secret });
      dehydrate(store);
    },
  ],
  [
    'an entity that cannot be sent',
    'SB_STATE_UNSUPPORTED',
    ({ secret, store }) => {
      store.set(User, { id: '1', name: secret, tags: Symbol(secret) });
      dehydrate(store);
    },
  ],

  [
    'errors of GraphQL',
    'SB_GRAPHQL',
    queryGraphQL((secret) =>
      json({
        data: { login: { token: secret } },
        errors: [{ message: `Variable "$password" got "${secret}".`, path: ['login'] }],
      }),
    ),
  ],
  [
    'a refusal of GraphQL',
    'SB_NETWORK',
    queryGraphQL((secret) => new Response(secret, { status: 502 })),
  ],
  ['no GraphQL', 'SB_ANSWER_SHAPE', queryGraphQL((secret) => json({ secret }))],
  [
    'an event with errors',
    'SB_GRAPHQL',
    followed((sink, secret) => sink.next({ errors: [{ message: secret }] })),
  ],
  ['a socket that fails', 'SB_NETWORK', followed((sink) => sink.error({ code: 4400 }))],
  [
    'no socket',
    'SB_OPTION_INVALID',
    ({ secret, store }) => store.fetch(api.subscription(LOGIN), { password: secret }),
  ],

  [
    'a state',
    'SB_STATE_INVALID',
    ({ secret, store }) => {
      rehydrate(store, { ...dehydrate(store), rows: [[secret]] } as never);
    },
  ],
  [
    'a connection',
    'SB_CONNECTION',
    ({ secret, reported, clock }) => {
      const sockets = new FakeSockets();
      const token = encodeURIComponent(secret);
      const source = webSocketSource({
        url: `wss://me:${token}@x/?token=${token}`,
        WebSocket: sockets.Socket,
        scheduler: clock,
        isFinal: () => true,
      });
      source.messages$.subscribe({ error: (error: unknown) => reported.push(error) });
      sockets.last.open().lose();
    },
  ],
  [
    'a message',
    'SB_MESSAGE',
    ({ secret, reported }) => {
      const sockets = new FakeSockets();
      const source = webSocketSource({
        url: `wss://x/?token=${encodeURIComponent(secret)}`,
        WebSocket: sockets.Socket,
        onError: (error) => reported.push(error),
      });
      source.messages$.subscribe();
      sockets.last.open().pushRaw(secret);
    },
  ],
  [
    'a projection',
    'SB_PROJECTION',
    ({ secret, reported }) => {
      let calls = 0;
      const rows$ = new BehaviorSubject([{ id: '1' }]);
      fromRows(rows$, ({ id }) => id)
        .pipe(distinctChanges(() => `${secret}${calls++}`))
        .subscribe({ error: (error) => reported.push(error) });
      rows$.next([]);
    },
  ],
];

/** A plain secret, and one that URLs and JSON encode differently. */
const secrets = ['hunter2hunter2', 'p&ss "w\u00f6rd"'];

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

function chainOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}

/** The text of an error in logs. */
function textOf(error: Error): string {
  return `${error.stack} ${JSON.stringify(error)} ${inspect(Object.entries(error))}`;
}

let printed: unknown[];
beforeEach(() => {
  printed = [];
  for (const method of ['log', 'warn', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((...parts) => void printed.push(...parts));
  }
});
afterEach(() => jest.restoreAllMocks());

describe.each(cases)('%s', (_what, code, provoke) => {
  it.each(secrets)(
    `is ${code} and contains no data that was sent or received (%s)`,
    async (secret) => {
      const clock = new ManualClock();
      const scene: Scene = {
        secret,
        clock,
        reported: [],
        response: () => new Response(null, { status: 204 }),
        store: createStore({
          scheduler: clock,
          fetch: async () => scene.response(),
          onError: (error) => scene.reported.push(error),
        }),
      };
      try {
        await provoke(scene);
      } catch (error) {
        scene.reported.push(error);
      }
      const { reported } = scene;
      expect(reported.map((error) => StreambedError.is(error) && error.code)).toContain(code);
      const visible = [
        ...reported.flatMap(chainOf).map(textOf),
        ...printed.map((part) => inspect(part)),
      ];
      for (const form of formsOf(secret)) expect(visible.join('\n')).not.toContain(form);
      scene.store.dispose();
    },
  );
});
