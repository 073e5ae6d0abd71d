import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Lazy } from '../../../src/data/schema/lazy/Lazy.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { ann, Link, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });

describe('inference', () => {
  it('gives no data for an object while an entity that its type promises is missing', () => {
    const { store } = storeKit();
    const schema = { user: User, link: Link };
    const getBoth = new Endpoint(requests.send, { name: 'getBoth', schema, lookup: true });
    store.setResponse(getUsers, [ann]);
    const reader = collectStates(store.observe(getBoth, '1'));
    expect(store.getState(getBoth, '1').data).toBeUndefined();
    expect(store.getState(getBoth, '9').status).toBe('invalid');
    store.set(Link, { id: '1', url: '/' });
    expect(store.getState(getBoth, '1').data).toEqual({
      user: User.fromJS(ann),
      link: Link.fromJS({ id: '1', url: '/' }),
    });
    expect(reader.values.map((value) => value.split(' ')[0])).toEqual(['invalid', 'valid']);
    reader.stop();
  });

  it.each<[string, unknown]>([
    ['a list', [User]],
    ['a map', new Values(User)],
    ['a Collection without a response', new Collection([Link])],
    ['All of an entity key without rows', new All(Link)],
    ['a union without the entity', new Union({ link: Link }, () => 'link')],
    ['a member that runs a function', Date],
    ['a Lazy member', new Lazy(User)],
    ['a nested object without its entity', { link: Link }],
    ['an ObjectSchema without its entity', new ObjectSchema({ link: Link, page: '' })],
    ['a nested object without its list', { user: User, links: [Link] }],
  ])('gives no data for an object with %s', (_, member) => {
    const { store } = storeKit();
    const schema = { user: User, member };
    const getBoth = new Endpoint(requests.send, { name: 'getBoth', schema });
    store.setResponse(getUsers, [ann]);
    expect(store.getState(getBoth, { id: '1' })).toMatchObject({
      status: 'invalid',
      data: undefined,
    });
  });

  it('gives the literals of an object at any depth, as stale, but never literals alone', () => {
    const { store } = storeKit();
    const meta = { total: 0, of: new ObjectSchema({ pages: 1 }) };
    const getFound = new Endpoint(requests.send, {
      name: 'found',
      schema: { user: User, meta },
      lookup: true,
    });
    const getMeta = new Endpoint(requests.send, { name: 'meta', schema: { meta } });
    store.setResponse(getUsers, [ann]);
    expect(store.getState(getFound, '1')).toMatchObject({
      status: 'stale',
      data: { user: User.fromJS(ann), meta: { total: 0, of: { pages: 1 } } },
    });
    expect(store.getState(getMeta, '1').status).toBe('invalid');
  });

  it('passes the known parts of an object to the function of a Query, and is stale', () => {
    const { store } = storeKit();
    const query = new Query({ user: User, link: Link }, ({ user, link }) => [
      user?.name,
      link?.url,
    ]);
    const getBoth = new Endpoint(requests.send, { name: 'getBoth', schema: query });
    store.setResponse(getUsers, [ann]);
    expect(store.getState(getBoth, { id: '1' })).toMatchObject({
      status: 'stale',
      data: ['Ann', undefined],
    });
  });

  it('is the same for an optimistic mutation and an updater function of set', () => {
    const { store } = storeKit();
    const both = { user: User, link: Link };
    const getBoth = new Endpoint(requests.send, { name: 'getBoth', schema: both });
    const seen: unknown[] = [];
    const rename = new Endpoint(requests.send, {
      name: 'rename',
      schema: User,
      sideEffect: true,
      getOptimisticResponse(snapshot, id: string) {
        seen.push(snapshot.getResponse(getBoth, id));
        throw snapshot.abort;
      },
    });
    store.setResponse(getUsers, [ann]);
    void store.fetch(rename, '1');
    store.set(both, '1', (previous) => {
      seen.push(previous);
      return previous;
    });
    expect(seen).toEqual([undefined]);
  });

  it('does not keep store.get from returning the known parts of an object', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const both = { user: User, link: Link, page: '' };
    expect(store.get(both, '1')).toEqual({ user: User.fromJS(ann), link: undefined, page: '' });
    expect(store.query(new ObjectSchema(both), '1').getValue()).toEqual(store.get(both, '1'));
    expect(store.get(both, '9')).toBeUndefined();
  });
});
