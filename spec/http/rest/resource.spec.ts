import { resource } from '../../../src/http/rest/resource.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import type { RestOptions } from '../../../src/http/rest/RestOptions.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { codeOf } from '../../data/endpoint/codeOf.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

describe('resource', () => {
  it('reads one item at its path and the list at the shortened path', () => {
    const { get, getList } = resource({ path: '/groups/:group/users/:id', schema: User });
    expect(get.key({ group: 'a', id: 1 })).toBe('GET /groups/a/users/1');
    expect(getList.key({ group: 'a', page: 2 })).toBe('GET /groups/a/users?page=2');
    expect(get.schema).toBe(User);
    expect(getList.schema).toBeInstanceOf(Collection);
    expect(getList.schema.schema).toEqual([User]);
    expect([get.sideEffect, getList.sideEffect]).toEqual([undefined, undefined]);
  });

  it('derives the names of its endpoints from the entity, the given name or the path', () => {
    const path = '/users/:id';
    expect(resource({ path, schema: User }).get.name).toBe('User.get');
    expect(resource({ path, schema: User, name: 'Person' }).getList.name).toBe('Person.getList');
    expect(resource({ path, schema: { user: User } }).get.name).toBe('/users/:id.get');
  });

  it('passes all options and members to both', () => {
    let prefix = '/v1';
    const { get, getList } = resource({
      path: '/users/:id',
      schema: User,
      dataExpiryLength: 5,
      token: 'x',
      body: {},
      get urlPrefix() {
        return prefix;
      },
    });
    for (const endpoint of [get, getList]) {
      expect([endpoint.dataExpiryLength, endpoint.token, endpoint.method]).toEqual([5, 'x', 'GET']);
      expect('Endpoint' in endpoint).toBe(false);
    }
    prefix = '/v2';
    expect(getList.url()).toBe('/v2/users');
  });

  it('makes its endpoints from the given class; options win over its fields', () => {
    class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {
      override urlPrefix = 'https://api.example.com';
      override dataExpiryLength = 1;
    }
    const options = { path: '/users/:id', schema: User, Endpoint: ApiEndpoint } as const;
    const { get, getList } = resource({ ...options, dataExpiryLength: 2 });
    expect(get).toBeInstanceOf(ApiEndpoint);
    expect(getList.url()).toBe('https://api.example.com/users');
    expect(getList.dataExpiryLength).toBe(2);
  });

  it('refuses a path without a parameter', () => {
    expect(codeOf(() => resource({ path: '/users', schema: User }))).toBe('SB_PATH_INVALID');
  });

  it.each<[string, string, string]>([
    ['/users/:id', 'GET /users', '/users/1'],
    ['/:id', 'GET /', '/1'],
    ['/users{/:id}', 'GET /users', '/users/1'],
    ['/users/:id.json', 'GET /users', '/users/1.json'],
    ['/users/:id?v=2', 'GET /users?v=2', '/users/1?v=2'],
  ])('of path %s has its list at %s', (path, listKey, item) => {
    const {
      get,
      getList,
      update,
      partialUpdate,
      delete: remove,
    } = resource({ path, schema: User });
    expect(getList.key()).toBe(listKey);
    const params = { id: 1 };
    expect([
      get.key(params),
      update.key(params, {}),
      partialUpdate.key(params, {}),
      remove.key(params),
    ]).toEqual([`GET ${item}`, `PUT ${item}`, `PATCH ${item}`, `DELETE ${item}`]);
  });

  it('has an array as list if its items are not entities', () => {
    const { getList, delete: remove } = resource({ path: '/users/:id', schema: { user: User } });
    expect(getList.schema).toEqual([{ user: User }]);
    expect(remove.schema).toBeUndefined();
    expect(codeOf(() => getList.push)).toBe('SB_SCHEMA_INVALID');
  });

  it('makes its list from the given class, with the given nonFilterArgumentKeys', () => {
    class Newest<S extends [typeof User]> extends Collection<S> {}
    const { getList } = resource({
      path: '/users/:id',
      schema: User,
      Collection: Newest,
      nonFilterArgumentKeys: ['sort'],
    });
    expect(getList.schema).toBeInstanceOf(Newest);
    expect('Collection' in getList).toBe(false);
  });

  it('can only be optimistic for entities', () => {
    const make = () => resource({ path: '/x/:id', schema: { user: User }, optimistic: true });
    expect(codeOf(make)).toBe('SB_OPTION_INVALID');
    const own = resource({ path: '/x/:id', schema: User, getOptimisticResponse: () => 'own' });
    expect(own.update.getOptimisticResponse?.({} as never)).toBe('own');
  });
});

