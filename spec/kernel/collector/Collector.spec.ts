import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Lazy } from '../../../src/data/schema/lazy/Lazy.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import type { DenormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, cid, Link, Post, User } from '../../support/entities.ts';
import { exposedGc } from '../../support/exposedGc.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getAllUsers = new Endpoint(requests.send, { name: 'getAllUsers', schema: new All(User) });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getPost = new Endpoint(requests.send, { name: 'getPost', schema: Post, lookup: true });
const removeUser = new Endpoint(requests.send, {
  name: 'removeUser',
  schema: new Invalidate(User),
  sideEffect: true,
});

const post = { id: 'p', title: 'T', author: ann };

const kindOf = (item: object): 'post' | 'link' | 'ad' => (item as { type: 'post' }).type;

let warn: jest.SpyInstance;
beforeAll(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterAll(() => warn.mockRestore());

/** A store with a graceTime of 10 ms and a gcTime of 100 ms. */
const kit = (options: object = {}) => storeKit({ graceTime: 10, gcTime: 100, ...options });

describe('an entity that no observer reaches', () => {
  it('is collected gcTime after it arrived, by a timer alone', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    clock.advance(99);
    expect(store.get(User, '1')?.name).toBe('Ann');
    clock.advance(1);
    expect(store.stats().entities).toBe(0);
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('is collected later if it arrives again', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    clock.advance(60);
    store.set(User, ann);
    clock.advance(99);
    expect(store.stats().entities).toBe(1);
    clock.advance(1);
    expect(store.stats().entities).toBe(0);
  });

  it('is collected together with the result that contained it', () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(getUsers));
    requests.last.answer([ann, bob]);
    clock.advance(5_000);
    expect(store.stats()).toMatchObject({ entries: 1, entities: 2 });
    reader.stop();
    clock.advance(10);
    clock.advance(99);
    expect(store.stats()).toMatchObject({ entries: 1, entities: 2 });
    clock.advance(1);
    expect(store.stats()).toMatchObject({ entries: 0, entities: 0 });
  });

  it('is collected after an observed list has lost it', () => {
    const { store, clock } = kit();
    collectStates(store.observe(getUsers));
    requests.last.answer([ann, bob]);
    store.setResponse(getUsers, [bob]);
    clock.advance(101);
    expect(store.get(User, '1')).toBeUndefined();
    expect(store.get(User, '2')?.name).toBe('Bob');
  });

  it('is reported as removed by entities$ and actions$, and to no other observer', () => {
    const { store, clock } = kit();
    const users = collect(store.query(User, '2'));
    const states = collectStates(store.observe(getPost, 'p'));
    store.set([User], [ann, bob]);
    requests.last.answer({ ...post, author: bob });
    const [snapshots, actions] = [collect(store.entities$), collect(store.actions$)];
    const before = snapshots.values[0];
    for (const all of [users, states]) all.news();
    clock.advance(100);
    expect(snapshots.values).toHaveLength(2);
    expect(before.has('User', '1')).toBe(true);
    expect(snapshots.values[1].has('User', '1')).toBe(false);
    expect(actions.values.map(({ type }) => type)).toEqual(['collect']);
    expect([users.news(), states.news()]).toEqual([[], []]);
  });

  it('restores it as an entity like any other', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    clock.advance(100);
    const users = collect(store.query(User, '1'));
    store.set(User, { id: '1', name: 'Anna' });
    expect(users.values.map((user) => user?.name)).toEqual([undefined, 'Anna']);
    expect(users.values[1]).toMatchObject({ email: '' });
  });

  it('is kept for ever with gcTime Infinity', () => {
    const { store, clock } = kit({ gcTime: Infinity });
    store.set(User, ann);
    store.set(new All(Link), []);
    clock.advance(86_400_000);
    store.gc();
    expect(store.get(User, '1')?.name).toBe('Ann');
    expect(store.get(new All(Link))).toEqual([]);
  });

  it('is collected at once with gcTime 0', () => {
    const { store, clock } = kit({ gcTime: 0, graceTime: 0 });
    store.set(User, ann);
    clock.advance(0);
    expect(store.stats().entities).toBe(0);
  });
});

