import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { ann, User } from '../../support/entities.ts';
import { recordsOf } from '../persist/persistKit.ts';
import {
  answer,
  create,
  fail,
  failure,
  getUser,
  keys,
  remove,
  rename,
  requests,
  settle,
  startProgram,
  touch,
} from './offlineKit.ts';

const one = { id: '1' };
const bea = { id: '1', name: 'Bea' };

beforeEach(() => {
  requests.sent.length = 0;
  keys.length = 0;
});

describe('a queued mutation', () => {
  it('is visible in the same tick, then stored, then sent (R36)', async () => {
    const { name, pass, storage, store } = await startProgram();
    store.set(User, ann);
    await settle();
    storage.delay(6);
    void store.fetch(rename, bea);
    expect(name()).toBe('Bea');
    await settle();
    await pass(5);
    expect(requests.count).toBe(0);
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
    await pass(1);
    expect(await recordsOf(storage, 'mutations')).toHaveLength(1);
    storage.delay(0);
    await pass(6);
    expect(requests.count).toBe(1);
  });

  it('is stored with all that are made in the same moment, in one transaction', async () => {
    const { reported, storage, store } = await startProgram();
    await settle();
    storage.fail('abort');
    void store.fetch(rename, bea);
    void store.fetch(rename, { id: '2', name: 'Bob' });
    await settle();
    // None is there, or both are.
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
    expect(requests.count).toBe(2);
    expect(reported).toMatchObject([{ code: 'SB_OUTBOX_FULL' }]);
  });

  it('has its args searched for placeholder ids once, however many are made later', async () => {
    const { outbox, pending, store } = await startProgram();
    outbox.pause();
    void store.fetch(rename, bea);
    await settle();
    const exec = jest.spyOn(RegExp.prototype, 'exec');
    for (let id = 2; id < 20; id++) void store.fetch(rename, { id: `${id}`, name: 'Bob' });
    await settle();
    const searched = exec.mock.calls.map(([text]) => text);
    exec.mockRestore();
    expect(pending()).toHaveLength(19);
    expect(searched).toContain('Bob');
    expect(searched).not.toContain('Bea');
  });

  it('settles with the response of the server, and leaves the storage', async () => {
    const { name, pending, settled, storage, store } = await startProgram();
    store.set(User, ann);
    const promise = store.fetch(rename, bea);
    await settle();
    expect(await recordsOf(storage, 'mutations')).toHaveLength(1);
    expect(pending()).toMatchObject([
      { name: 'rename', args: [bea], status: 'sending', attempts: 1, waitsFor: [] },
    ]);
    await answer({ ...ann, name: 'Beate' });
    expect(await promise).toMatchObject({ name: 'Beate' });
    expect(name()).toBe('Beate');
    expect(pending()).toEqual([]);
    expect(settled).toMatchObject([{ name: 'rename', outcome: 'done' }]);
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0, timers: 0 });
  });

  it('survives a reload, is shown before it is sent again, and has the same key', async () => {
    const first = await startProgram();
    void first.store.fetch(rename, bea);
    await settle();
    const second = await first.reload(40_000);
    await settle();
    expect(second.name()).toBe('Bea');
    expect(requests.count).toBe(2);
    expect(keys[0]).toBe(second.pending()[0].id);
    expect(keys[1]).toBe(keys[0]);
    await answer({ ...ann, name: 'Beate' });
    expect(second.name()).toBe('Beate');
    expect(second.settled).toMatchObject([{ outcome: 'done' }]);
    expect(await recordsOf(second.storage, 'mutations')).toEqual([]);
  });

  it('is tried again after a failure without a response, with growing waits', async () => {
    const { name, outbox, pass, pending, store } = await startProgram();
    store.set(User, ann);
    void store.fetch(rename, bea);
    await settle();
    for (const wait of [500, 1_000, 2_000]) {
      await fail(new TypeError('Failed to fetch'));
      expect(name()).toBe('Bea');
      expect(outbox.online$.getValue()).toBe(false);
      expect(pending()).toMatchObject([{ status: 'waiting', error: { name: 'TypeError' } }]);
      const { count } = requests;
      await pass(wait - 1);
      expect(requests.count).toBe(count);
      await pass(1);
      expect(requests.count).toBe(count + 1);
    }
    await answer({ ...ann, name: 'Beate' });
    expect(outbox.online$.getValue()).toBe(true);
    expect(new Set(keys).size).toBe(1);
    expect(pending()).toEqual([]);
  });

  it('waits as long as the server says', async () => {
    const { pass, store } = await startProgram();
    void store.fetch(rename, bea);
    await settle();
    await fail(failure(503, { 'retry-after': '120' }));
    await pass(120_000);
    expect(requests.count).toBe(1);
    await pass(500);
    expect(requests.count).toBe(2);
  });

  it('that the server refuses is rolled back, fetched and kept (R48)', async () => {
    const { failed, name, outbox, pending, settled, store } = await startProgram();
    store.observe(getUser, one).subscribe();
    await answer(ann);
    const promise = store.fetch(rename, bea);
    await settle();
    await fail(failure(409));
    await expect(promise).rejects.toThrow('status 409');
    expect(name()).toBe('Ann');
    expect(pending()).toEqual([]);
    expect(failed()).toMatchObject([{ status: 'failed', args: [bea], error: { status: 409 } }]);
    expect(settled).toMatchObject([{ outcome: 'failed' }]);
    // Ann is fetched once more.
    expect(requests.count).toBe(3);
    outbox.retry(failed()[0].id);
    expect(name()).toBe('Bea');
    await settle();
    expect(requests.last.args).toEqual([bea]);
    await answer({ ...ann, name: 'Beate' });
    expect(name()).toBe('Beate');
    expect(failed()).toEqual([]);
  });

  it('of a removal is done when the entity is gone (R45)', async () => {
    const { settled, store } = await startProgram();
    store.set(User, ann);
    void store.fetch(remove, one);
    await settle();
    await fail(failure(404));
    expect(store.get(User, '1')).toBeUndefined();
    expect(settled).toMatchObject([{ outcome: 'done' }]);
  });

  it('without a session pauses the outbox', async () => {
    const { outbox, pending, store } = await startProgram();
    void store.fetch(rename, bea);
    void store.fetch(rename, { id: '2', name: 'Bob' });
    await settle();
    expect(requests.count).toBe(2);
    await fail(failure(401));
    expect(pending().map(({ status }) => status)).toEqual(['sending', 'paused']);
    outbox.resume();
    await settle();
    expect(requests.count).toBe(3);
  });

  it('may be sent with other args, as another mutation for the server (R49)', async () => {
    const { name, store } = await startProgram({
      outcome: (error, { args }) =>
        (error as { status?: number }).status === 412
          ? { args: [{ ...(args[0] as object), name: 'Merged' }] }
          : undefined,
    });
    store.set(User, ann);
    void store.fetch(rename, bea);
    await settle();
    await fail(failure(412));
    expect(name()).toBe('Merged');
    expect(requests.last.args).toEqual([{ id: '1', name: 'Merged' }]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('is discarded with its prediction', async () => {
    const { name, outbox, pending, storage, store } = await startProgram();
    store.set(User, ann);
    const promise = store.fetch(rename, bea);
    await settle();
    outbox.discard(pending()[0].id);
    await expect(promise).rejects.toMatchObject({ code: 'SB_ABORTED' });
    expect(name()).toBe('Ann');
    await settle();
    expect(await recordsOf(storage, 'mutations')).toEqual([]);
    expect(pending()).toEqual([]);
  });

  it('that is discarded while it is sent has its entity fetched', async () => {
    const { outbox, pending, store } = await startProgram();
    store.observe(getUser, one).subscribe();
    await answer(ann);
    store.fetch(rename, bea).catch(() => undefined);
    await settle();
    expect(requests.count).toBe(2);
    outbox.discard(pending()[0].id);
    expect(requests.count).toBe(3);
    expect(requests.last.args).toEqual([one]);
  });

  it('with args that cannot be stored is sent at once, and reported (R38)', async () => {
    const { pending, reported, store } = await startProgram();
    const withForm = touch.extend({ key: () => 'touch' });
    void store.fetch(withForm, new FormData() as never);
    expect(requests.count).toBe(1);
    expect(reported).toMatchObject([{ code: 'SB_ARGS_UNSUPPORTED' }]);
    await settle();
    expect(pending()).toEqual([]);
  });

  it('that is not in the list is sent as without the plugin', async () => {
    const other = new Endpoint(() => requests.send(), { name: 'other', sideEffect: true });
    const { store } = await startProgram();
    void store.fetch(other);
    expect(requests.count).toBe(1);
  });

  it('fails after maxAge', async () => {
    const { failed, pass, store } = await startProgram({ maxAge: 10_000 });
    const promise = store.fetch(rename, bea);
    await settle();
    await pass(10_000);
    await fail(failure(503));
    await expect(promise).rejects.toMatchObject({ code: 'SB_MUTATION_EXPIRED' });
    expect(failed()).toMatchObject([{ error: { code: 'SB_MUTATION_EXPIRED' } }]);
  });
});

describe('the order of mutations (R40)', () => {
  it('has a mutation that is retried wait for one of the same row that is in flight', async () => {
    const { failed, name, outbox, store } = await startProgram();
    store.set(User, ann);
    store.fetch(rename, bea).catch(() => undefined);
    await settle();
    await fail(failure(422));
    void store.fetch(rename, { id: '1', name: 'Bo' });
    await settle();
    outbox.retry(failed()[0].id);
    await settle();
    expect(name()).toBe('Bo');
    expect(requests.count).toBe(2);
    await answer({ ...ann, name: 'Bo' });
    expect(requests.count).toBe(3);
    expect(name()).toBe('Bea');
  });

  it('is that in which they were made, of those that change a common row', async () => {
    const { pending, store } = await startProgram();
    void store.fetch(rename, bea);
    void store.fetch(rename, { id: '1', name: 'Bert' });
    void store.fetch(rename, { id: '2', name: 'Bob' });
    await settle();
    expect(requests.sent.map(({ args }) => args[0])).toEqual([bea, { id: '2', name: 'Bob' }]);
    const [first, second] = pending();
    expect(second.waitsFor).toEqual([first.id]);
    await answer({ ...ann, name: 'Bea' }, requests.at(0));
    expect(requests.last.args).toEqual([{ id: '1', name: 'Bert' }]);
  });

  it('is that in which they were made, if the rows of one are unknown', async () => {
    const { store } = await startProgram();
    void store.fetch(rename, bea);
    void store.fetch(touch, { at: 1 });
    void store.fetch(rename, { id: '2', name: 'Bob' });
    await settle();
    expect(requests.count).toBe(1);
    await answer(bea);
    expect(requests.last.args).toEqual([{ at: 1 }]);
    expect(requests.count).toBe(2);
    await answer({});
    expect(requests.last.args).toEqual([{ id: '2', name: 'Bob' }]);
  });

  it('is that of their groups, where endpoints have some', async () => {
    const inTurn = touch.extend({ offline: { group: () => 'touches' } });
    const { store } = await startProgram({ mutations: [rename, inTurn] });
    void store.fetch(inTurn, { at: 1 });
    void store.fetch(rename, bea);
    void store.fetch(inTurn, { at: 2 });
    await settle();
    expect(requests.sent.map(({ args }) => args[0])).toEqual([{ at: 1 }, bea]);
    await answer({}, requests.at(0));
    expect(requests.last.args).toEqual([{ at: 2 }]);
  });

  it('lets at most `parallel` be in flight', async () => {
    const { store } = await startProgram({ parallel: 2 });
    for (const id of ['1', '2', '3']) void store.fetch(rename, { id, name: 'Bea' });
    await settle();
    expect(requests.count).toBe(2);
    await answer(bea);
    expect(requests.count).toBe(3);
  });

  it('has an entity created before it is changed, with its real pk', async () => {
    const { pending, store } = await startProgram();
    void store.fetch(create, { name: 'New' });
    await settle();
    const [placeholder] = [...keysOf(store)];
    void store.fetch(rename, { id: placeholder, name: 'Newer' });
    await settle();
    expect(requests.count).toBe(1);
    expect(pending()[1].waitsFor).toEqual([pending()[0].id]);
    await answer({ id: '9', name: 'New' });
    expect(requests.last.args).toEqual([{ id: '9', name: 'Newer' }]);
    expect(store.get(User, '9')?.name).toBe('Newer');
  });

  it('has reads of an entity that is being created wait for its id, through reloads', async () => {
    const first = await startProgram();
    first.outbox.pause();
    void first.store.fetch(create, { name: 'New' });
    const [placeholder] = [...keysOf(first.store)];
    await settle();
    const second = await first.reload(40_000);
    // The outbox is not loaded yet.
    const user$ = second.store.observe(getUser, { id: placeholder });
    user$.subscribe();
    await settle();
    expect([requests.count, user$.getValue().error]).toEqual([1, undefined]);
    await answer({ id: '9', name: 'New' });
    expect(requests.last.args).toEqual([{ id: '9' }]);
    await answer({ id: '9', name: 'New' });
    expect(user$.getValue()).toMatchObject({ status: 'valid', data: { id: '9' } });
    const third = await second.reload(40_000);
    third.store.observe(getUser, { id: placeholder }).subscribe();
    await settle();
    expect(requests.last.args).toEqual([{ id: '9' }]);
    expect(requests.count).toBe(3);
  });

  it('has reads fail that name an entity whose creation is unknown', async () => {
    const { store } = await startProgram();
    await settle();
    const lost = store.fetch(getUser, { id: 'optimistic:gone:0' });
    await expect(lost).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
    expect(requests.count).toBe(0);
  });

  it('has an entity created before it is changed, after a reload', async () => {
    const first = await startProgram();
    void first.store.fetch(create, { name: 'New' });
    const [placeholder] = [...keysOf(first.store)];
    void first.store.fetch(rename, { id: placeholder, name: 'Newer' });
    await settle();
    const second = await first.reload(40_000);
    await settle();
    expect(second.name(placeholder)).toBe('Newer');
    expect(requests.count).toBe(2);
    await answer({ id: '9', name: 'New' });
    expect(requests.last.args).toEqual([{ id: '9', name: 'Newer' }]);
    const third = await second.reload(40_000);
    await settle();
    expect(third.pending()).toMatchObject([{ args: [{ id: '9', name: 'Newer' }] }]);
    void third.store.fetch(remove, { id: placeholder });
    await answer({ id: '9', name: 'Newer' });
    expect(requests.last.args).toEqual([{ id: '9' }]);
  });

  it.each([0, 1])(
    'lets those fail that refer to an entity whose creation has failed, and brings them back with number %s',
    async (number) => {
      const { failed, outbox, pending, store } = await startProgram();
      const promise = store.fetch(create, { name: 'New' });
      promise.catch(() => undefined);
      const [placeholder] = [...keysOf(store)];
      const child = store.fetch(rename, { id: placeholder, name: 'Newer' });
      await settle();
      await fail(failure(422));
      await expect(child).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
      expect(pending()).toEqual([]);
      expect(failed().map(({ name }) => name)).toEqual(['create', 'rename']);
      expect(store.get(User, placeholder)).toBeUndefined();
      outbox.retry(failed()[number].id);
      await settle();
      expect(store.get(User, placeholder)?.name).toBe('Newer');
      expect(failed()).toEqual([]);
      await answer({ id: '9', name: 'New' });
      expect(requests.last.args).toEqual([{ id: '9', name: 'Newer' }]);
    },
  );
});

function keysOf({ entities$ }: Awaited<ReturnType<typeof startProgram>>['store']): string[] {
  return [...entities$.getValue().entries(User.key)].map(([pk]) => pk);
}
