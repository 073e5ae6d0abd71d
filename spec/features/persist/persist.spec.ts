import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { persist, storedKeys } from '../../../src/features/persist/persist.ts';
import type { PersistOptions } from '../../../src/features/persist/PersistOptions.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { TimeoutError } from '../../../src/kernel/requests/TimeoutError.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { collectStates } from '../../support/storeKit.ts';
import {
  getPost,
  getPosts,
  getUser,
  recordsOf,
  requests,
  Secret,
  settle,
  startProgram,
} from './persistKit.ts';

const one = { id: '1' };
const post = { id: '7', title: 'Hi', author: ann };

beforeEach(() => {
  requests.sent.length = 0;
  jest.spyOn(console, 'warn').mockImplementation();
});

describe('options', () => {
  it.each([
    [{ name: '' }, 'name is ""'],
    [{ version: 0 }, 'version is 0'],
    [{ maxAge: -1 }, 'maxAge is -1'],
    [{ maxRows: 0.5 }, 'maxRows is 0.5'],
    [{ migrate: 5 }, 'migrate is 5'],
  ])('are refused if they cannot be right: %j', (wrong, message) => {
    // The cast holds: JavaScript passes such options, too.
    const options = { name: 'spec', storage: virtualStorage(), ...wrong } as PersistOptions;
    expect(() => persist(options)).toThrow(`persist: ${message}. [SB_OPTION_INVALID]`);
  });
});

describe('what is stored', () => {
  it('is confirmed data only (R8)', async () => {
    const { store, storage, flush } = await startProgram();
    const rename = new Endpoint((_args: { id: string }) => requests.send(), {
      name: 'rename',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, args) => ({ ...(args as object), name: 'Bea' }),
    });
    store.setResponse(getUser, one, ann);
    void store.fetch(rename, one);
    expect(store.get(User, one)?.name).toBe('Bea');
    await flush();
    expect(await recordsOf(storage, 'rows')).toMatchObject([
      [['User', '1'], { 3: { name: 'Ann' } }],
    ]);
  });

  it('is of endpoints and classes with a declared name, which do not refuse (R9)', async () => {
    class Implied extends Entity {
      id = '';
    }
    const { store, storage, flush } = await startProgram({
      include: (endpoint) => endpoint.name !== 'excluded',
    });
    const fetch = (): unknown => requests.send();
    async function implied(): Promise<unknown> {
      return Promise.resolve();
    }
    store.setResponse(new Endpoint(implied, { schema: User }), ann);
    store.setResponse(new Endpoint(fetch, { name: 'ofImplied', schema: Implied }), one);
    store.setResponse(new Endpoint(fetch, { name: 'ofSecret', schema: Secret }), one);
    const secrets = new Collection([Secret], { sort: () => 0 });
    store.setResponse(new Endpoint(fetch, { name: 'listOfSecret', schema: secrets }), [one]);
    store.setResponse(new Endpoint(fetch, { name: 'refused', persist: false }), 1);
    store.setResponse(new Endpoint(fetch, { name: 'excluded' }), 1);
    store.setResponse(new Endpoint(fetch, { name: 'stored' }), 1);
    await flush();
    const results = await recordsOf(storage, 'results');
    expect(results.map(([key]) => key)).toEqual([
      'listOfSecret []',
      'ofImplied []',
      'ofSecret []',
      'stored []',
    ]);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    expect(jest.mocked(console.warn).mock.calls.flat().join()).toMatch(
      /Results of .*implied.* are not stored.*Entities of "Implied" are not stored/s,
    );
  });

  it('is not of keys that endpoints of different schemas share (R10)', async () => {
    const { store, storage, flush } = await startProgram();
    const asPost = new Endpoint(() => requests.send(), { name: 'shared', schema: Post });
    const asUser = new Endpoint(() => requests.send(), { name: 'shared', schema: User });
    store.setResponse(asPost, post);
    store.setResponse(asUser, ann);
    await flush();
    expect(await recordsOf(storage, 'results')).toEqual([]);
  });
});

