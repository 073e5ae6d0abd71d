import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { ann, bob, cid, Link, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
let warn: jest.SpyInstance;

beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

class Issue extends Entity {
  owner = '';
  number = '';
  title = '';
  static override readonly key = 'Issue';
  override pk(): string | undefined {
    return this.owner && this.number && `${this.owner}/${this.number}`;
  }
}

type Read = ReadEndpoint<(args: object) => Promise<unknown>>;

/** A read of a path whose requests are fake. */
function read(path: string, schema: unknown): Read {
  const fetch = (...args: readonly unknown[]) => requests.send(...args);
  // The cast widens the types of the path and the schema.
  return new RestEndpoint({ path, schema }).extend({ fetch, name: path }) as never;
}

function kit() {
  const made = storeKit();
  made.store.set([User], [ann, bob]);
  made.store.set(Issue, { owner: 'a', number: '1', title: 'known' });
  const observe = (endpoint: Read, args: object) =>
    collectStates(made.store.observe(endpoint, args));
  return { ...made, observe };
}

const either = new Union({ user: User, link: Link }, () => 'user');

describe('the path of an endpoint', () => {
  it.each<[string, unknown, object]>([
    ['/users/:id', User, { id: '1' }],
    ['/users/:id/', User, { id: 1 }],
    ['/v2{/:id}', User, { id: '1' }],
    ['/:tenant/users/:id', User, { tenant: 'x', id: '1' }],
    ['/user?id=:id', User, { id: '1' }],
    ['/user', User, { id: '1', expand: true }],
    ['/repos/:owner/issues/:number', Issue, { owner: 'a', number: 1 }],
    ['/users/:id', either, { id: '1' }],
    ['/users/:id', { user: User, again: { user: User } }, { id: '1' }],
    ['/users/:id', new Query(User, (user) => user), { id: '1' }],
  ])('says that the arguments name the entity: %s', (path, schema, args) => {
    const { observe } = kit();
    expect(observe(read(path, schema), args).values).toEqual([expect.stringMatching(/^valid /)]);
    expect(requests.count).toBe(0);
  });

  it.each<[string, unknown, object]>([
    ['/users/:id/manager', User, { id: '1' }],
    ['/users/:id/manager/', User, { id: '1' }],
    ['/users{/:id}/manager', User, { id: '1' }],
    ['/users/:id/friends/:friend', User, { id: '1', friend: '2' }],
    ['/teams/:team/best', User, { team: 'x', id: '1' }],
    ['/repos/:owner/issues/:number/parent', Issue, { owner: 'a', number: '1' }],
    ['/users/:id/manager', either, { id: '1' }],
    ['/users/:id/manager', { manager: User }, { id: '1' }],
    ['/users/:id/manager', { data: { manager: User } }, { id: '1' }],
    ['/users/:id/manager', new Query(User, (user) => user), { id: '1' }],
  ])('says that they name another one: %s', async (path, schema, args) => {
    const { observe, store } = kit();
    const endpoint = read(path, schema);
    expect(observe(endpoint, args).values).toEqual(['invalid fetching']);
    expect(requests.count).toBe(1);
    expect(store.getState(endpoint, args).data).toBeUndefined();
    void store.fetchIfStale(read(`${path}?again`, schema), args);
    expect(requests.count).toBe(2);
  });

  it('does not matter for lists that hold all entities, or that their arguments identify', () => {
    const { observe, store } = kit();
    const all = read('/teams/:id/everybody', new All(User));
    expect(observe(all, { id: '1' }).values).toEqual([
      expect.stringMatching(/^stale fetching|^stale /),
    ]);
    const members = new Collection([User]);
    store.setResponse(
      read('/teams/:id/members', members) as never,
      ...([{ id: '1' }, [bob]] as never),
    );
    expect(observe(read('/groups/:id/members', members), { id: '1' }).values).toEqual([
      'valid [Bob]',
    ]);
  });

  it('is overruled by the option `lookup`', () => {
    const { store } = kit();
    const self = new RestEndpoint({ path: '/users/:id/self', schema: User, lookup: true });
    const other = new RestEndpoint({ path: '/managers/:id', schema: User, lookup: false });
    expect(store.getState(self, { id: '1' }).status).toBe('valid');
    expect(store.getState(other, { id: '1' }).status).toBe('invalid');
  });
});

describe('an entity that the server does not have', () => {
  it.each<[string, unknown, unknown]>([
    ['', User, null],
    [' of an object', { user: User }, { user: null }],
    [' of an inner object', { data: { user: User } }, { data: {} }],
    [' of a response without that object', { data: { user: User } }, {}],
    [' of a query', new Query(User, (user) => user), null],
    [' of a union', { user: either }, { user: null }],
  ])('is no other entity%s: the others are found on', (_, schema, response) => {
    const { observe, store } = kit();
    const getUser = new Endpoint((args: { id: string }) => requests.send(args), {
      name: 'find',
      schema: schema as typeof User,
      lookup: true,
    });
    const states = observe(getUser as never, { id: '2' });
    void store.fetch(getUser, { id: '1' });
    requests.last.answer(response);
    expect(warn.mock.calls).toEqual([]);
    expect(states.news()).toEqual([expect.stringMatching(/^valid .*(2|bob)/i)]);
  });
});

describe('an index', () => {
  it('may name another entity: its data is stale until a response was right', () => {
    const { observe } = kit();
    const byEmail = read('/users/by-email/:email', User);
    const first = observe(byEmail, { email: ann.email });
    expect(first.values).toEqual(['stale Ann fetching']);
    requests.last.answer(ann);
    expect(observe(byEmail, { email: bob.email }).values).toEqual(['valid Bob']);
    expect(requests.count).toBe(1);
  });
});

describe('a function with arguments', () => {
  const getOne = new Endpoint(requests.send, { name: 'getOne', schema: User });

  it.each([['1'], [{ id: '1' }]])(
    'may name another entity: its data is stale until a response was right',
    (arg) => {
      const { store } = kit();
      const states = collectStates(store.observe(getOne, arg));
      expect(states.news()).toEqual(['stale Ann fetching']);
      requests.last.answer(ann);
      expect(states.news()).toEqual(['valid Ann']);
      expect(collectStates(store.observe(getOne, '2')).values).toEqual(['valid Bob']);
      expect(requests.count).toBe(1);
    },
  );

  it('is fetched by fetchIfStale until then', async () => {
    const { store } = kit();
    const fetched = store.fetchIfStale(getOne, '1');
    requests.last.answer({ ...bob });
    await expect(fetched).resolves.toMatchObject({ name: 'Bob' });
  });

  it('is inferred no longer once a response has another entity; what it showed is fetched', () => {
    const { store } = kit();
    store.set(User, cid);
    const managerOf = getOne.extend({ name: 'managerOf' });
    store.observe(managerOf, '1').subscribe();
    requests.last.answer(ann);
    const second = collectStates(store.observe(managerOf, '2'));
    expect(second.news()).toEqual(['valid Bob']);
    const third = store.observe(managerOf, '9');
    third.subscribe();
    store.set(User, { id: '9', name: 'Ina' });
    requests.last.answer(cid);
    expect(second.news()).toEqual(['invalid fetching']);
    expect(requests.count).toBe(3);
    expect(requests.last.args).toEqual(['2']);
    expect(store.getState(managerOf, '3').data).toBeUndefined();
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining('[SB_LOOKUP_WRONG]')]);
    requests.last.answer(ann);
    expect(second.news()).toEqual(['valid Ann']);
  });

  it('is not judged by an alias of an entity that the cache did not have', () => {
    const { store } = kit();
    const getUser = getOne.extend({ name: 'getUser', lookup: true });
    store.observe(getUser, 'me').subscribe();
    requests.last.answer(ann);
    expect(collectStates(store.observe(getUser, '2')).values).toEqual(['valid Bob']);
  });
});

