import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Team extends Entity {
  id = '';
  name = '';
  members: User[] = [];
  static override readonly key = 'Team';
  static override schema = { members: [User] };
}

const requests = new FakeRequests();
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getPage = new Endpoint(requests.send, {
  name: 'getPage',
  schema: { items: [User], total: 0 },
});
const getMap = new Endpoint(requests.send, { name: 'getMap', schema: new Values(User) });
const getTeam = new Endpoint(requests.send, { name: 'getTeam', schema: Team, lookup: true });
const remove = new Endpoint(requests.send, {
  name: 'remove',
  schema: new Invalidate(User),
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown) => id,
});
const rename = new Endpoint(requests.send, {
  name: 'rename',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown, name: unknown) => ({
    id,
    name,
  }),
});
const removal = new Invalidate(User);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a response that brings the data that is visible already', () => {
  it('keeps the list if the earlier one contains a removed entity', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const { values } = collect(store.select(getUsers));
    store.set(removal, '1');
    store.setResponse(getUsers, [bob]);
    expect(values.map((users) => users?.map(({ name }) => name))).toEqual([
      ['Ann', 'Bob'],
      ['Bob'],
    ]);
    store.set(User, { ...bob, name: 'Bobby' });
    expect(values.at(-1)?.map(({ name }) => name)).toEqual(['Bobby']);
  });

  it('keeps the object around the list, and the list if only another member differs', () => {
    const { store } = storeKit();
    store.setResponse(getPage, { items: [ann, bob], total: 1 });
    const { values } = collect(store.select(getPage));
    store.set(removal, '1');
    store.setResponse(getPage, { items: [bob], total: 1 });
    expect(values).toHaveLength(2);
    store.setResponse(getPage, { items: [bob], total: 2 });
    expect(values).toHaveLength(3);
    expect(values[2]?.items).toBe(values[1]?.items);
  });

  it('keeps the map if the earlier one contains a removed entity', () => {
    const { store } = storeKit();
    store.setResponse(getMap, { a: ann, b: bob });
    const { values } = collect(store.select(getMap));
    store.set(removal, '1');
    store.setResponse(getMap, { b: bob });
    expect(values).toHaveLength(2);
  });

  it('keeps an entity whose list contains a removed entity', () => {
    const { store } = storeKit();
    store.setResponse(getTeam, { id: 't', name: 'T', members: [ann, bob] });
    const { values } = collect(store.select(getTeam));
    store.set(removal, '1');
    store.setResponse(getTeam, { id: 't', name: 'T', members: [bob] });
    expect(values).toHaveLength(2);
    store.setResponse(getTeam, { id: 't', name: 'U', members: [bob] });
    expect(values).toHaveLength(3);
    expect(values[2]?.members).toBe(values[1]?.members);
  });
});

describe('an optimistic removal that fails', () => {
  it('restores the same instance, list and entity around it', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    store.setResponse(getTeam, { id: 't', name: 'T', members: [ann, bob] });
    const users = collect(store.select(getUsers)).values;
    const teams = collect(store.select(getTeam)).values;
    const one = collect(store.query(User, '1')).values;
    store.fetch(remove, '1').catch(() => {});
    requests.at(0).fail(new Error('no'));
    for (const values of [users, teams, one] as unknown[][]) {
      expect(values).toHaveLength(3);
      expect(values[1]).not.toBe(values[0]);
      expect(values[2]).toBe(values[0]);
    }
  });

  it('restores nothing old if another response arrived meanwhile', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const users = collect(store.select(getUsers)).values;
    store.fetch(remove, '1').catch(() => {});
    store.set(User, { ...ann, name: 'Anna' });
    requests.at(0).fail(new Error('no'));
    expect(users.at(-1)?.map(({ name }) => name)).toEqual(['Anna', 'Bob']);
    expect(users.at(-1)?.[1]).toBe(users[0]?.[1]);
  });
});

describe('optimistic changes that lead back to the confirmed value', () => {
  it('keep the visible instance when the later one gets its response first', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const { values } = collect(store.query(User, '1'));
    void store.fetch(rename, '1', 'Anna');
    void store.fetch(rename, '1', ann.name);
    requests.at(1).answer(ann);
    requests.at(0).answer({ ...ann, name: 'Anna' });
    expect(values.map((user) => user?.name)).toEqual(['Ann', 'Anna', 'Ann']);
  });
});