describe('a flush', () => {
  it('comes a while after the first change, with all changes in one transaction (R11)', async () => {
    const { store, storage, pass } = await startProgram({ flushWait: 50 });
    store.setResponse(getUser, one, ann);
    await pass(30);
    store.setResponse(getUser, { id: '2' }, bob);
    await pass(19);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    await pass(1);
    expect(await recordsOf(storage, 'rows')).toHaveLength(2);
  });

  it('comes at once when the page is hidden, and when the store is disposed (R11)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    globalThis.dispatchEvent?.(new Event('pagehide'));
    first.store.dispose();
    await settle();
    expect(await recordsOf(first.storage, 'rows')).toHaveLength(1);
  });

  it('keeps what it has not stored for the next one (R14)', async () => {
    const { store, storage, flush, pass, reported } = await startProgram();
    storage.fail('abort');
    store.setResponse(getUser, one, ann);
    await flush();
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    store.setResponse(getUser, { id: '2' }, bob);
    await pass(60_000);
    await flush();
    expect(await recordsOf(storage, 'rows')).toHaveLength(2);
    expect(reported).toMatchObject([{ code: 'SB_STORAGE_UNAVAILABLE' }]);
  });

  it('leaves out what was loaded, and what was only collected (R13)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const before = await recordsOf(first.storage, 'info');
    const { store, storage, flush, pass } = await first.reload(50);
    await storedKeys(store, [[getUser, one]]);
    await flush();
    expect(await recordsOf(storage, 'info')).toEqual(before);
    await pass(1_000_000);
    store.gc();
    await flush();
    expect(store.get(User, one)).toBeUndefined();
    expect(await recordsOf(storage, 'rows')).toHaveLength(1);
  });

  it('stores a loaded list again that has followed a change since (R13)', async () => {
    const create = new Endpoint(() => requests.send(), {
      name: 'create',
      schema: getPosts.schema.push,
      sideEffect: true,
    });
    const first = await startProgram();
    first.store.setResponse(getPosts, [post]);
    await first.flush();
    const second = await first.reload(50);
    await storedKeys(second.store, [[getPosts]]);
    void second.store.fetch(create);
    requests.last.answer({ ...post, id: '8', title: 'Ho' });
    await second.flush();
    const { store } = await second.reload(200);
    await storedKeys(store, [[getPosts]]);
    expect(store.getState(getPosts).data?.map(({ title }) => title)).toEqual(['Hi', 'Ho']);
  });

  it('completes no loaded list of all entities of which one was deleted since (R9, R13)', async () => {
    const getAll = new Endpoint(() => requests.send(), { name: 'getAll', schema: new All(User) });
    const first = await startProgram();
    first.store.setResponse(getAll, [ann, bob]);
    await first.flush();
    const { flush, storage, store } = await first.reload(50);
    await storedKeys(store, [[getAll]]);
    const open = await storage.open(() => undefined);
    // As another tab deletes what is too old.
    await open.commit((tables) => {
      tables.delete('rows', ['User', '1']);
      tables.delete('kinds', 'User');
      return Promise.resolve();
    }, 'relaxed');
    store.setResponse(getUser, { id: '2' }, bob);
    await flush();
    expect(await recordsOf(storage, 'kinds')).toEqual([]);
  });

  it('completes a list of all entities that was loaded in the session before (R13, R20)', async () => {
    const getAll = new Endpoint(() => requests.send(), { name: 'getAll', schema: new All(User) });
    const first = await startProgram();
    first.store.setResponse(getAll, [ann, bob]);
    await first.flush();
    const { flush, storage, store } = await first.reload(50);
    await storedKeys(store, [[getAll]]);
    await store.reset();
    store.setResponse(getUser, one, ann);
    await flush();
    store.setResponse(getAll, [ann, bob]);
    await flush();
    expect(await recordsOf(storage, 'kinds')).toHaveLength(1);
  });

  it('stores a removal, so that no load brings the entity back (R13)', async () => {
    const first = await startProgram();
    first.store.setResponse(getPosts, [post]);
    await first.flush();
    const { Invalidate } = await import('../../../src/data/schema/Invalidate.ts');
    first.clock.advance(1);
    first.store.set(new Invalidate(Post), '7');
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[getPosts]]);
    expect(store.getState(getPosts).data).toEqual([]);
  });

  it('keeps a later row of another tab (R14)', async () => {
    const storage = virtualStorage();
    const [a, b] = [await startProgram({ storage }), await startProgram({ storage, later: 50 })];
    b.store.setResponse(getUser, one, { ...ann, name: 'later' });
    await b.flush();
    a.store.setResponse(getUser, one, { ...ann, name: 'earlier' });
    a.clock.adjust(200);
    await a.flush();
    expect(await recordsOf(storage, 'rows')).toMatchObject([
      [['User', '1'], { 3: { name: 'later' } }],
    ]);
  });
});

