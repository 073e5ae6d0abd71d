import { createStore } from '../../../src/kernel/store/createStore.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import { All } from '../../../src/data/schema/All.ts';
import { collect } from '../../support/collect.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, type Post, User } from '../../support/entities.ts';
import { collectStates } from '../../support/storeKit.ts';
import { inspectedStore } from './support.ts';

it('is one inspector per store', () => {
  const store = createStore();
  expect(inspect(store)).toBe(inspect(store));
  expect(inspect(createStore())).not.toBe(inspect(store));
});

describe('inspector.keys', () => {
  it('reports endpoint, args, state, result and observers of each key', () => {
    const { getUser, getUsers, inspector, requests, store } = inspectedStore();
    function showAnn(): void {
      store.observe(getUser, { id: '1' }).subscribe();
    }
    showAnn();
    requests.last.answer(ann);
    store.select(getUser, { id: '1' }).subscribe();
    store.observe(getUsers).subscribe().unsubscribe();
    const [user, users] = inspector.keys();
    expect(user).toMatchObject({
      key: store.observe(getUser, { id: '1' }).key,
      name: 'getUser',
      args: [{ id: '1' }],
      state: { status: 'valid', data: ann, fetching: false },
      result: '1',
    });
    expect(user.observers).toEqual([
      { label: expect.stringMatching(/^showAnn /), isComponent: false, isActive: true },
      { label: expect.stringContaining('inspector.spec.ts'), isComponent: false, isActive: false },
    ]);
    expect(users).toMatchObject({ name: 'getUsers', state: { fetching: true }, observers: [] });
    expect(users.result).toBeUndefined();
    expect(inspector.key(user.key)).toEqual(user);
    expect(inspector.key('unknown')).toBeUndefined();
  });

  it('reports hydrated results that were never read', () => {
    const { getUsers, requests, store } = inspectedStore();
    void store.fetch(getUsers);
    requests.last.answer([ann]);
    const other = inspectedStore();
    rehydrate(other.store, dehydrate(store));
    expect(other.inspector.keys()).toMatchObject([
      { args: undefined, result: ['1'], state: { status: 'valid' }, observers: [] },
    ]);
  });
});

describe('commands for a key', () => {
  function shownUser() {
    const kit = inspectedStore();
    const observable = kit.store.observe(kit.getUser, { id: '1' });
    const states = collectStates(observable);
    kit.requests.last.answer(ann);
    states.news();
    return { ...kit, key: observable.key, states };
  }

  it('refetch, expire and invalidate act as the methods of the store', async () => {
    const { inspector, key, requests, states } = shownUser();
    const refetched = inspector.refetch(key);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(await refetched).toMatchObject({ name: 'Anna' });
    expect(states.news()).toEqual(['valid Ann fetching', 'valid Anna']);
    inspector.expire(key);
    requests.last.answer(ann);
    expect(states.news()).toEqual(['stale Anna fetching', 'valid Ann']);
    inspector.invalidate(key);
    expect(states.news()).toEqual(['invalid fetching']);
  });

  it('fail sets an error', () => {
    const { inspector, key, states } = shownUser();
    inspector.fail(key, new Error('down'));
    expect(states.news()).toEqual(['valid Ann failed: down']);
  });

  it('remove forgets the result and keeps the entities', () => {
    const { getUsers, inspector, requests, store } = inspectedStore();
    const users = store.observe(getUsers);
    const states = collectStates(users);
    requests.last.answer([ann]);
    states.news();
    inspector.remove(users.key);
    expect(states.news()).toEqual(['invalid fetching']);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
  });

  it('do nothing for an unknown key', async () => {
    const { inspector, recording } = inspectedStore();
    inspector.expire('unknown');
    inspector.invalidate('unknown');
    inspector.fail('unknown', new Error('down'));
    expect(await inspector.refetch('unknown')).toBeUndefined();
    expect(recording.commits).toEqual([]);
  });
});