describe('an entity that an observer reaches', () => {
  const schemas: Record<string, { schema: unknown; answer: unknown }> = {
    'an entity': { schema: Post, answer: post },
    'a list': { schema: [Post], answer: [post] },
    'a list in an object': { schema: { items: [Post], next: '' }, answer: { items: [post] } },
    'a map': { schema: new Values(Post), answer: { one: post } },
    'a union': {
      schema: new Union({ post: Post, link: Link }, kindOf),
      answer: { ...post, type: 'post' },
    },
    'a list of unions': {
      schema: [new Union({ post: Post, link: Link }, kindOf)],
      answer: [{ ...post, type: 'post' }],
    },
    'an All': { schema: new All(Post), answer: [post] },
    'an All of several kinds': {
      schema: new All({ post: Post, link: Link }, kindOf),
      answer: [
        { id: 1, type: 'ad' },
        { ...post, type: 'post' },
      ],
    },
    'a collection': { schema: new Collection([Post]), answer: [post] },
    'a collection of a map': {
      schema: { items: new Collection(new Values(Post)) },
      answer: { items: { one: post } },
    },
    'a query': { schema: new Query([Post], ([first]) => first), answer: [post] },
  };

  it.each(Object.keys(schemas))('is kept by the result of an observed key: %s', (name) => {
    const { store, clock } = kit();
    const { schema, answer } = schemas[name];
    const read = new Endpoint(requests.send, { name: 'read', schema });
    const states = collectStates(store.observe(read));
    requests.last.answer(answer);
    store.set(User, bob);
    const { data } = store.getState(read);
    for (let i = 0; i < 10; i++) clock.advance(100);
    store.gc();
    expect(store.getState(read).data).toBe(data);
    expect(store.get(User, '1')?.name).toBe('Ann');
    expect(store.get(User, '2')).toBeUndefined();
    states.news();
    store.set(User, { ...ann, name: 'Anna' });
    expect(states.news()).toHaveLength(1);
  });

  it('is kept by a custom schema, with all entities that the schema reads', () => {
    class Featured {
      normalize(input: { user: object }, _p: unknown, _k: string, delegate: Visits): unknown {
        return { shown: delegate.visit(User, input.user, input, 'user') };
      }
      denormalize(stored: { shown: string }, delegate: Unvisits): unknown {
        const user = delegate.unvisit(User, stored.shown) as User | undefined;
        return { user, friend: delegate.unvisit(User, user?.email) };
      }
      queryKey(): undefined {}
    }
    const { store, clock } = kit();
    const read = new Endpoint(requests.send, { name: 'read', schema: new Featured() });
    collectStates(store.observe(read));
    store.set([User], [bob, cid]);
    requests.last.answer({ user: { id: '1', name: 'Ann', email: '2' } });
    for (let i = 0; i < 3; i++) clock.advance(100);
    expect(store.getState(read).data).toMatchObject({ user: { id: '1' }, friend: { id: '2' } });
    expect(store.get(User, '3')).toBeUndefined();
  });

  it('is kept by a lazy member that an observer reads', () => {
    const { store, clock } = kit();
    const lazy = new Lazy([Post]);
    const read = new Endpoint(requests.send, { name: 'read', schema: { posts: lazy } });
    collectStates(store.observe(read));
    requests.last.answer({ posts: [post] });
    store.set(User, bob);
    for (let i = 0; i < 3; i++) clock.advance(100);
    expect(store.get(lazy.query, ['p'])).toMatchObject([{ author: { name: 'Ann' } }]);
    expect(store.get(User, '2')).toBeUndefined();
  });

  it('is kept by a list whose class has a denormalize of its own, if that reads it', () => {
    class WithFriends extends ArraySchema<typeof User> {
      override denormalize(stored: unknown, delegate: DenormalizeDelegate): User[] {
        const users = super.denormalize(stored, delegate);
        return users.flatMap((user) => [user, delegate.unvisit(User, user.email) as User]);
      }
    }
    const { store, clock } = kit();
    const read = new Endpoint(requests.send, { name: 'read', schema: new WithFriends(User) });
    collectStates(store.observe(read));
    store.set([User], [bob, cid]);
    requests.last.answer([{ id: '1', name: 'Ann', email: '2' }]);
    for (let i = 0; i < 3; i++) clock.advance(100);
    expect(store.getState(read).data).toMatchObject([{ id: '1' }, { id: '2' }]);
    expect(store.get(User, '3')).toBeUndefined();
  });

  it('is kept by a key with inferred data, until gcTime after the key was released', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    for (let i = 0; i < 10; i++) clock.advance(100);
    expect(reader.values).toEqual(['valid Ann']);
    reader.stop();
    clock.advance(10);
    clock.advance(99);
    expect(store.stats().entities).toBe(1);
    clock.advance(1);
    expect(store.stats().entities).toBe(0);
    expect(requests.count).toBe(0);
  });

  it.each([
    ['an entity', User],
    ['all of a kind', new All(User)],
    ['an object', { user: User, posts: new All(Post) }],
  ])('is kept by a query of %s, until gcTime after the query was released', (_, schema) => {
    const { store, clock } = kit();
    store.set(User, ann);
    const reader = collect(store.query(schema as typeof User, '1'));
    for (let i = 0; i < 10; i++) clock.advance(100);
    expect(reader.values).toHaveLength(1);
    reader.stop();
    clock.advance(10);
    clock.advance(50);
    // Another observer subscribes and leaves: the time starts again.
    collect(store.query(schema as typeof User, '1')).stop();
    clock.advance(10);
    clock.advance(99);
    expect(store.stats().entities).toBe(1);
    clock.advance(1);
    expect(store.stats().entities).toBe(0);
  });

  it('is kept by a look-up in an index', () => {
    const { store, clock } = kit();
    store.set([User], [ann, bob]);
    const reader = collect(store.query(User, { email: ann.email }));
    clock.advance(100);
    expect(store.stats().entities).toBe(1);
    expect(reader.values.map((user) => user?.name)).toEqual(['Ann']);
  });

  it('is kept if a later write makes it reachable', () => {
    const { store, clock } = kit();
    collectStates(store.observe(getPost, 'p'));
    requests.last.answer(post);
    store.set(User, bob);
    clock.advance(50);
    store.set(Post, { id: 'p', author: '2' });
    clock.advance(60);
    expect(store.getState(getPost, 'p').data?.author?.name).toBe('Bob');
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('is collected with its cycle when only the cycle reaches it', () => {
    class Person extends Entity {
      id = '';
      best: Person | undefined = undefined;
      static override readonly key = 'Person';
      static override get schema() {
        return { best: Person };
      }
    }
    const { store, clock } = kit();
    store.set(
      [Person],
      [
        { id: 'a', best: 'b' },
        { id: 'b', best: 'a' },
      ],
    );
    const reader = collect(store.query(Person, 'a'));
    clock.advance(1_000);
    expect(reader.values[0]?.best?.best).toBe(reader.values[0]);
    expect(store.stats().entities).toBe(2);
    reader.stop();
    clock.advance(10);
    clock.advance(100);
    expect(store.stats().entities).toBe(0);
  });
});

interface Visits {
  visit(schema: unknown, value: unknown, parent: unknown, key: string): unknown;
}
interface Unvisits {
  unvisit(schema: unknown, stored: unknown): unknown;
}

describe('an optimistic layer', () => {
  const rename = new Endpoint(requests.send, {
    name: 'rename',
    schema: Post,
    sideEffect: true,
    getOptimisticResponse: (snapshot: OptimisticSnapshot, ...[id, title]: readonly unknown[]) => ({
      id: snapshot.get(Post, String(id))?.id ?? 'unknown',
      title,
    }),
  });
  const remove = new Endpoint(requests.send, {
    name: 'remove',
    schema: new Invalidate(Post),
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown) => ({ id }),
  });

  it('keeps the entities that it changes, with those nested in them', async () => {
    const { store, clock } = kit();
    store.set(Post, post);
    const renamed = store.fetch(rename, 'p', 'New');
    for (let i = 0; i < 5; i++) clock.advance(100);
    store.gc();
    expect(store.get(Post, 'p')).toMatchObject({ title: 'New', author: { name: 'Ann' } });
    requests.last.fail(new Error('down'));
    await renamed.catch(() => {});
    expect(store.get(Post, 'p')).toMatchObject({ title: 'T', author: { name: 'Ann' } });
    clock.advance(100);
    expect(store.stats()).toMatchObject({ entities: 0, layers: 0 });
  });

  it('keeps an entity that it hides, because observers see it again if the mutation fails', async () => {
    const { store, clock } = kit();
    collectStates(store.observe(getPost, 'p'));
    requests.last.answer(post);
    const removed = store.fetch(remove, 'p');
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(store.get(Post, 'p')).toBeUndefined();
    requests.last.fail(new Error('down'));
    await removed.catch(() => {});
    expect(store.getState(getPost, 'p').data).toMatchObject({ author: { name: 'Ann' } });
  });
});

