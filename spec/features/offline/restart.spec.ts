import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { offline } from '../../../src/features/offline/offline.ts';
import { outboxOf } from '../../../src/features/offline/OutboxState.ts';
import { ann, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';
import { fakePage } from '../persist/fakePage.ts';
import { recordsOf } from '../persist/persistKit.ts';
import {
  answer,
  create,
  fail,
  failure,
  getUser,
  keys,
  mutations,
  rename,
  requests,
  settle,
  startProgram,
} from './offlineKit.ts';

const one = { id: '1' };
const bea = { id: '1', name: 'Bea' };

beforeEach(() => {
  requests.sent.length = 0;
  keys.length = 0;
});

describe.each([[true], ['after']] as const)('with the plugin persist (%s)', (persists) => {
  it('a reload shows the layers in the first value of a stored key (R51)', async () => {
    const first = await startProgram({ persists });
    first.store.setResponse(getUser, one, ann);
    void first.store.fetch(rename, bea);
    await first.pass(100);
    expect(requests.count).toBe(1);
    const second = await first.reload();
    const names: (string | undefined)[] = [];
    second.store.observe(getUser, one).subscribe(({ data }) => names.push(data?.name));
    await settle();
    expect([...new Set(names)]).toEqual([undefined, 'Bea']);
  });

  it('one transaction has the data of the response and the end of the mutation (R44)', async () => {
    const { storage, store } = await startProgram({ persists });
    store.setResponse(getUser, one, ann);
    void store.fetch(rename, bea);
    await settle();
    storage.fail('abort');
    await answer({ ...ann, name: 'Beate' });
    // Both are missing, or both are there.
    expect(await recordsOf(storage, 'mutations')).toHaveLength(1);
    expect(await recordsOf(storage, 'rows')).toEqual([]);
    void store.fetch(rename, { id: '1', name: 'Bo' });
    await settle();
    await answer({ ...ann, name: 'Bo' });
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
    expect(await recordsOf(storage, 'rows')).toMatchObject([
      [['User', '1'], { 3: { name: 'Bo' } }],
    ]);
  });

  it('a log-out deletes the outbox (R50)', async () => {
    const { name, pending, pass, storage, store } = await startProgram({ persists });
    store.set(User, ann);
    const promise = store.fetch(rename, bea);
    await settle();
    expect(pending()).toHaveLength(1);
    await store.reset();
    await expect(promise).rejects.toMatchObject({ code: 'SB_RESET' });
    expect(pending()).toEqual([]);
    expect(name()).toBeUndefined();
    await pass(100_000);
    expect(requests.count).toBe(1);
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
  });
});

describe('a start', () => {
  it('keeps a mutation whose endpoint it does not know (R43)', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    const second = await first.reload(40_000, { mutations: [create] });
    await settle();
    expect(second.pending()).toEqual([]);
    expect(second.failed()).toMatchObject([
      { name: 'rename', error: { code: 'SB_MUTATION_UNKNOWN' } },
    ]);
    const third = await second.reload(0, { mutations });
    await settle();
    expect(third.failed()).toMatchObject([{ name: 'rename' }]);
    third.outbox.retry(third.failed()[0].id);
    await settle();
    expect(third.name()).toBe('Bea');
    await answer({ ...ann, name: 'Bea' });
    expect(third.settled).toMatchObject([{ outcome: 'done' }]);
  });

  it('renames a mutation, and rewrites its args (R43)', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    const renameUser = rename.extend({ name: 'renameUser' });
    const second = await first.reload(40_000, {
      mutations: [renameUser],
      migrateMutation: ({ args }) => ({
        name: 'renameUser',
        args: [{ ...(args[0] as object), by: 'migration' }],
      }),
    });
    await settle();
    expect(requests.last.args).toEqual([{ ...bea, by: 'migration' }]);
    expect(second.pending()).toMatchObject([{ name: 'renameUser' }]);
  });

  it('lets mutations fail that are older than maxAge', async () => {
    const first = await startProgram({ maxAge: 60_000 });
    void first.store.fetch(rename, bea);
    await settle();
    const second = await first.reload(60_000);
    await settle();
    expect(second.failed()).toMatchObject([{ error: { code: 'SB_MUTATION_EXPIRED' } }]);
    expect(second.name()).toBeUndefined();
    expect(requests.count).toBe(1);
  });

  it('deletes failed mutations after 30 days', async () => {
    const first = await startProgram();
    first.store.fetch(rename, bea).catch(() => undefined);
    await settle();
    await fail(failure(422));
    const second = await first.reload(2_592_000_001);
    await settle();
    expect(second.failed()).toEqual([]);
    await settle();
    expect(await recordsOf(second.storage, 'mutations')).toEqual([]);
  });

  it('puts mutations made meanwhile above those of before the reload (R52)', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    // The clock was set back.
    const storage = first.storage.copy();
    storage.delay(10);
    const second = await first.reload(-900_000, { storage });
    void second.store.fetch(rename, { id: '1', name: 'Bo' });
    expect(second.name()).toBe('Bo');
    storage.delay(0);
    for (let step = 0; step < 5; step++) await second.pass(10);
    expect(second.name()).toBe('Bo');
    expect(second.pending().map(({ args }) => args[0])).toEqual([bea, { id: '1', name: 'Bo' }]);
    const third = await second.reload(1_000_000);
    await settle();
    expect(third.name()).toBe('Bo');
  });

  it('deletes what cannot be read', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    const storage = first.storage.copy();
    storage.corrupt('mutations', first.pending()[0].id);
    const second = await first.reload(0, { storage });
    await settle();
    expect(second.pending()).toEqual([]);
    expect(second.reported).toEqual([]);
  });

  it('tries at once what waited for its next try (R46)', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    for (let at = 0; at < 3; at++) {
      await fail(failure(503));
      await first.pass(60_000);
    }
    await fail(failure(503));
    const { count } = requests;
    const second = await first.reload();
    await settle();
    expect(requests.count).toBe(count + 1);
    expect(second.pending()).toMatchObject([{ status: 'sending', attempts: count + 1 }]);
  });

  it('sends at once what a page was sending when it was left', async () => {
    const page = fakePage();
    try {
      const first = await startProgram();
      void first.store.fetch(rename, bea);
      await settle();
      page.send('pagehide');
      await settle();
      const second = await first.reload();
      await settle();
      expect(requests.count).toBe(2);
      expect(keys[1]).toBe(keys[0]);
      for (const { store } of [first, second]) store.dispose();
    } finally {
      page.close();
    }
  });

  it('keeps the mutations of a store that was disposed', async () => {
    const first = await startProgram();
    first.store.fetch(rename, bea).catch(() => undefined);
    await settle();
    first.store.dispose();
    await settle();
    const second = await first.reload(40_000);
    await settle();
    expect(second.name()).toBe('Bea');
    expect(requests.count).toBe(2);
  });
});