describe('a load', () => {
  it('comes before the first request of a key, which valid data needs not (R16, R19)', async () => {
    const first = await startProgram();
    first.store.setResponse(getPost, { id: '7' }, post);
    await first.flush();
    const { store } = await first.reload(200);
    const reader = collectStates(store.observe(getPost, { id: '7' }));
    await settle();
    expect(reader.values).toEqual([
      'invalid fetching',
      expect.stringMatching(/^valid \{.*Hi.*Ann/),
    ]);
    expect(requests.count).toBe(0);
  });

  it('shows stale data, and sends one request (R19)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store } = await first.reload(70_000);
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    expect(reader.values).toEqual(['invalid fetching', 'stale Ann fetching']);
    expect(requests.count).toBe(1);
  });

  it('is followed by the request of a key that is not stored, once for all (R16)', async () => {
    const { store } = await startProgram();
    const reader = collectStates(store.observe(getUser, one));
    expect(requests.count).toBe(0);
    const again = store.fetchIfStale(getUser, one);
    await settle();
    expect(requests.count).toBe(1);
    requests.last.answer(ann);
    expect(reader.values).toEqual(['invalid fetching', 'valid Ann']);
    await expect(again).resolves.toMatchObject({ name: 'Ann' });
  });

  it('does not wait for fetch (R16)', async () => {
    const { store } = await startProgram();
    void store.fetch(getUser, one);
    expect(requests.count).toBe(1);
  });

  it('brings the number beside a list (R9)', async () => {
    const list = new Collection([Post]);
    const schema = { items: list, total: list.count };
    const getPage = new Endpoint(() => requests.send(), { name: 'getPage', schema });
    const first = await startProgram();
    first.store.setResponse(getPage, { items: [post], total: 7 });
    await first.flush();
    const { store } = await first.reload(200);
    const reader = collectStates(store.observe(getPage));
    await settle();
    expect(requests.count).toBe(0);
    expect(store.getState(getPage).data?.total).toBe(7);
    expect(reader.values).toHaveLength(2);
  });

  it('brings lists, nested entities and all entities of a class (R17)', async () => {
    const getAll = new Endpoint(() => requests.send(), { name: 'getAll', schema: new All(Post) });
    const first = await startProgram();
    first.store.setResponse(getPosts, [post, { id: '8', title: 'Ho', author: bob }]);
    first.store.setResponse(getAll, [post]);
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[getPosts], [getAll]]);
    for (const endpoint of [getPosts, getAll]) {
      const { data = [], status } = store.getState(endpoint);
      expect(status).toBe('valid');
      // All entities have no order of their own after a load.
      const shown = data.map(({ author, title }) => `${title} ${author?.name}`);
      expect(shown.sort()).toEqual(['Hi Ann', 'Ho Bob']);
    }
  });

  it('brings all entities of a class that nests none (R17)', async () => {
    const getAll = new Endpoint(() => requests.send(), { name: 'getAll', schema: new All(User) });
    const first = await startProgram();
    first.store.setResponse(getAll, [ann, bob]);
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[getAll]]);
    expect(store.getState(getAll).data?.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  it('shows no list of all entities of which one was deleted, or is too old (R9, R23)', async () => {
    const getAll = new Endpoint(() => requests.send(), { name: 'getAll', schema: new All(User) });
    for (const limit of [{ maxRows: 1 }, { maxAge: 20_000 }]) {
      const first = await startProgram(limit);
      first.store.setResponse(getUser, one, ann);
      await first.pass(9_000);
      first.store.setResponse(getUser, { id: '2' }, bob);
      first.store.setResponse(getAll, [bob]);
      await first.pass(12_000);
      const { store } = await first.reload(22_000);
      await storedKeys(store, [[getAll]]);
      expect(store.getState(getAll).status).not.toBe('valid');
    }
  });

  it('infers the data of a key without a result (R17)', async () => {
    const first = await startProgram();
    first.store.setResponse(getPost, { id: '7' }, post);
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).data?.name).toBe('Ann');
  });

  it('shows no result of which a row is not stored (R9)', async () => {
    const withSecret = new Endpoint(() => requests.send(), {
      name: 'withSecret',
      schema: { user: User, secret: Secret },
    });
    const first = await startProgram();
    first.store.setResponse(withSecret, { user: ann, secret: one });
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[withSecret]]);
    expect(store.getState(withSecret).data).toBeUndefined();
  });

  it('comes again for a key whose stream was collected (R16)', async () => {
    const { store, flush, pass } = await startProgram();
    store.setResponse(getUser, one, ann);
    await flush();
    await pass(400_000);
    store.gc();
    expect(store.stats().entries).toBe(0);
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    expect(reader.values).toEqual(['invalid fetching', 'stale Ann fetching']);
  });

  it('overwrites nothing that is newer (R18)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store } = await first.reload(200);
    const reader = collectStates(store.observe(getUser, one));
    store.setResponse(getUser, one, { ...ann, name: 'newer' });
    await settle();
    expect(reader.values.at(-1)).toBe('valid newer');
    expect(store.get(User, one)?.email).toBe(ann.email);
  });

  it('brings nothing that is older than maxAge (R19)', async () => {
    const own = getUser.extend({ persist: { maxAge: 500 } });
    const first = await startProgram({ maxAge: 1_000 });
    first.store.setResponse(getPost, { id: '7' }, post);
    first.store.setResponse(own, one, ann);
    await first.flush();
    const { store } = await first.reload(600);
    await storedKeys(store, [
      [getPost, { id: '7' }],
      [own, one],
    ]);
    expect(store.getState(getPost, { id: '7' }).data?.title).toBe('Hi');
    const old = await first.reload(2_000);
    await storedKeys(old.store, [[getPost, { id: '7' }]]);
    expect(old.store.getState(getPost, { id: '7' }).data).toBeUndefined();
  });

  it('brings stale data if the clock was set back (R19)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.pass(70_000);
    first.store.setResponse(getUser, { id: '2' }, bob);
    await first.flush();
    const { store } = await first.reload(1);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one)).toMatchObject({ status: 'stale', data: { name: 'Ann' } });
  });

  it('brings valid data that another tab has stored while it waited (R19)', async () => {
    const storage = virtualStorage();
    const first = await startProgram({ storage });
    const second = await startProgram({ storage });
    storage.delay(100);
    first.clock.adjust(50);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    void storedKeys(second.store, [[getUser, one]]);
    await settle();
    second.clock.advance(200);
    await first.flush();
    await second.pass(100);
    expect(second.store.getState(getUser, one)).toMatchObject({ status: 'valid' });
  });

  it('delays no request longer than loadTimeout, and still fills in what it finds (R19)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store, storage, pass } = await first.reload(200);
    storage.delay(5_000);
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    expect(requests.count).toBe(0);
    await pass(1_000);
    expect(requests.count).toBe(1);
    await pass(5_000);
    expect(reader.values.at(-1)).toBe('valid Ann fetching');
  });

  it('shows what a late load finds when the request has failed before it (R19)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store, storage, pass } = await first.reload(200, { store: { retry: false } });
    storage.delay(5_000);
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    await pass(1_000);
    requests.sent[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(store.getState(getUser, one)).toMatchObject({ data: undefined, errorPolicy: 'soft' });
    await pass(5_000);
    expect(store.getState(getUser, one)).toMatchObject({ data: ann, errorPolicy: 'soft' });
    expect(reader.values.at(-1)).toBe('stale Ann failed: Failed to fetch');
    expect(requests.count).toBe(1);
  });
});

