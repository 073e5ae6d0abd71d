import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { collectStates } from '../../support/storeKit.ts';
import {
  getPost,
  getPosts,
  getUser,
  type Program,
  recordsOf,
  requests,
  settle,
  startProgram,
} from './persistKit.ts';

const [one, two] = [{ id: '1' }, { id: '2' }];
const post = { id: '7', title: 'Hi', author: ann };
const DAY = 86_400_000;

beforeEach(() => {
  requests.sent.length = 0;
  jest.spyOn(console, 'warn').mockImplementation();
});

async function pks({ storage }: Pick<Program, 'storage'>): Promise<readonly unknown[]> {
  return (await recordsOf(storage, 'rows')).map(([key]) => key[1]);
}

class Money {
  amount = 1;
}

describe('data that cannot be stored', () => {
  it('keeps no other data from being stored, and is fetched after a reload (R6, R8)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    first.clock.adjust(1);
    // The cast holds for no server, but programs make such data.
    first.store.setResponse(getUser, one, { ...ann, name: new Money() as never });
    first.store.setResponse(getUser, two, bob);
    await first.flush();
    expect(await pks(first)).toEqual(['2']);
    expect(first.reported).toMatchObject([{ code: 'SB_STATE_UNSUPPORTED' }]);
    const { store } = await first.reload(300);
    await storedKeys(store, [
      [getUser, one],
      [getUser, two],
    ]);
    expect(store.getState(getUser, one).data).toBeUndefined();
    expect(store.getState(getUser, two).data?.name).toBe('Bob');
  });

  it('made by migrate is deleted (R21)', async () => {
    const first = await startProgram({ version: 1 });
    first.store.setResponse(getUser, one, ann);
    first.store.setResponse(getUser, two, bob);
    await first.flush();
    const next = await first.reload(0, {
      version: 2,
      migrate: (_from, _kind, record) => ((record as typeof ann).id === '1' ? new Money() : record),
    });
    expect(storageStatus$(next.store).getValue()).toBe('storage');
    expect(await pks(next)).toEqual(['2']);
  });
});

describe('a key that endpoints of different schemas share', () => {
  it('is not stored any more once the second one has come (R10)', async () => {
    const { store, storage, flush } = await startProgram();
    const asPost = new Endpoint(() => requests.send(), { name: 'shared', schema: Post });
    const asUser = new Endpoint(() => requests.send(), { name: 'shared', schema: User });
    store.setResponse(asPost, post);
    await flush();
    expect(await recordsOf(storage, 'results')).toHaveLength(1);
    store.setResponse(asUser, ann);
    await flush();
    expect(await recordsOf(storage, 'results')).toEqual([]);
  });
});

describe('a storage whose data the user has deleted', () => {
  it('is used on, and the store keeps its data (R6)', async () => {
    const { store, storage, flush, pass, reported } = await startProgram();
    store.setResponse(getUser, one, ann);
    await flush();
    const open = await storage.open(() => undefined);
    await open.clear();
    store.setResponse(getUser, two, bob);
    await flush();
    await pass(1_000);
    expect(store.get(User, one)?.name).toBe('Ann');
    expect(await pks({ storage })).toEqual(['2']);
    expect(reported).toEqual([]);
    expect(storageStatus$(store).getValue()).toBe('storage');
  });
});

describe('a stored result of another shape', () => {
  it('is not stored, and hinders no other key (R6)', async () => {
    /** Cannot read the results of other programs. */
    class Picky {
      normalize = (input: unknown): unknown => input;
      denormalize = (stored: unknown): unknown => stored;
      mark = (stored: { members: readonly string[] }): void => stored.members.forEach(String);
    }
    const getPicky = new Endpoint(() => requests.send(), { name: 'picky', schema: new Picky() });
    const first = await startProgram();
    first.store.setResponse(getPost, { id: '7' }, post);
    first.store.setResponse(getPicky, { members: [] });
    await first.flush();
    const open = await first.storage.open(() => undefined);
    await open.commit(async (tables) => {
      tables.put('results', 'picky []', [1_000_000, 1_000_000, null, { groups: 5 }]);
    }, 'relaxed');
    const { store, reported } = await first.reload(300);
    await storedKeys(store, [[getPicky], [getPost, { id: '7' }]]);
    expect(store.getState(getPost, { id: '7' }).data?.title).toBe('Hi');
    expect(store.getState(getPicky).data).toBeUndefined();
    expect(reported).toEqual([]);
  });
});

describe('a removed entity', () => {
  it('leaves a trace for a day (R13)', async () => {
    const { store, storage, clock, flush, pass } = await startProgram();
    store.setResponse(getUser, one, ann);
    await flush();
    clock.adjust(1);
    store.set(new Invalidate(User), '1');
    await flush();
    expect(await recordsOf(storage, 'rows')).toEqual([
      [
        ['User', '1'],
        [expect.any(Number), expect.any(Number), expect.anything()],
      ],
    ]);
    await pass(10_000);
    expect(await recordsOf(storage, 'rows')).toHaveLength(1);
    await pass(DAY);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
  });
});

