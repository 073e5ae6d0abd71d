import type * as streambed from 'streambed';
import {
  createStore,
  dehydrate,
  Endpoint,
  Entity,
  RestEndpoint,
  schema,
  type Store,
  StreambedError,
} from 'streambed';
import { changes } from 'streambed/changes';
import type * as streambedGraphql from 'streambed/graphql';
import { inspect } from 'streambed/inspect';
import { live } from 'streambed/live';
import { pages } from 'streambed/pages';

/** Another copy of the package, as a program has it that loads ES modules and CommonJS. */
function load() {
  let main!: typeof streambed;
  let graphql!: typeof streambedGraphql;
  jest.isolateModules(() => {
    main = jest.requireActual('streambed');
    graphql = jest.requireActual('streambed/graphql');
  });
  return { ...main, ...graphql };
}

const other = load();

class User extends other.Entity {
  id = '';
  name = '';
  static override key = 'User';

  get label(): string {
    return `User ${this.name}`;
  }
}

class Link extends other.Entity {
  id = '';
  type = 'link';
  static override key = 'Link';
}

const ann = { id: '1', name: 'Ann' };
const bob = { id: '2', name: 'Bob' };
const users = [ann, bob];
const names = (list: unknown): unknown =>
  Object.values(list as object).map((user: User) => user.name);

const stores: { dispose(): void }[] = [];
afterEach(() => stores.splice(0).forEach((store) => store.dispose()));

function newStore() {
  const store = createStore();
  stores.push(store);
  return store;
}

it('the copy is another one', () => {
  expect(other.Entity).not.toBe(Entity);
});

describe('a store reads the lists of another copy', () => {
  it.each<[string, () => unknown]>([
    ['[User]', () => [User]],
    ['schema.Array', () => new other.schema.Array(User)],
    ['schema.All', () => new other.schema.All(User)],
    ['schema.Values', () => new other.schema.Values(User)],
    [
      'schema.Query',
      () => new other.schema.Query(new other.schema.Collection([User]), (all) => all),
    ],
    ['schema.Collection', () => new other.schema.Collection([User])],
    ['a Collection of Values', () => new other.schema.Collection(new other.schema.Values(User))],
    ['a Collection of the other copy', () => new schema.Collection(new other.schema.Array(User))],
    [
      'a Collection of the Values of the other copy',
      () => new schema.Collection(new other.schema.Values(User)),
    ],
    [
      'a Collection in an object',
      () => new other.schema.Object({ list: new other.schema.Collection([User]) }),
    ],
    ['a Collection in an entity', entityWithList],
  ])('%s', async (name, make) => {
    const isMap = name.includes('Values');
    const list: object = isMap ? { a: ann, b: bob } : users;
    const isInside = name.includes(' in ');
    const input = isInside ? { id: '1', list } : list;
    const store = newStore();
    const read = new other.Endpoint(() => Promise.resolve(input), { name, schema: make() });
    const data: unknown = await store.fetch(read);
    expect(names(isInside ? (data as { list: unknown }).list : data)).toEqual(['Ann', 'Bob']);
    const shown = Object.values(isInside ? (data as { list: object }).list : (data as object));
    expect(shown[0]).toBeInstanceOf(User);
  });

  function entityWithList(): unknown {
    class Team extends other.Entity {
      id = '';
      list: User[] = [];
      static override key = 'Team';
      static override schema = { list: new other.schema.Collection([User]) };
    }
    return Team;
  }

  it('and changes them', async () => {
    const { getList } = other.resource({ path: '/users/:id', schema: User });
    const list = getList.extend({ fetch: () => Promise.resolve(users) });
    const store = newStore();
    await store.fetch(list);
    await store.fetch(
      list.push.extend({ fetch: (_body: object) => Promise.resolve({ id: '3', name: 'Cid' }) }),
      { name: 'Cid' },
    );
    expect(names(store.getState(list).data)).toEqual(['Ann', 'Bob', 'Cid']);
  });

  it('and pages of them', async () => {
    const { getList } = other.resource({ path: '/users/:id', schema: User });
    const list = getList.extend({
      fetch: () => Promise.resolve(users),
      pages: { next: () => null },
    });
    const pages$ = pages(newStore(), list);
    const subscription = pages$.subscribe();
    await pages$.getValue().refetch();
    expect(names(pages$.getValue().items)).toEqual(['Ann', 'Bob']);
    subscription.unsubscribe();
  });
});