describe('the end of a session', () => {
  it('leaves nothing in the storage, whatever was on its way (R20)', async () => {
    const { store, storage, flush, clock } = await startProgram();
    store.setResponse(getUser, one, ann);
    await flush();
    store.setResponse(getUser, { id: '2' }, bob);
    clock.advance(100);
    await store.reset();
    await flush();
    for (const table of ['rows', 'results', 'kinds'] as const) {
      expect(await recordsOf(storage, table)).toEqual([]);
    }
    store.setResponse(getUser, one, ann);
    await flush();
    expect(await recordsOf(storage, 'rows')).toHaveLength(1);
  });

  it('does not hinder the first flush of the next one (R20)', async () => {
    const { store, storage, pass } = await startProgram();
    storage.delay(10);
    store.setResponse(getUser, one, ann);
    // The transaction has begun.
    await pass(100);
    void store.reset();
    store.setResponse(getUser, { id: '2' }, bob);
    for (let time = 0; time < 400; time += 10) await pass(10);
    expect((await recordsOf(storage, 'rows')).map(([key]) => key)).toEqual([['User', '2']]);
  });

  it('ends that of another tab before it writes (R20)', async () => {
    const storage = virtualStorage();
    const [a, b] = [await startProgram({ storage }), await startProgram({ storage })];
    b.store.setResponse(getUser, one, ann);
    await b.flush();
    await a.store.reset();
    b.store.setResponse(getUser, { id: '2' }, bob);
    await b.flush();
    await settle();
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    expect(b.store.get(User, one)).toBeUndefined();
    b.store.setResponse(getUser, one, ann);
    await b.flush();
    expect(await recordsOf(storage, 'rows')).toHaveLength(1);
  });

  it.each([
    ['an earlier', 1, 2],
    ['a later', 2, 1],
  ])('comes with that of a program of %s version (R20, R22)', async (_, version, other) => {
    const storage = virtualStorage();
    const earlier = await startProgram({ storage, version: 1 });
    const later = await startProgram({ storage, version: 2 });
    const [out, tab] = version === 1 ? [earlier, later] : [later, earlier];
    tab.store.setResponse(getUser, one, ann);
    await out.store.reset();
    await tab.flush();
    await tab.flush();
    expect(tab.store.get(User, one)).toBeUndefined();
    const isLater = other === 2;
    expect(storageStatus$(tab.store).getValue()).toBe(isLater ? 'storage' : 'outdated');
    tab.store.setResponse(getUser, one, ann);
    await tab.flush();
    expect(await recordsOf(storage, 'rows')).toHaveLength(isLater ? 1 : 0);
  });

  it('resolves, and reports, if the storage cannot be wiped (R20, R26)', async () => {
    const { store, storage, reported } = await startProgram();
    storage.fail('abort');
    await store.reset();
    expect(reported).toMatchObject([{ code: 'SB_STORAGE_UNAVAILABLE' }]);
    expect(storageStatus$(store).getValue()).toBe('memory');
  });
});