describe('a list of all entities of a class', () => {
  it('is unknown after its entities were collected, not empty: the next observer waits', () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(getAllUsers));
    requests.last.answer([ann]);
    reader.stop();
    clock.advance(10);
    clock.advance(100);
    expect(store.stats()).toMatchObject({ entries: 0, entities: 0 });
    expect(store.getState(getAllUsers)).toMatchObject({ status: 'invalid', data: undefined });
    expect(store.get(new All(User))).toBeUndefined();
  });

  it('is forgotten with its result if it is empty', () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(getAllUsers));
    requests.last.answer([]);
    reader.stop();
    clock.advance(10);
    expect(store.get(new All(User))).toEqual([]);
    clock.advance(100);
    expect(store.get(new All(User))).toBeUndefined();
  });

  it('stays empty for an observer, however long ago its entities were removed', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    const users = collect(store.query(new All(User)));
    store.set(new Invalidate(User), '1');
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(users.values.map((all) => all?.length)).toEqual([1, 0]);
    store.set(User, bob);
    expect(users.values.at(-1)).toMatchObject([{ name: 'Bob' }]);
  });
});

describe('the tombstone of a removed entity', () => {
  const isRemoved = ({ store }: ReturnType<typeof kit>): boolean =>
    store.entities$.getValue().isRemoved('User', '1');

  it('is collected gcTime after the removal', () => {
    const it = kit();
    it.store.set(User, ann);
    it.store.set(new Invalidate(User), '1');
    it.clock.advance(99);
    expect(isRemoved(it)).toBe(true);
    it.clock.advance(1);
    expect(isRemoved(it)).toBe(false);
  });

  it('is kept while a request sent before the removal is in flight', async () => {
    const it = kit();
    const { store, clock } = it;
    store.set(User, ann);
    const late = store.fetch(getUsers);
    const done = store.fetch(removeUser, '1');
    requests.last.answer('');
    await done;
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(isRemoved(it)).toBe(true);
    requests.at(0).answer([ann, bob]);
    expect(await late).toMatchObject([{ name: 'Bob' }]);
    // The result contains the entity; it is kept as long as any other result.
    for (let i = 0; i < 3; i++) clock.advance(100);
    expect(isRemoved(it)).toBe(false);
  });

  it('is kept while a result contains the entity', () => {
    const it = kit();
    const { store, clock } = it;
    const read = new Endpoint(requests.send, { name: 'read', schema: { user: User } });
    collectStates(store.observe(read));
    requests.last.answer({ user: ann });
    store.set(new Invalidate(User), '1');
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(isRemoved(it)).toBe(true);
  });
});

