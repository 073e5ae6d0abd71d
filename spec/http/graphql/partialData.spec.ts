import { Subject } from 'rxjs';
import { createStore, Entity, schema, type Store } from 'streambed';
import { GQLEndpoint, GQLNetworkError, type GQLResult } from 'streambed/graphql';
import { ManualClock } from '../../support/ManualClock.ts';

class User extends Entity {
  uid = '';
  name = '';
  email: string | null = null;
  address: { city?: string | null; zip?: string | null } = {};
  friends: User[] = [];
  best: User | null = null;
  static override key = 'User';
  static override schema: Record<string, unknown> = {};
  override pk(): string {
    return this.uid;
  }
}
User.schema = { friends: [User], best: User };
class Post extends Entity {
  id = '';
  text: string | null = null;
  static override key = 'Post';
}

let answer: GQLResult;
let clock: ManualClock;
let store: Store;
const api = new GQLEndpoint('http://api.test/graphql', {
  partialData: 'accept',
  fetchResponse: async () => Response.json(answer),
});
const good = {
  uid: '1',
  name: 'Ann',
  email: 'ann@a.example',
  address: { city: 'Bonn', zip: '1' },
  friends: [{ uid: '2', name: 'Bob', email: 'bob@a.example' }],
  best: { uid: '2' },
};
beforeEach(() => {
  clock = new ManualClock();
  store = createStore({ scheduler: clock });
  store.set([User], [good]);
  store.set([Post], [{ id: '5', text: 'hi' }]);
});
afterEach(() => store.dispose());

const root = {
  user: User,
  users: [User],
  page: { nodes: new schema.Array(User) },
  byName: new schema.Values(User),
  node: new schema.Union({ Post, User }, (value: object) => ('uid' in value ? 'User' : 'Post')),
};
const getAll = api.query('{ all }', root);
const shown = () => JSON.parse(JSON.stringify(store.get(User, { uid: '1' }))) as typeof good;
const fails = (...paths: (string | number)[][]) =>
  paths.map((path) => ({ message: 'the directory is down', path }));

const places: [string, (user: object | null) => object, (string | number)[]][] = [
  ['a field', (user) => ({ user }), ['user']],
  ['a list', (user) => ({ users: [{ uid: '9' }, user] }), ['users', 1]],
  ['a list in an object', (user) => ({ page: { nodes: [user] } }), ['page', 'nodes', 0]],
  ['a map', (user) => ({ byName: { a: user } }), ['byName', 'a']],
  ['an entity', (user) => ({ user: { uid: '8', best: user } }), ['user', 'best']],
  [
    'a list of an entity',
    (user) => ({ user: { uid: '8', friends: [user] } }),
    ['user', 'friends', 0],
  ],
];

describe.each(places)('an entity in %s', (_, within, at) => {
  it.each<[string, object, (string | number)[]]>([
    ['a field', { email: null }, ['email']],
    ['a field inside of it', { email: null }, ['email', 'host', 0]],
    ['an object', { address: null }, ['address', 'city']],
    ['a member of an object', { address: { city: null, zip: '2' } }, ['address', 'city']],
    ['a list', { friends: null }, ['friends', 0, 'name']],
    ['a member of a list', { friends: [null] }, ['friends', 0]],
    ['another entity', { best: null }, ['best', 'name']],
  ])('keeps what it has where it failed: %s', async (_name, members, path) => {
    const before = shown();
    const data = within({ uid: '1', name: 'Anna', ...members });
    answer = { data, errors: fails([...at, ...path]) };
    const copy = JSON.stringify(data);
    await store.fetch(getAll);
    expect(shown()).toEqual({ ...before, name: 'Anna' });
    expect(JSON.stringify(data)).toBe(copy);
  });

  it('takes a null that no error explains', async () => {
    answer = { data: within({ uid: '1', email: null }), errors: fails(['other'], [...at, 'name']) };
    await store.fetch(getAll);
    expect(shown()).toMatchObject({ name: 'Ann', email: null });
  });

  it('keeps what it has where its own fields failed and others did not', async () => {
    answer = {
      data: within({ uid: '1', email: null, friends: [{ uid: '2', name: 'Rob', email: null }] }),
      errors: fails([...at, 'email'], [...at, 'friends', 0, 'email']),
    };
    await store.fetch(getAll);
    expect(shown().email).toBe('ann@a.example');
    expect(store.get(User, { uid: '2' })).toMatchObject({ name: 'Rob', email: 'bob@a.example' });
  });
});