describe('entities', () => {
  it('entity reports record and meta', () => {
    const { clock, inspector, store } = inspectedStore();
    store.set(User, ann);
    expect(inspector.entity('User', '1')).toMatchObject({
      entityKey: 'User',
      pk: '1',
      record: ann,
      meta: { fetchedAt: clock.now(), expiresAt: clock.now() + 1_000 },
    });
    expect(inspector.entity('User', '2')).toBeUndefined();
  });

  it('edit replaces the record, and observers are notified', () => {
    const { inspector, recording, store } = inspectedStore();
    store.set(User, ann);
    const shown = collect(store.query(User, { id: '1' }));
    const record = { id: '1', name: 'Anna' };
    inspector.edit('User', '1', record);
    inspector.edit('User', '2', { id: '2' });
    expect(shown.values.map((user) => user?.name)).toEqual(['Ann', 'Anna']);
    expect(Object.isFrozen(record)).toBe(true);
    expect(recording.commits.map(({ actions }) => actions[0].type)).toEqual(['set', 'edit']);
  });

  it('edit confirms no prediction of a pending mutation', () => {
    const { inspector, rename, requests, store } = inspectedStore();
    store.set(User, ann);
    void store.fetch(rename, { id: '1', name: 'Anna' });
    const shown = { ...inspector.entity('User', '1')?.record };
    inspector.edit('User', '1', { ...shown, email: 'anna@example.org' });
    expect(store.get(User, { id: '1' })).toMatchObject({ name: 'Anna', email: 'anna@example.org' });
    requests.last.fail(new Error('down'));
    expect(store.get(User, { id: '1' })).toMatchObject({ name: 'Ann', email: 'anna@example.org' });
  });

  it('containersOf finds the keys and entities that contain one', () => {
    const { getPosts, getUser, inspector, requests, store } = inspectedStore();
    const posts = store.observe(getPosts);
    posts.subscribe();
    requests.last.answer([{ id: '7', title: 'Hello', author: ann }]);
    const user = store.observe(getUser, { id: '1' });
    user.subscribe();
    expect(inspector.containersOf('User', '1')).toEqual([
      { type: 'key', key: user.key, name: 'getUser' },
      { type: 'entity', entityKey: 'Post', pk: '7' },
    ]);
    expect(inspector.containersOf('Post', '7')).toEqual([
      { type: 'key', key: posts.key, name: 'getPosts' },
    ]);
  });

  it('layers are the predictions of pending mutations', () => {
    const { inspector, rename, requests, store } = inspectedStore();
    store.set(User, ann);
    void store.fetch(rename, { ...ann, name: 'Anna' });
    expect(inspector.layers()).toMatchObject([
      {
        name: 'rename',
        args: [{ name: 'Anna' }],
        rows: [{ entityKey: 'User', pk: '1', record: { name: 'Anna' } }],
      },
    ]);
    requests.last.answer(ann);
    expect(inspector.layers()).toEqual([]);
  });
});

describe('inspector.explain', () => {
  it('finds the view, the rows and the keys of what an observer got', () => {
    const { getPosts, inspector, requests, store } = inspectedStore();
    const posts = store.observe(getPosts);
    const { values } = collect(posts.data$);
    requests.last.answer([{ id: '7', title: 'Hello', author: ann }]);
    const shown = values.at(-1) as readonly Post[];
    const [post] = shown;
    expect(inspector.explain(shown)).toMatchObject({
      type: 'list',
      rowCount: 2,
      keys: [posts.key],
    });
    expect(inspector.explain(post)).toMatchObject({
      type: 'entity',
      rows: [{ pk: '7' }, { pk: '1' }],
    });
    const all = store.query(new All(User));
    const users = collect(all).values.at(-1)!;
    expect(inspector.explain(users)).toMatchObject({ queries: ['query All'], keys: [] });
    expect(inspector.explain(post.author)).toMatchObject({
      type: 'entity',
      rows: [{ entityKey: 'User', pk: '1', record: ann }],
      keys: [posts.key],
      queries: ['query All'],
    });
  });

  it('knows nothing of other values', () => {
    const { inspector, store } = inspectedStore();
    store.set(User, bob);
    expect(inspector.explain({ ...bob })).toBeUndefined();
    expect(inspector.explain('Bob')).toBeUndefined();
    expect(inspector.explain(null)).toBeUndefined();
  });
});

it('throws once the store is disposed', () => {
  const { inspector, store } = inspectedStore();
  store.dispose();
  expect(() => inspector.keys()).toThrow('[SB_DISPOSED]');
  expect(() => inspect(store)).toThrow('[SB_DISPOSED]');
});

describe('inspector.removed', () => {
  it('lists the pks of removed entities of one class', () => {
    const { inspector, store } = inspectedStore();
    store.set(User, ann);
    store.set(User, bob);
    expect(inspector.removed('User')).toEqual([]);
    store.set(new Invalidate(User), { id: '2' });
    expect(inspector.removed('User')).toEqual(['2']);
    expect(inspector.entity('User', '2')).toMatchObject({ pk: '2', record: undefined });
    expect(inspector.removed('Post')).toEqual([]);
    store.set(User, bob);
    expect(inspector.removed('User')).toEqual([]);
  });
});

describe('inspector.now', () => {
  it('is the time of the clock, and that of the snapshot while the store shows one', () => {
    const { clock, inspector, store } = inspectedStore();
    const start = inspector.now();
    store.set(User, ann);
    const early = inspector.present();
    clock.advance(70);
    expect(inspector.now()).toBe(start + 70);
    inspector.show(early);
    expect(inspector.now()).toBe(start);
    inspector.showPresent();
    expect(inspector.now()).toBe(start + 70);
  });
});
