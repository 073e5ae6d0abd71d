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

  it('for want of room is not stored by loads before a minute has passed (R5)', async () => {
    const { flush, pass, storage, store } = await startProgram();
    storage.fail('quota', 2);
    store.setResponse(getUser, one, ann);
    await flush();
    await storedKeys(store, [[getUser, two]]);
    expect(await pks({ storage })).toEqual([]);
    await pass(60_000);
    expect(await pks({ storage })).toEqual(['1']);
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

describe('a call for all keys of an endpoint', () => {
  it.each([
    ['expireAll', 'stale', 'Ann'],
    ['invalidateAll', 'invalid', undefined],
  ] as const)(
    'reaches stored keys by %s that the session has not loaded (R19)',
    async (...args) => {
      const [call, status, name] = args;
      const first = await startProgram();
      first.store.setResponse(getUser, one, ann);
      first.store.setResponse(getPost, { id: '7' }, post);
      await first.flush();
      const next = await first.reload(200);
      next.store[call](getUser);
      const shows = async ({ store }: Program): Promise<void> => {
        await storedKeys(store, [
          [getUser, one],
          [getPost, { id: '7' }],
        ]);
        const { data, ...state } = store.getState(getUser, one);
        expect([state.status, data?.name]).toEqual([status, name]);
        expect(store.getState(getPost, { id: '7' }).status).toBe('valid');
      };
      await shows(next);
      await shows(await next.reload(100));
    },
  );

  it('reaches results that were stored before the clock was set back (R19)', async () => {
    const first = await startProgram();
    await first.pass(10_000);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const next = await first.reload(1);
    next.store.invalidateAll(getUser);
    await settle();
    // The clock is right again.
    const { store } = await next.reload(20_000);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).status).toBe('invalid');
  });

  it('leaves later responses as they are (R19)', async () => {
    const first = await startProgram();
    first.store.expireAll(getUser);
    first.clock.adjust(1);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store } = await first.reload(100);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).status).toBe('valid');
  });
});

describe('an invalidated key', () => {
  const list = new Endpoint(() => requests.send(), { name: 'listUsers', schema: [User] });

  it.each([
    ['that the session has read', true],
    ['that only the storage has', false],
  ])('%s stays invalid after a reload, though its entity is stored (R13)', async (_, isRead) => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    first.store.setResponse(list, [ann]);
    await first.flush();
    const next = await first.reload(200);
    if (isRead) await storedKeys(next.store, [[getUser, one]]);
    next.store.invalidate(getUser, one);
    await next.flush();
    for (let program = next, time = 0; time < 2; time++) {
      program = await program.reload(200);
      const { store } = program;
      await storedKeys(store, [[getUser, one], [list]]);
      expect(store.getState(getUser, one).status).toBe('invalid');
      expect(store.getState(list).status).toBe('valid');
    }
  });

  it('stays invalid after an upgrade that migrates its entity (R21)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    first.store.invalidate(getUser, one);
    await first.flush();
    const { store } = await first.reload(200, { version: 2, migrate: (_, __, record) => record });
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).status).toBe('invalid');
  });

  it('is valid again with the next response (R13)', async () => {
    const first = await startProgram();
    first.store.invalidate(getUser, one);
    await first.flush();
    first.clock.adjust(1);
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store } = await first.reload(200);
    await storedKeys(store, [[getUser, one]]);
    expect(store.getState(getUser, one).status).toBe('valid');
  });
});

describe('a session that reads no entity of a class', () => {
  it('stores what it writes over stored entities, and adds none (R9)', async () => {
    const first = await startProgram();
    for (const user of [ann, bob]) first.store.setResponse(getUser, { id: user.id }, user);
    await first.flush();
    const next = await first.reload(200);
    next.clock.adjust(1);
    next.store.set(User, { id: '1', name: 'Anna' });
    next.store.set(new Invalidate(User), two);
    next.store.set(User, { id: '3', name: 'Cid' });
    await next.flush();
    expect(await pks(next)).toEqual(['1', '2']);
    const { store } = await next.reload(400);
    await storedKeys(store, [
      [getUser, one],
      [getUser, two],
    ]);
    expect(store.getState(getUser, one).data).toEqual({ ...ann, name: 'Anna' });
    expect(store.getState(getUser, two).data).toBeUndefined();
  });
});

describe('a removed entity that comes back with fewer members in another session', () => {
  it.each(['before', 'after'] as const)(
    'makes stored results stale that rest on it, %s a flush (R13, R18)',
    async (when) => {
      const getNames = new Endpoint(() => requests.send(), { name: 'getNames', schema: [User] });
      const first = await startProgram();
      first.store.setResponse(getUser, one, ann);
      await first.flush();
      first.clock.adjust(1);
      first.store.set(new Invalidate(User), one);
      await first.flush();
      let next = await first.reload(400);
      next.clock.adjust(1);
      next.store.setResponse(getNames, [{ id: '1', name: 'Ann' }]);
      if (when === 'after') {
        await next.flush();
        next = await next.reload(600);
      }
      await storedKeys(next.store, [[getUser, one]]);
      const { data, status } = next.store.getState(getUser, one);
      expect([status, data?.email]).toEqual(['stale', '']);
    },
  );
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