it('an entity in a union keeps what it has where it failed', async () => {
  answer = {
    data: { node: { __typename: 'Post', id: '5', text: null } },
    errors: fails(['node', 'text']),
  };
  await store.fetch(getAll);
  expect(store.get(Post, { id: '5' })?.text).toBe('hi');
});

it('an alias is the name in the path', async () => {
  class Mail extends Entity {
    id = '';
    mail: string | null = null;
    static override key = 'Mail';
  }
  store.set(Mail, { id: '1', mail: 'a@b' });
  answer = { data: { me: { id: '1', mail: null } }, errors: fails(['me', 'mail']) };
  await store.fetch(api.query('{ me: user(id: 1) { id mail: email } }', { me: Mail }));
  expect(store.get(Mail, { id: '1' })?.mail).toBe('a@b');
});

it('a null outside of entities stays: the key has no other data', async () => {
  answer = {
    data: { user: null, users: [null, { uid: '1' }] },
    errors: fails(['user'], ['users', 0]),
  };
  const data = await store.fetch(getAll);
  expect(data.user).toBeNull();
  expect(shown()).toMatchObject({ email: 'ann@a.example' });
});

it('the key has the data and a soft error, and is soon fetched again for the next observer', async () => {
  answer = { data: { user: { uid: '1', email: null } }, errors: fails(['user', 'email']) };
  await store.fetch(getAll);
  const state = store.getState(getAll);
  expect(state.error).toBeInstanceOf(GQLNetworkError);
  expect(state).toMatchObject({ errorPolicy: 'soft', data: { user: { email: 'ann@a.example' } } });
  clock.advance(1_001);
  expect(store.getState(getAll).status).toBe('stale');
  answer = { data: { user: { uid: '1', email: 'new@a.example' } } };
  const subscription = store.observe(getAll).subscribe();
  await store.observe(getAll).refetch();
  expect(store.getState(getAll)).toMatchObject({
    status: 'valid',
    error: undefined,
    errorPolicy: undefined,
  });
  expect(shown().email).toBe('new@a.example');
  subscription.unsubscribe();
});

it('mutations and events of subscriptions keep what entities have, too', async () => {
  answer = {
    data: { user: { uid: '1', name: 'Anna', email: null } },
    errors: fails(['user', 'email']),
  };
  const { user } = await store.fetch(api.mutation('mutation { user }', { user: User }));
  expect(user).toMatchObject({ name: 'Anna', email: 'ann@a.example' });
  const events = new Subject<GQLResult>();
  const socket = {
    subscribe: (_: unknown, sink: object) => {
      const subscription = events.subscribe(sink);
      return () => subscription.unsubscribe();
    },
  };
  const live = api
    .extend({ socket: socket as never })
    .subscription('subscription { user }', { user: User });
  const subscription = store.observe(live).subscribe();
  events.next({
    data: { user: { uid: '1', name: 'Anne', email: null } },
    errors: fails(['user', 'email']),
  });
  expect(shown()).toMatchObject({ name: 'Anne', email: 'ann@a.example' });
  expect(store.getState(live)).toMatchObject({ errorPolicy: 'soft' });
  events.next({ data: { user: { uid: '1', name: 'Anne', email: null } } });
  expect(shown().email).toBeNull();
  expect(store.getState(live).error).toBeUndefined();
  subscription.unsubscribe();
});