describe('the list of a resource', () => {
  const { getList } = resource({
    path: '/groups/:group/users/:id',
    schema: User,
    paginationField: 'page',
  });
  const params = { group: 'a' };

  it('has endpoints that change it, the same ones at every access', () => {
    const sent = (['push', 'unshift', 'remove', 'move', 'getPage'] as const).map((name) => {
      expect(getList[name]).toBe(getList[name]);
      const { method, path, sideEffect, name: label } = getList[name];
      return [label, method, path, sideEffect];
    });
    const path = '/groups/:group/users';
    expect(sent).toEqual([
      ['User.getList.push', 'POST', path, true],
      ['User.getList.unshift', 'POST', path, true],
      ['User.getList.remove', 'PATCH', path, true],
      ['User.getList.move', 'PATCH', `${path}/:id`, true],
      ['User.getList.getPage', 'GET', path, undefined],
    ]);
    expect(getList.push.schema).toBe(getList.schema.push);
    expect(getList.move.key({ group: 'a', id: 1 }, {})).toBe('PATCH /groups/a/users/1');
  });

  it('has its own endpoints in an extension', () => {
    const other = getList.extend({ urlPrefix: '/v2' });
    expect(other.push).not.toBe(getList.push);
    expect(other.push.url(params, {})).toBe('/v2/groups/a/users');
    expect(getList.push.url(params, {})).toBe('/groups/a/users');
  });

  it('reads each page under its own key', () => {
    const { getPage } = getList;
    expect(getPage.key({ ...params, page: 2 })).toBe('GET /groups/a/users?page=2');
    const byCursor = getList.paginated('cursor');
    expect(byCursor.key({ ...params, cursor: 'x' })).toBe('GET /groups/a/users?cursor=x');
    expect(byCursor.schema).not.toBe(getPage.schema);
  });

  it('may be inside one or several objects', () => {
    const list = new Collection([User]);
    const inner = { found: list, next: '' };
    for (const schema of [inner, { answer: inner }, new ObjectSchema(inner)]) {
      const endpoint = new RestEndpoint({ path: '/users', schema, paginationField: 'page' });
      expect(endpoint.push.schema).toBe(list.push);
      const page = endpoint.getPage.schema as { answer?: unknown };
      expect(Object.getPrototypeOf(page)).toBe(Object.getPrototypeOf(schema));
      const { schema: members = page } = page as { schema?: unknown };
      const { answer = members } = members as { answer?: unknown };
      expect((answer as typeof inner).found).not.toBe(list);
      expect((answer as typeof inner).next).toBe('');
    }
  });

  it('may be inside a Query, which also processes the list with a page', async () => {
    const list = new Collection([User]);
    const names = new Query({ found: list }, ({ found }) => found?.map(({ id }) => id).join());
    const getNames = new RestEndpoint({ path: '/users', schema: names, paginationField: 'page' });
    expect(getNames.push.schema).toBe(list.push);
    const answers = [[{ id: 'a' }], [{ id: 'b' }]].map((found) => JSON.stringify({ found }));
    const store = createStore({
      fetch: async () =>
        new Response(answers.shift() ?? '{"id":"c"}', {
          headers: { 'content-type': 'application/json' },
        }),
    });
    expect(await store.fetch(getNames)).toBe('a');
    const page: string | undefined = await store.fetch(getNames.getPage, { page: 2 });
    expect(page).toBe('a,b');
    const created: User = await store.fetch(getNames.push, { id: 'c' });
    expect(created.id).toBe('c');
    expect(store.getState(getNames).data).toBe('a,b,c');
    store.dispose();
  });

  it('supports assign if it is a map', () => {
    const schema = new Collection(new Values(User));
    const getMap = new RestEndpoint({ path: '/users', schema });
    expect(getMap.assign.schema).toBe(schema.assign);
  });

  it('throws a typed error with the name of the endpoint if it is missing', () => {
    const loop: Record<string, unknown> = { user: User };
    loop.self = loop;
    for (const schema of [undefined, User, [User], { user: User }, loop]) {
      const plain = new RestEndpoint({ path: '/users', schema });
      expect(codeOf(() => plain.push)).toBe('SB_SCHEMA_INVALID');
      expect(() => plain.getPage).toThrow(
        'Endpoint "/users": getPage needs a list with an identity',
      );
    }
  });
});

describe('extend of a resource', () => {
  const base = resource({ path: '/users/:id', schema: User });

  it('replaces one endpoint and does not change the others or the resource', () => {
    const changed = base.extend('get', { dataExpiryLength: 5 });
    expect([changed.get.dataExpiryLength, base.get.dataExpiryLength]).toEqual([5, undefined]);
    expect(changed.update).toBe(base.update);
    expect(changed.get.name).toBe('User.get');
  });

  it('adds an endpoint that extends get', () => {
    const { current } = base.extend('current', { path: '/me' });
    expect([current.key(), current.name, current.schema]).toEqual([
      'GET /me',
      'User.current',
      User,
    ]);
    const named = base.extend('current', { path: '/me', name: 'me' });
    expect(named.current.name).toBe('me');
  });

  it('replaces several endpoints', () => {
    const changed = base.extend({ get: { path: '/a/:id' }, delete: { method: 'POST' } });
    expect(changed.get.key({ id: 1 })).toBe('GET /a/1');
    expect(changed.delete.method).toBe('POST');
    expect(codeOf(() => base.extend({ gett: {} } as never))).toBe('SB_OPTION_INVALID');
  });

  it('accepts a function that returns new members', () => {
    const changed = base.extend(({ get, getList }) => ({
      getTop: getList.extend({ path: '/top' }),
      rename: get.extend({ method: 'PATCH' }),
    }));
    expect([changed.getTop.key(), changed.rename.method]).toEqual(['GET /top', 'PATCH']);
    expect(changed.get).toBe(base.get);
  });

  it('can be repeated', () => {
    const changed = base.extend('a', { path: '/a' }).extend('b', { path: '/b' });
    expect([changed.a.key(), changed.b.key()]).toEqual(['GET /a', 'GET /b']);
    const again = changed.extend({ a: { urlPrefix: '/v2' } }).extend((all) => ({ c: all.a }));
    expect([again.c.key(), again.b.key()]).toEqual(['GET /v2/a', 'GET /b']);
  });
});