describe('schemas of two copies in each other', () => {
  it('a list around a Union takes over its mapping', async () => {
    const union = new other.schema.Union({ link: Link }, 'type');
    const read = new Endpoint(() => Promise.resolve([{ id: '1', type: 'link' }]), {
      name: 'feed',
      schema: [union],
    });
    for (const shape of [[union], new schema.Array(union), new schema.All(union)]) {
      const [link] = (await newStore().fetch(read.extend({ schema: shape }))) as Link[];
      expect(link).toBeInstanceOf(Link);
    }
  });

  it('two schemas of all entities of a class read one list', () => {
    expect(new schema.All(User).readsSame(new other.schema.All(User))).toBe(true);
  });

  it('a Collection in an object of another copy has its endpoints', () => {
    const shape = new other.schema.Object({
      list: new schema.Collection([User]),
      total: 0,
    });
    const read = new RestEndpoint({ path: '/users', schema: shape });
    expect(read.push).toBeDefined();
  });

  it('literals in an object of another copy are defaults', async () => {
    const shape = { user: User, page: new other.schema.Object({ total: 0 }) };
    const read = new Endpoint((_args: { id: string }) => Promise.resolve({ user: ann }), {
      name: 'page',
      schema: shape,
    });
    const store = newStore();
    store.set(User, ann);
    expect(store.getState(read, { id: '1' }).data).toMatchObject({ page: { total: 0 } });
  });
});

describe('entities of another copy', () => {
  it('have no versions of their own: an overlapped response is fetched again', async () => {
    const store = newStore();
    let served = ann;
    let requests = 0;
    const get = new other.Endpoint(
      (_args: { id: string }) => Promise.resolve((requests++, served)),
      { name: 'get', schema: User },
    );
    const subscription = store.observe(get, { id: '1' }).subscribe();
    await store.fetch(get, { id: '1' });
    const before = requests;
    const put = new other.Endpoint(
      (_args: { id: string }, body: object) => Promise.resolve((served = { ...ann, ...body })),
      { name: 'put', schema: User, sideEffect: true },
    );
    await Promise.all([
      store.fetch(put, { id: '1' }, { name: 'A' }),
      store.fetch(put, { id: '1' }, { name: 'B' }),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests).toBeGreaterThan(before);
    expect(store.get(User, { id: '1' })).toMatchObject(served);
    subscription.unsubscribe();
  });

  it('keep what their getters compute', async () => {
    const store = newStore();
    store.set(User, { ...ann, label: 'from the server' });
    expect(store.get(User, { id: '1' })).toHaveProperty('label', 'User Ann');
  });

  it('are removed by an Invalidate', async () => {
    const store = newStore();
    store.set([User], users);
    const remove = new other.Endpoint((_args: { id: string }) => Promise.resolve({ id: '1' }), {
      name: 'remove',
      schema: new other.schema.Invalidate(User),
      sideEffect: true,
    });
    await store.fetch(remove, { id: '1' });
    expect(names(store.get(new other.schema.All(User)))).toEqual(['Bob']);
  });
});

it('a store has the errors beside the data of a GraphQL endpoint of another copy', async () => {
  const errors = [{ message: 'no name', path: ['user', 'name'] }];
  const body = JSON.stringify({ data: { user: { id: '1', name: null } }, errors });
  const operation = new other.GQLEndpoint('http://test.invalid/graphql', {
    partialData: 'accept',
    fetchResponse: () =>
      Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } })),
  });
  const read = operation.query('{ user { id name } }', { user: User });
  const store = newStore();
  await store.fetch(read);
  expect(store.getState(read)).toMatchObject({
    data: { user: { id: '1' } },
    error: { code: 'SB_GRAPHQL' },
  });
});

describe('a store of another copy', () => {
  const read = new Endpoint(() => Promise.resolve(users), {
    name: 'users',
    schema: new schema.Collection([User]),
    pages: { next: () => null },
    pollFrequency: 1_000,
  });

  it.each<[string, (store: Store) => unknown]>([
    ['dehydrate', (store) => dehydrate(store)],
    ['pages', (store) => pages(store, read)],
    ['live', (store) => live(store, read)],
    ['inspect', (store) => inspect(store)],
    ['changes', (store) => changes(store, User)],
  ])('is refused by %s, with the names of both copies', (_, use) => {
    const store = other.createStore();
    stores.push(store);
    for (const given of [store, { ...store }]) {
      const error = failure(() => use(given));
      expect(error).toMatchObject({ code: 'SB_TWO_COPIES' });
      expect(String(error).match(/streambed \(source\)/g)).toHaveLength(2);
    }
  });

  function failure(run: () => unknown): unknown {
    try {
      run();
    } catch (error) {
      return StreambedError.is(error) ? error : undefined;
    }
    return undefined;
  }
});
