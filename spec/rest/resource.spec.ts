import { resource } from '../../src/rest/resource.ts';
import { RestEndpoint } from '../../src/rest/RestEndpoint.ts';
import type { RestOptions } from '../../src/rest/RestOptions.ts';
import { Entity } from '../../src/schema/Entity.ts';
import { codeOf } from '../endpoint/codeOf.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

describe('resource', () => {
  it('reads one item at its path and the list at the shortened path', () => {
    const { get, getList } = resource({ path: '/groups/:group/users/:id', schema: User });
    expect(get.key({ group: 'a', id: 1 })).toBe('GET /groups/a/users/1');
    expect(getList.key({ group: 'a', page: 2 })).toBe('GET /groups/a/users?page=2');
    expect([get.schema, getList.schema]).toEqual([User, [User]]);
    expect([get.sideEffect, getList.sideEffect]).toEqual([undefined, undefined]);
  });

  it('names its endpoints after the entity, the given name or the path', () => {
    const path = '/users/:id';
    expect(resource({ path, schema: User }).get.name).toBe('User.get');
    expect(resource({ path, schema: User, name: 'Person' }).getList.name).toBe('Person.getList');
    expect(resource({ path, schema: { user: User } }).get.name).toBe('/users/:id.get');
  });

  it('gives all options and members to both', () => {
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
});
