import { persist, storedKeys } from '../../../src/features/persist/persist.ts';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { fakePage } from './fakePage.ts';
import { getUser, type Program, recordsOf, requests, settle, startProgram } from './persistKit.ts';

const [one, two] = [{ id: '1' }, { id: '2' }];

beforeEach(() => {
  requests.sent.length = 0;
  jest.spyOn(console, 'warn').mockImplementation();
});

async function pks({ storage }: Pick<Program, 'storage'>): Promise<readonly unknown[]> {
  return (await recordsOf(storage, 'rows')).map(([key]) => key[1]);
}

describe('a page that the user leaves', () => {
  let page: ReturnType<typeof fakePage>;
  beforeEach(() => void (page = fakePage()));
  afterEach(() => page.close());

  it.each(['hidden', 'pagehide', 'freeze'])('has stored what it had: %s (R11)', async (how) => {
    const program = await startProgram({ flushWait: 60_000 });
    program.store.setResponse(getUser, one, ann);
    if (how === 'hidden') page.show(false);
    else page.send(how);
    await settle();
    expect(await pks(program)).toEqual(['1']);
  });

  it('stores also what came during a flush (R11)', async () => {
    const program = await startProgram();
    program.storage.delay(10);
    program.store.setResponse(getUser, one, ann);
    await program.pass(100);
    program.store.setResponse(getUser, two, bob);
    page.show(false);
    for (let time = 0; time < 30; time += 10) await program.pass(10);
    expect(await pks(program)).toEqual(['1', '2']);
  });

  it('stores after a pause that the page has ended as before it (R5)', async () => {
    const program = await startProgram();
    program.storage.fail('abort');
    program.store.setResponse(getUser, one, ann);
    await program.flush();
    page.show(false);
    await settle();
    expect(await pks(program)).toEqual(['1']);
    program.store.setResponse(getUser, two, bob);
    await program.flush();
    expect(await pks(program)).toEqual(['1', '2']);
  });

  it('follows the log-out of another tab at once (R20)', async () => {
    const storage = virtualStorage();
    const [a, b] = [await startProgram({ storage }), await startProgram({ storage })];
    b.store.setResponse(getUser, one, ann);
    await b.flush();
    storage.delay(10);
    const end = a.store.reset();
    const [[key, newValue]] = page.marks;
    page.send('storage', { key, newValue });
    expect(b.store.get(User, one)).toBeUndefined();
    b.store.setResponse(getUser, two, bob);
    for (let time = 0; time < 400; time += 10) {
      await a.pass(10);
      await b.pass(10);
    }
    await end;
    expect(page.marks.size).toBe(0);
    expect(b.store.get(User, two)?.name).toBe('Bob');
    b.store.setResponse(getUser, one, ann);
    for (let time = 0; time < 400; time += 10) await b.pass(10);
    expect(await pks(b)).toContain('1');
    expect(b.store.get(User, two)?.name).toBe('Bob');
  });

  it('follows the later of two log-outs (R20)', async () => {
    const storage = virtualStorage();
    const [a, b] = [await startProgram({ storage }), await startProgram({ storage })];
    let resets = 0;
    a.store.actions$.subscribe(({ type }) => (resets += Number(type === 'reset')));
    const newValues: unknown[] = [];
    for (const _ of [1, 2]) {
      const end = a.store.reset();
      newValues.push([...page.marks.values()][0]);
      a.clock.adjust(1);
      await end;
    }
    // Both events arrive late.
    for (const newValue of newValues) {
      page.send('storage', { key: 'streambed:spec:wipe', newValue });
      await settle();
    }
    a.store.setResponse(getUser, one, ann);
    b.store.setResponse(getUser, two, bob);
    await a.flush();
    await b.flush();
    await a.flush();
    expect(resets).toBe(2);
    expect(await pks(a)).toEqual(['1', '2']);
  });

  it('follows a log-out also when it is outdated (R20, R22)', async () => {
    const old = await startProgram({ version: 1 });
    const next = await startProgram({ version: 2, storage: old.storage });
    old.store.setResponse(getUser, one, ann);
    await old.flush();
    expect(storageStatus$(old.store).getValue()).toBe('outdated');
    await next.store.reset();
    page.show(true);
    await settle();
    expect(old.store.get(User, one)).toBeUndefined();
  });

  it.each(['resume', 'pageshow', 'visible'])(
    'ends with a log-out that it slept through: %s (R20)',
    async (how) => {
      const storage = virtualStorage();
      const [a, b] = [await startProgram({ storage }), await startProgram({ storage })];
      b.store.setResponse(getUser, one, ann);
      await b.flush();
      await a.store.reset();
      // No event reached it.
      expect(b.store.get(User, one)?.name).toBe('Ann');
      if (how === 'visible') page.show(true);
      else page.send(how);
      await settle();
      expect(b.store.get(User, one)).toBeUndefined();
    },
  );

  it('wipes what an interrupted log-out has left, before it reads (R20)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    first.storage.fail('abort', 9);
    await first.store.reset();
    expect(page.marks.size).toBe(1);
    const next = await first.reload();
    await storedKeys(next.store, [[getUser, one]]);
    expect(next.store.getState(getUser, one).data).toBeUndefined();
    expect(await pks(next)).toEqual([]);
    expect(page.marks.size).toBe(0);
  });

  it('begins no session that a log-out has ended while it opened (R20)', async () => {
    const a = await startProgram();
    // A log-out was interrupted.
    page.marks.set('streambed:spec:wipe', `${a.clock.now()},1,1`);
    const storage: Storage = {
      async open(...args) {
        const opened = await a.storage.open(...args);
        return {
          read: (...read) => opened.read(...read),
          commit: (...commit) => opened.commit(...commit),
          close: () => opened.close(),
          async clear(...first) {
            await opened.clear(...first);
            // The next log-out follows at once.
            await a.store.reset();
          },
        };
      },
    };
    const { store } = storeKit({
      scheduler: a.clock,
      plugins: [persist({ name: 'spec', storage })],
    });
    store.setResponse(getUser, two, bob);
    await settle();
    expect(storageStatus$(store).getValue()).toBe('storage');
    expect(store.get(User, two)).toBeUndefined();
  });
});