describe('two programs with one storage', () => {
  it('never send one mutation twice (R41)', async () => {
    const first = await startProgram();
    for (let at = 0; at < 20; at++) {
      void first.store.fetch(rename, { id: `${at}`, name: 'Bea' }).catch(() => undefined);
    }
    await settle();
    const { count } = requests;
    expect(count).toBe(3);
    const second = await startProgram({ storage: first.storage });
    const third = await startProgram({ storage: first.storage });
    await settle();
    for (let at = 0; at < 40; at++) {
      const open = requests.sent.find(({ isFollowed }) => isFollowed);
      if (open) await answer({ ...ann, id: (open.args[0] as { id: string }).id }, open);
      for (const program of [first, second, third]) await program.pass(0);
    }
    for (const program of [first, second, third]) await program.pass(40_000);
    expect(new Set(keys).size).toBe(20);
    expect(keys).toHaveLength(20);
    for (const { pending } of [first, second, third]) expect(pending()).toEqual([]);
    expect(await recordsOf(first.storage, 'mutations')).toEqual([]);
  });

  it('respect a claim when they hear of the entity that it waited for (R41)', async () => {
    const first = await startProgram();
    void first.store.fetch(create, { name: 'New' });
    await settle();
    const { id } = first.store.get(new All(User))![0];
    void first.store.fetch(rename, { id, name: 'Newer' });
    await settle();
    const second = await startProgram({ storage: first.storage });
    await settle();
    for (const { pass } of [first, second]) await pass(10_000);
    await answer({ id: '9', name: 'New' });
    expect(requests.last.args).toEqual([{ id: '9', name: 'Newer' }]);
    // The claim of the creation would have ended.
    await second.pass(20_000);
    expect(second.pending()).toMatchObject([{ args: [{ id: '9' }] }]);
    expect(requests.count).toBe(2);
    await answer({ id: '9', name: 'Newer' });
    await second.pass(10_000);
    expect(requests.count).toBe(2);
    expect(second.pending()).toEqual([]);
  });

  it('fetch what a mutation has changed that another one has settled', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    const second = await startProgram({ storage: first.storage });
    second.store.setResponse(getUser, one, ann);
    second.store.observe(getUser, one).subscribe();
    await settle();
    await answer({ ...ann, name: 'Beate' });
    expect(requests.count).toBe(1);
    await second.pass(30_000);
    expect(requests.count).toBe(2);
    await answer({ ...ann, name: 'Beate' });
    expect(second.name()).toBe('Beate');
  });

  it('store no mutation again that another one has settled', async () => {
    const first = await startProgram();
    void first.store.fetch(create, { name: 'New' });
    await settle();
    const { id } = first.store.get(new All(User))![0];
    void first.store.fetch(rename, { id, name: 'Newer' });
    await settle();
    const second = await startProgram({ storage: first.storage });
    await settle();
    await answer({ id: '9', name: 'New' });
    await answer({ id: '9', name: 'Newer' });
    await second.pass(30_000);
    expect(requests.count).toBe(2);
    expect(await recordsOf(first.storage, 'mutations')).toEqual([]);
  });
});

