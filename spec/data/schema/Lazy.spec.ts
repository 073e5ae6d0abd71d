import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import * as schema from '../../../src/data/schema/index.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { failureOf } from './failureOf.ts';
import { readBack } from './readBack.ts';

const users = new schema.Lazy([User]);
const boss = new schema.Lazy(User);

class Group extends Entity {
  id = '';
  title = '';
  users: string[] = [];
  boss = '';
  static override key = 'Group';
  static override schema = { users, boss };
}

const rowers = { id: 'r', title: 'Rowers', users: [ann, bob], boss: ann };

describe('Lazy', () => {
  it('normalizes like its inner schema', () => {
    const { entities } = normalize(Group, rowers);
    expect(entities.get('Group')?.get('r')).toEqual({ ...rowers, users: ['1', '2'], boss: '1' });
    expect([...entities.get('User')!.keys()]).toEqual(['1', '2']);
  });

  it('reads as the stored form', () => {
    expect(readBack(Group, rowers)).toEqual({ ...rowers, users: ['1', '2'], boss: '1' });
    expect(readBack({ users, boss }, { users: [bob], boss: null })).toEqual({
      users: ['2'],
      boss: null,
    });
    const map = new schema.Lazy(new schema.Values(User));
    expect(readBack(map, { a: ann })).toEqual({ a: '1' });
  });

  it('cannot be looked up itself', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    // @ts-expect-error -- its query can
    expect(store.get(users)).toBeUndefined();
  });

  it('takes any other lazy schema as its own', () => {
    expect(readBack(new schema.Lazy(users), [ann])).toEqual(['1']);
  });

  it.each([undefined, null, 'User'])('rejects %p as its inner schema', (inner) => {
    expect(failureOf(() => new schema.Lazy(inner as never)).code).toBe('SB_SCHEMA_INVALID');
  });
});

describe('the owner of a lazy member', () => {
  it('stays the same when an entity behind the member changes, comes or goes', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    const group = store.get(Group, 'r');
    const seen = collect(store.query(Group, 'r'));
    store.set(User, { id: '1', name: 'Anna' });
    store.set(new schema.Invalidate(User), { id: '2' });
    store.set(User, { id: '9' });
    expect(store.get(Group, 'r')).toBe(group);
    expect(seen.values).toEqual([group]);
    seen.stop();
  });

  it('changes when the stored form changes', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    const { users: before } = store.get(Group, 'r')!;
    store.set(Group, { id: 'r', title: 'The rowers', users: [ann, bob] });
    expect(store.get(Group, 'r')?.users).toBe(before);
    store.set(Group, { id: 'r', users: [bob] });
    expect(store.get(Group, 'r')?.users).toEqual(['2']);
  });

  it('is shown even if a required entity is removed', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    store.set(new schema.Invalidate(User), { id: '1' });
    expect(store.get(Group, 'r')?.boss).toBe('1');
  });
});

describe('the query of a lazy schema', () => {
  it('is always the same object', () => {
    expect(users.query).toBe(users.query);
  });

  it('reads the entities behind the stored form and emits their changes', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    const { users: ids } = store.get(Group, 'r')!;
    const seen = collect(store.query(users.query, ids));
    expect(seen.values[0]).toEqual([ann, bob]);
    expect(seen.values[0]?.[0]).toBe(store.get(User, '1'));
    expect(store.get(users.query, ids)).toBe(seen.values[0]);

    store.set(User, { id: '1', name: 'Anna' });
    expect(seen.values[1]?.map(({ name }) => name)).toEqual(['Anna', 'Bob']);
    expect(seen.values[1]?.[1]).toBe(seen.values[0]?.[1]);
    store.set(new schema.Invalidate(User), { id: '2' });
    expect(seen.values[2]).toEqual([store.get(User, '1')]);
    seen.stop();
  });

  it('leaves out missing entities, and is undefined without a stored form', () => {
    const { store } = storeKit();
    store.set(User, ann);
    expect(store.get(users.query, ['1', '7'])).toEqual([ann]);
    expect(store.get(users.query, undefined)).toBeUndefined();
    expect(store.get(users.query, [])).toEqual([]);
  });

  it('of an entity takes the arguments of a look-up', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    const user = store.get(User, '1');
    expect(user).toBeDefined();
    expect(store.get(boss.query, store.get(Group, 'r')!.boss)).toBe(user);
    expect(store.get(boss.query, { id: 1 })).toBe(user);
    expect(store.get(boss.query, { email: ann.email })).toBe(user);
    expect(store.get(boss.query, '7')).toBeUndefined();
  });

  it('of a collection takes the arguments of the collection', () => {
    const { store } = storeKit();
    const list = new schema.Collection([User]);
    const lazy = new schema.Lazy(list);
    store.set(list, { team: '1' }, [ann]);
    expect(store.get(lazy.query, { team: '1' })).toBe(store.get(list, { team: '1' }));
    expect(store.get(lazy.query, { team: '2' })).toBeUndefined();
  });

  it('reads maps, unions and objects as well', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const map = new schema.Lazy(new schema.Values(User));
    const union = new schema.Lazy([new schema.Union({ user: User }, 'id')]);
    const user = store.get(User, '1');
    expect(store.get(map.query, { a: '1', b: '7' })).toEqual({ a: user });
    expect(store.get(union.query, [{ id: '1', schema: 'user' }])).toEqual([user]);
    expect(store.get(new schema.Lazy({ of: User, n: 0 }).query, { of: '1', n: 5 })).toEqual({
      of: user,
      n: 5,
    });
  });

  it('can be the inner schema of a schema.Query', () => {
    const { store } = storeKit();
    store.set(Group, rowers);
    const names = new schema.Query(users.query, (list) => list.map(({ name }) => name));
    const { users: ids } = store.get(Group, 'r')!;
    expect(store.get(names, ids)).toEqual(['Ann', 'Bob']);
  });
});

it('any entity in a chain of 1,500 that refer to each other in both directions can be read', () => {
  class Link extends Entity {
    id = '';
    next = '';
    previous = '';
    static override key = 'Link';
  }
  Link.schema = { next: new schema.Lazy(Link), previous: new schema.Lazy(Link) };
  const { store } = storeKit();
  const chain = Array.from({ length: 1_500 }, (_, i) => ({
    id: `${i}`,
    next: `${i + 1}`,
    previous: `${i - 1}`,
  }));
  store.set([Link], chain);
  for (const place of ['0', '750', '1499']) {
    expect(store.get(Link, place)).toEqual(chain[Number(place)]);
  }
  expect(store.get(new schema.All(Link))).toHaveLength(1_500);
});

it('the members of lazy members may be lazy', () => {
  class Node extends Entity {
    id = '';
    children: string[] = [];
    static override key = 'Node';
  }
  const children = new schema.Lazy([Node]);
  Node.schema = { children };
  const { store } = storeKit();
  store.set(Node, { id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] });
  const [b] = store.get(children.query, store.get(Node, 'a')!.children)!;
  expect(b.children).toEqual(['c']);
  expect(store.get(children.query, b.children)).toEqual([{ id: 'c', children: [] }]);
});