describe('a removal with an empty response', () => {
  const noContent = () => Promise.resolve(new Response(null, { status: 204 }));
  const remove = <P extends string>(path: P) =>
    new RestEndpoint({
      path,
      method: 'DELETE',
      schema: new Invalidate(User),
      fetchResponse: noContent,
    });

  it('removes the entity that the path ends with', async () => {
    const { store } = kit();
    await store.fetch(remove('/users/:id'), { id: '1' });
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('does not remove the parent of what was removed', async () => {
    const { store } = kit();
    const removed = store.fetch(remove('/users/:id/avatar'), { id: '1' });
    await expect(removed).rejects.toMatchObject({ code: 'SB_PK_MISSING' });
    expect(store.get(User, '1')?.name).toBe('Ann');
  });
});

describe('a list that an `id` identifies', () => {
  const members = new Collection([User]);
  const getMembers = read('/teams/:id/members', members);

  it('takes no member because of the id of the member', () => {
    const { store } = kit();
    store.setResponse(getMembers, { id: '3' }, [ann]);
    store.set(members.push, { ...cid, id: '3' });
    store.set(members.remove, { ...cid, id: '3' });
    const shown = store.getState(getMembers, { id: '3' }).data as User[];
    expect(shown.map(({ name }) => name)).toEqual(['Ann']);
  });
});