describe('another version of the program', () => {
  it('deletes what earlier versions have stored (R21)', async () => {
    const first = await startProgram({ version: 1 });
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { storage } = await first.reload(0, { version: 2 });
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    expect(await recordsOf(storage, 'results')).toEqual([]);
  });

  it('migrates entities, and deletes results (R21)', async () => {
    const first = await startProgram({ version: 1 });
    first.store.setResponse(getUser, one, ann);
    first.store.setResponse(getUser, { id: '2' }, bob);
    await first.flush();
    const { storage } = await first.reload(0, {
      version: 3,
      migrate(from, kind, record) {
        const { id } = record as { id: string };
        return id === '1' ? { id, name: `${kind} of ${from}` } : undefined;
      },
    });
    expect(await recordsOf(storage, 'rows')).toMatchObject([
      [['User', '1'], { 3: { id: '1', name: 'User of 1' } }],
    ]);
    expect(await recordsOf(storage, 'results')).toEqual([]);
  });

  it('stops an earlier one, which then neither reads nor writes (R15, R22)', async () => {
    const old = await startProgram({ version: 1 });
    await startProgram({ version: 2, storage: old.storage });
    old.store.setResponse(getUser, one, ann);
    await old.flush();
    expect(await recordsOf(old.storage, 'rows')).toEqual([]);
    expect(storageStatus$(old.store).getValue()).toBe('outdated');
    const rolledBack = await startProgram({ version: 1, storage: old.storage });
    expect(storageStatus$(rolledBack.store).getValue()).toBe('outdated');
    void rolledBack.store.observe(getUser, { id: '2' }).subscribe();
    expect(requests.count).toBe(1);
  });
});