describe('data that was loaded', () => {
  it('is not written again, however much was loaded (R13)', async () => {
    const first = await startProgram();
    first.store.setResponse(getPosts, [post, { id: '8', title: 'Ho', author: bob }]);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store, storage, flush } = await first.reload(300);
    const before = await recordsOf(storage, 'info');
    await storedKeys(store, [[getPosts], [getUser, one], [getUser, two]]);
    await flush();
    expect(await recordsOf(storage, 'info')).toEqual(before);
    store.setResponse(getUser, two, { ...bob, name: 'Bea' });
    await flush();
    expect(await recordsOf(storage, 'rows')).toContainEqual([
      ['User', '2'],
      [expect.any(Number), expect.any(Number), expect.any(Number), { ...bob, name: 'Bea' }],
    ]);
  });
});

describe('a page of a server', () => {
  /** A page that the server has rendered with one user, `ms` after the start. */
  const pageOf = (user: object, ms: number): ReturnType<typeof dehydrate> => {
    const scheduler = new ManualClock();
    scheduler.adjust(ms);
    const server = createStore({ scheduler });
    server.setResponse(getUser, one, user);
    return dehydrate(server);
  };

  it('is shown as it is, and keys that it lacks are loaded (R24)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, { ...ann, name: 'stored' });
    first.store.setResponse(getUser, two, bob);
    await first.flush();
    const { store } = await first.reload(5_000);
    rehydrate(store, pageOf({ ...ann, name: 'page' }, 5_000));
    const readers = [one, two].map((args) => collectStates(store.observe(getUser, args)));
    await settle();
    expect(readers.map(({ values }) => values)).toEqual([
      ['valid page'],
      ['invalid fetching', 'valid Bob'],
    ]);
    expect(requests.count).toBe(0);
  });

  it('that is older than what is stored is followed by what is stored (R18, R24)', async () => {
    const first = await startProgram();
    await first.pass(100_000);
    first.store.setResponse(getUser, one, { ...ann, name: 'stored' });
    await first.flush();
    const { store } = await first.reload(105_000);
    rehydrate(store, pageOf({ ...ann, name: 'page' }, 0));
    const { values } = collectStates(store.observe(getUser, one));
    // The first state is that of the page: loads begin after the render that asks for them.
    expect(values).toEqual(['stale page fetching']);
    await settle();
    expect(values.at(-1)).toBe('valid stored');
  });
});

describe('a crash during a flush', () => {
  it('leaves the state before or after it, never a mix (R12)', async () => {
    const seen = new Set<string>();
    for (let after = 0; after <= 60; after += 10) {
      const first = await startProgram();
      first.store.setResponse(getPosts, [post]);
      await first.flush();
      first.clock.adjust(1);
      first.storage.delay(10);
      first.store.batch(() => {
        first.store.setResponse(getPost, { id: '7' }, { ...post, title: 'New' });
        first.store.setResponse(getUser, one, { ...ann, name: 'New' });
      });
      await first.pass(100);
      for (let time = 0; time < after; time += 10) await first.pass(10);
      first.storage.crash();
      first.storage.delay(0);
      const { store } = await first.reload(300);
      await storedKeys(store, [[getPost, { id: '7' }]]);
      const { data } = store.getState(getPost, { id: '7' });
      seen.add(`${data?.title} ${data?.author?.name}`);
    }
    expect([...seen]).toEqual(['Hi Ann', 'New New']);
  });
});

describe('transactions', () => {
  it('are one for the loads of a tick, and one for a flush (R11, R17)', async () => {
    const storage = virtualStorage();
    const counts = { read: 0, commit: 0 };
    const counted = {
      ...storage,
      copy: () => storage.copy(),
      async open(...args: Parameters<typeof storage.open>) {
        const open = await storage.open(...args);
        const counting: typeof open = {
          read: (work) => (counts.read++, open.read(work)),
          commit: (work, how) => (counts.commit++, open.commit(work, how)),
          clear: (first) => open.clear(first),
          close: () => open.close(),
        };
        return counting;
      },
    };
    const { store, flush } = await startProgram({ storage: counted });
    Object.assign(counts, { read: 0, commit: 0 });
    for (const id of ['1', '2', '3']) store.observe(getUser, { id }).subscribe();
    await settle();
    expect(counts).toEqual({ read: 1, commit: 0 });
    for (const id of ['1', '2', '3']) store.setResponse(getUser, { id }, { ...ann, id });
    await flush();
    expect(counts).toEqual({ read: 1, commit: 1 });
  });
});
