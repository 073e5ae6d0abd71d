import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { hasDeclaredName } from '../../../src/data/endpoint/hasDeclaredName.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { EntityMixin } from '../../../src/data/schema/EntityMixin.ts';
import { GQLEndpoint } from '../../../src/http/graphql/GQLEndpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { User } from '../../support/entities.ts';

beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation());

async function getUser(): Promise<object> {
  return {};
}

class Plain {
  id = '';
}

describe('an endpoint is named', () => {
  it('by its option name, also if its function has the same name', () => {
    expect(hasDeclaredName(new Endpoint(getUser, { name: 'getUser' }))).toBe(true);
    expect(hasDeclaredName(new Endpoint(() => 1, { name: 'one' }))).toBe(true);
  });

  it('by its path, or its document', () => {
    const github = new GQLEndpoint('https://api.example/graphql');
    expect(hasDeclaredName(new RestEndpoint({ path: '/users/:id' }))).toBe(true);
    expect(hasDeclaredName(github.query('{ me { id } }'))).toBe(true);
  });

  it('by a key of its own', () => {
    const options = { key: () => 'user', testKey: (key: string) => key === 'user' };
    expect(hasDeclaredName(new Endpoint(getUser, options))).toBe(true);
  });

  it('not by its function, nor by that of its document', () => {
    const document = (): string => '{ me { id } }';
    const github = new GQLEndpoint('https://api.example/graphql');
    expect(hasDeclaredName(new Endpoint(getUser, {}))).toBe(false);
    expect(hasDeclaredName(new Endpoint(getUser, { name: undefined }))).toBe(false);
    expect(hasDeclaredName(github.query(document))).toBe(false);
  });

  it('as the one that it extends, or by a name of its own', () => {
    const implied = new Endpoint(getUser, {});
    expect(hasDeclaredName(implied.extend({ dataExpiryLength: 1 }))).toBe(false);
    expect(hasDeclaredName(implied.bind(undefined))).toBe(false);
    expect(hasDeclaredName(implied.extend({ name: 'getUser' }))).toBe(true);
  });
});

describe('an entity is named', () => {
  it('by its static key, declared in any way', () => {
    class Got extends Entity {
      static override get key(): string {
        return 'Got';
      }
    }
    class Admin extends User {}
    expect([User, Admin, Got].map(hasDeclaredName)).toEqual([true, true, true]);
    expect(hasDeclaredName(EntityMixin(Plain, { key: 'Plain', pk: 'id' }))).toBe(true);
  });

  it('not by its class', () => {
    class Implied extends Entity {}
    expect(hasDeclaredName(Implied)).toBe(false);
    expect(hasDeclaredName(EntityMixin(Plain, { pk: 'id' }))).toBe(false);
  });
});