describe('a failure of the storage', () => {
  it('is no outcome of a mutation: it is sent all the same', async () => {
    const { name, reported, storage, store } = await startProgram();
    await settle();
    storage.fail('quota');
    const promise = store.fetch(rename, bea);
    await settle();
    expect(requests.count).toBe(1);
    expect(reported).toMatchObject([{ code: 'SB_OUTBOX_FULL' }]);
    await answer({ ...ann, name: 'Bea' });
    await promise;
    expect(name()).toBe('Bea');
  });

  it('of a claim lets the mutation be sent', async () => {
    const { storage, store } = await startProgram();
    await settle();
    storage.fail('abort', 3);
    const promise = store.fetch(rename, bea);
    await settle();
    await answer({ ...ann, name: 'Bea' });
    expect(await promise).toMatchObject({ name: 'Bea' });
  });

  it('to open lets mutations be sent and repeated from memory', async () => {
    const storage = (await startProgram()).storage.copy();
    storage.fail('blocked');
    const { clock, pass, store } = await startProgram({ storage });
    const promise = store.fetch(rename, bea);
    await pass(3_000);
    await settle();
    expect(requests.count).toBe(1);
    await fail(failure(503));
    await pass(500);
    expect(requests.count).toBe(2);
    await answer({ ...ann, name: 'Bea' });
    expect(await promise).toMatchObject({ name: 'Bea' });
    void clock;
  });
});

describe('the plugin', () => {
  it('does nothing without a storage', async () => {
    const { store } = storeKit({ plugins: [offline({ name: 'spec', mutations })] });
    await settle();
    void store.fetch(rename, bea);
    expect(requests.count).toBe(1);
    expect(keys).toEqual([undefined]);
    expect(outboxOf(store).pending$.getValue()).toEqual([]);
  });

  it('sends mutations made before it knows that there is no storage', async () => {
    const { store } = storeKit({ plugins: [offline({ name: 'spec', mutations })] });
    const promise = store.fetch(rename, bea);
    await settle();
    await answer(bea);
    expect(await promise).toMatchObject({ name: 'Bea' });
    expect(outboxOf(store).pending$.getValue()).toEqual([]);
  });

  const read = new Endpoint(() => requests.send(), { name: 'read' });
  it.each([
    ['a name', { name: '' }],
    ['mutations', { mutations: [read] }],
    ['different names', { mutations: [rename, rename] }],
    ['a duration', { maxAge: -1 }],
    ['room for one request', { parallel: 0 }],
  ])('needs %s', (_what, options) => {
    expect(() => offline({ name: 'spec', mutations, ...options })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });

  it('needs declared names', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    async function implied(): Promise<void> {
      await Promise.resolve();
    }
    const nameless = new Endpoint(implied, { sideEffect: true });
    expect(() => offline({ name: 'spec', mutations: [nameless] })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });

  it('is needed for an outbox', () => {
    expect(() => outboxOf(storeKit().store)).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});