it('an invalidation is kept while a request sent before it is in flight', () => {
  const { store, clock } = kit();
  collectStates(store.observe(getUsers)).stop();
  store.invalidate(getUsers);
  clock.advance(10);
  clock.advance(1_000);
  requests.last.answer([ann, bob]);
  expect(store.getState(getUsers)).toMatchObject({ status: 'invalid', data: undefined });
});

describe('gc()', () => {
  it('collects at once everything that may be collected', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    store.setResponse(getPost, 'p', post);
    clock.advance(10);
    // Time passes, but no timer runs: the process was busy.
    clock.adjust(1_000);
    store.gc();
    expect(store.stats()).toMatchObject({ entries: 0, entities: 0 });
  });

  it('keeps everything that is younger than gcTime', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    clock.adjust(99);
    store.gc();
    expect(store.stats().entities).toBe(1);
  });

  it('keeps a response that has just arrived, however long it took', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(getUsers);
    clock.advance(1_000);
    requests.last.answer([ann, bob]);
    await fetched;
    store.gc();
    expect(store.getState(getUsers).status).toBe('valid');
    expect(store.stats()).toMatchObject({ entries: 1, entities: 2 });
  });

  it('starts after a batch or a subscriber has returned', async () => {
    const { store, clock } = kit();
    store.set(User, ann);
    clock.adjust(1_000);
    store.batch(() => {
      store.gc();
      expect(store.get(User, '1')?.name).toBe('Ann');
    });
    expect(store.stats().entities).toBe(1);
    await Promise.resolve();
    expect(store.stats().entities).toBe(0);
  });

  it('does nothing more after dispose()', async () => {
    const { store } = kit();
    store.batch(() => store.gc());
    store.dispose();
    await Promise.resolve();
    expect(store.stats()).toMatchObject({ entities: 0, timers: 0 });
  });
});