describe('old data', () => {
  it('is deleted once a day, then the oldest above maxRows (R23)', async () => {
    const { store, storage, flush, pass } = await startProgram({ maxAge: 50_000, maxRows: 2 });
    store.setResponse(getUser, one, ann);
    await flush();
    await pass(9_000);
    for (const id of ['2', '3', '4']) {
      await pass(1);
      store.setResponse(getUser, { id }, { ...bob, id });
    }
    await flush();
    await pass(10_000);
    expect((await recordsOf(storage, 'rows')).map(([key]) => key[1])).toEqual(['3', '4']);
    await pass(86_400_000);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
  });
});

describe('a storage that fails', () => {
  it('leaves the store in memory if it cannot be opened (R4)', async () => {
    const storage = virtualStorage();
    storage.fail('blocked');
    const { store, pass, reported } = await startProgram({ storage });
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    await pass(1_000);
    expect(requests.count).toBe(1);
    await pass(2_000);
    expect(reported).toMatchObject([{ code: 'SB_STORAGE_UNAVAILABLE' }]);
    expect(storageStatus$(store).getValue()).toBe('memory');
    requests.last.answer(ann);
    expect(reader.values.at(-1)).toBe('valid Ann');
  });

  it.each(['abort', 'closed'] as const)('fetches the keys of a load: %s (R26)', async (fault) => {
    const { store, storage, reported } = await startProgram();
    storage.fail(fault, 2);
    const reader = collectStates(store.observe(getUser, one));
    await settle();
    expect(requests.count).toBe(1);
    expect(reader.values).toEqual(['invalid fetching']);
    expect(reported).toHaveLength(1);
  });

  it('gets room by deleting the oldest quarter, and a second try (R5)', async () => {
    const { store, storage, flush, reported, pass } = await startProgram();
    for (const id of ['1', '2', '3', '4']) {
      await pass(1);
      store.setResponse(getUser, { id }, { ...bob, id });
    }
    await flush();
    storage.fail('quota');
    store.setResponse(getUser, { id: '5' }, { ...bob, id: '5' });
    await flush();
    expect((await recordsOf(storage, 'rows')).map(([key]) => key[1])).toContain('5');
    expect(reported).toEqual([]);
  });

  it('is left alone for a minute after a second flush without room (R5)', async () => {
    const { store, storage, flush, reported, pass } = await startProgram();
    storage.fail('quota', 2);
    store.setResponse(getUser, one, ann);
    await flush();
    await pass(59_000);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    await pass(2_000);
    expect(await recordsOf(storage, 'rows')).toHaveLength(1);
    expect(reported).toMatchObject([{ code: 'SB_STORAGE_FULL' }]);
  });

  it('has not stored what is no row or no result (R6)', async () => {
    const storage = virtualStorage();
    const first = await startProgram({ storage });
    first.store.setResponse(getUser, one, ann);
    first.store.setResponse(getPost, { id: '7' }, post);
    await first.flush();
    const open = await storage.open(() => undefined);
    await open.commit(async (tables) => {
      tables.put('rows', ['User', '1'], 'no row');
      tables.put('results', getPost.key({ id: '7' }), [1, 2]);
    }, 'relaxed');
    const { store, reported } = await first.reload(200);
    await storedKeys(store, [
      [getUser, one],
      [getPost, { id: '8' }],
    ]);
    expect(store.getState(getUser, one).data).toBeUndefined();
    expect(reported).toEqual([]);
  });

  it('has not stored what cannot be read (R6)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    first.storage.corrupt('rows', ['User', '1']);
    const { store, reported } = await first.reload(200);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).data).toBeUndefined();
    expect(reported).toEqual([]);
  });
});

describe('a read that fails without a response', () => {
  it.each([new TypeError('Failed to fetch'), new TimeoutError({ name: 'getUser' }, 1)])(
    'keeps its data: %s (R27)',
    async (error) => {
      const { store } = await startProgram();
      store.setResponse(getUser, one, ann);
      store.setError(getUser, one, error);
      expect(store.getState(getUser, one).errorPolicy).toBe('soft');
    },
  );

  it('is not one with a response, nor one whose policy the program has (R27)', async () => {
    const { store } = await startProgram({ store: { errorPolicy: () => 'hard' } });
    const other = await startProgram();
    store.setError(getUser, one, new TypeError('Failed to fetch'));
    other.store.setError(getUser, one, Object.assign(new Error('500'), { status: 500 }));
    expect(store.getState(getUser, one).errorPolicy).toBe('hard');
    expect(other.store.getState(getUser, one).errorPolicy).toBe('hard');
  });
});