describe('dispose', () => {
  it('stores what it finds, then closes (R25)', async () => {
    const program = await startProgram();
    program.storage.delay(10);
    program.store.setResponse(getUser, one, ann);
    await program.pass(100);
    program.store.setResponse(getUser, two, bob);
    program.store.dispose();
    for (let time = 0; time < 30; time += 10) await program.pass(10);
    expect(await pks(program)).toEqual(['1', '2']);
  });

  it('stores what it finds while the storage is being opened (R25)', async () => {
    const storage = virtualStorage();
    storage.delay(10);
    const program = await startProgram({ storage });
    program.store.setResponse(getUser, one, ann);
    program.store.dispose();
    for (let time = 0; time < 60; time += 10) await program.pass(10);
    expect(await pks(program)).toEqual(['1']);
  });

  it('ends all that waits for the storage (R26)', async () => {
    const storage = virtualStorage();
    storage.fail('blocked');
    const { store } = await startProgram({ storage });
    const loaded = storedKeys(store, [[getUser, one]]);
    const fetched = store.fetchIfStale(getUser, one);
    await settle();
    store.dispose();
    await loaded;
    await expect(fetched).rejects.toMatchObject({ code: 'SB_DISPOSED' });
  });
});

describe('a log-out', () => {
  it('ends a session that is not known yet, in all tabs (R20)', async () => {
    const storage = virtualStorage();
    const b = await startProgram({ storage });
    b.store.setResponse(getUser, one, ann);
    await b.flush();
    storage.delay(10);
    const a = await startProgram({ storage });
    void a.store.reset();
    for (let time = 0; time < 200; time += 10) await a.pass(10);
    storage.delay(0);
    b.store.setResponse(getUser, two, bob);
    await b.flush();
    expect(await pks(b)).toEqual([]);
    expect(b.store.get(User, one)).toBeUndefined();
  });

  it('leaves out what waited for room (R20, I2)', async () => {
    const program = await startProgram();
    program.store.setResponse(getUser, one, ann);
    await program.flush();
    program.storage.delay(10);
    program.storage.fail('quota');
    program.store.setResponse(getUser, two, bob);
    // The flush has failed, and room is being made.
    await program.pass(100);
    await program.pass(10);
    void program.store.reset();
    for (let time = 0; time < 400; time += 10) await program.pass(10);
    expect(await pks(program)).toEqual([]);
  });

  it('is one whatever random numbers are (R20)', async () => {
    const storage = virtualStorage();
    const own = { storage, store: { random: () => 0 } };
    const [a, b] = [await startProgram(own), await startProgram(own)];
    b.store.setResponse(getUser, one, ann);
    await b.flush();
    await a.pass(1);
    await a.store.reset();
    b.store.setResponse(getUser, two, bob);
    await b.flush();
    expect(await pks(b)).toEqual([]);
  });

  it('in one commit with new data stores the new data (R20)', async () => {
    const program = await startProgram();
    program.store.setResponse(getUser, one, ann);
    await program.flush();
    program.store.batch(() => {
      void program.store.reset();
      program.store.setResponse(getUser, two, bob);
    });
    await settle();
    await program.flush();
    expect(await pks(program)).toEqual(['2']);
  });

  it('of an outdated tab wipes what later versions have stored (R20, R22)', async () => {
    const old = await startProgram({ version: 1 });
    const next = await startProgram({ version: 2, storage: old.storage });
    await old.flush();
    old.store.setResponse(getUser, one, ann);
    await old.flush();
    expect(storageStatus$(old.store).getValue()).toBe('outdated');
    next.store.setResponse(getUser, two, bob);
    await next.flush();
    await old.store.reset();
    expect(await pks(next)).toEqual([]);
    next.store.setResponse(getUser, one, ann);
    await next.flush();
    expect(next.store.get(User, two)).toBeUndefined();
    expect(storageStatus$(next.store).getValue()).toBe('storage');
    expect(await pks(next)).toEqual([]);
  });
});

describe('a journey in time', () => {
  it('stores the present, and what devtools edit (R25)', async () => {
    const program = await startProgram();
    const { store, storage, clock } = program;
    const inspector = inspect(store);
    store.setResponse(getUser, one, ann);
    inspector.show(inspector.present());
    clock.adjust(1);
    store.setResponse(getUser, two, bob);
    inspector.edit('User', '1', { ...ann, name: 'edited' });
    expect(store.get(User, two)).toBeUndefined();
    await program.flush();
    expect(await recordsOf(storage, 'rows')).toMatchObject([
      [['User', '1'], { 3: { name: 'edited' } }],
      [['User', '2'], { 3: { name: 'Bob' } }],
    ]);
  });

  it('lets loads end without a request (R25)', async () => {
    const first = await startProgram();
    first.store.setResponse(getUser, one, ann);
    await first.flush();
    const { store } = await first.reload(200);
    const inspector = inspect(store);
    const subscription = store.observe(getUser, one).subscribe();
    store.observe(getUser, two).subscribe();
    inspector.show(inspector.present());
    await settle();
    expect(requests.count).toBe(0);
    inspector.showPresent();
    expect(requests.count).toBe(1);
    expect(store.getState(getUser, one).data?.name).toBe('Ann');
    subscription.unsubscribe();
  });
});