describe('a memoized instance', () => {
  it('is the same for the next observer while the entity exists', () => {
    const { store, clock } = kit();
    store.set(User, ann);
    const first = collect(store.query(User, '1'));
    first.stop();
    clock.advance(10);
    clock.advance(90);
    expect(collect(store.query(User, '1')).values).toEqual(first.values);
    expect(store.get(User, '1')).toBe(first.values[0]);
  });

  it('is freed with its entity', async () => {
    const collectGarbage = exposedGc();
    const { store, clock } = kit();
    const seen = (() => {
      store.set(Post, post);
      const reader = collectStates(store.observe(getPost, 'p'));
      const users = collect(store.query(User, { email: ann.email }));
      const { data } = store.getState(getPost, 'p');
      reader.stop();
      users.stop();
      const values = [data, data?.author, users.values[0]];
      users.values.length = 0;
      return values.map((value) => new WeakRef(value!));
    })();
    for (let i = 0; i < 3; i++) clock.advance(100);
    expect(store.stats()).toMatchObject({ entities: 0, entries: 0 });
    await new Promise(setImmediate);
    collectGarbage();
    expect(seen.map((ref) => ref.deref())).toEqual([undefined, undefined, undefined]);
  });
});

describe('a store', () => {
  it('without references is not kept alive by its timers', async () => {
    const collectGarbage = exposedGc();
    const clock = new ManualClock();
    const dropped = ((): WeakRef<object> => {
      const store = createStore({ scheduler: clock });
      store.set(User, ann);
      return new WeakRef(store);
    })();
    await new Promise(setImmediate);
    collectGarbage();
    expect(dropped.deref()).toBeUndefined();
    clock.advance(300_000);
  });
});

describe('many rows', () => {
  it('are collected in steps, one commit each, and rows that become reachable in between are kept', () => {
    const { store, clock } = kit();
    const users = Array.from({ length: 10_000 }, (_, i) => ({ id: `${i}`, name: `n${i}` }));
    store.set([User], users);
    const commits: number[] = [];
    let reader: unknown;
    store.commits$.subscribe(({ changes }) => {
      commits.push(changes.changeCount('User'));
      reader ??= collect(store.query(User, '9999'));
    });
    clock.advance(100);
    expect(commits).toHaveLength(1);
    for (let i = 0; i < 20; i++) clock.advance(1);
    expect(commits.length).toBeGreaterThan(3);
    expect(Math.max(...commits)).toBeLessThanOrEqual(2_000);
    expect(store.stats().entities).toBe(1);
    expect(store.get(User, '9999')?.name).toBe('n9999');
  });

  it('need no timer once there is nothing to collect', () => {
    const { store, clock } = kit();
    collectStates(store.observe(getUsers));
    requests.last.answer([ann, bob]);
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(clock.actions.filter(({ closed }) => !closed)).toHaveLength(1);
    expect(store.stats().timers).toBe(1);
  });
});
