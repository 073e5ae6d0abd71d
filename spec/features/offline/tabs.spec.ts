import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ann, User } from '../../support/entities.ts';
import { recordsOf } from '../persist/persistKit.ts';
import { failure, getUser, keys, requests } from './offlineKit.ts';
import { bea, openTabs, plain } from './tabsKit.ts';

beforeEach(() => {
  requests.sent.length = 0;
  keys.length = 0;
});

describe('a mutation of one tab', () => {
  it('is shown, settled and forgotten in the other one, without a reload (R54)', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    for (const { store } of [first, second]) store.set(User, ann);
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    expect(second.name()).toBe('Bea');
    expect(second.pending()).toMatchObject([{ args: [bea], status: 'sending', attempts: 1 }]);
    expect(second.pending()[0].id).toBe(first.pending()[0].id);
    await answer({ ...ann, name: 'Beate' });
    expect(await promise).toMatchObject({ name: 'Beate' });
    expect(second.name()).toBe('Beate');
    for (const tab of [first, second]) {
      expect(tab.pending()).toEqual([]);
      expect(tab.settled).toMatchObject([{ args: [bea], outcome: 'done' }]);
      expect(tab.store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
    }
    expect(requests.count).toBe(1);
  });

  it('is shown in the order of ids in all tabs, also if its message is late (R54)', async () => {
    const { first, pass, second, tabs } = openTabs();
    await pass();
    tabs.channel.delay(50);
    void first.store.fetch(first.rename, bea);
    await pass(1);
    void second.store.fetch(second.rename, { id: '1', name: 'Bo' });
    expect(second.name()).toBe('Bo');
    await pass(100);
    expect(first.name()).toBe('Bo');
    expect(second.name()).toBe('Bo');
    expect(second.pending().map(({ id }) => id)).toEqual(first.pending().map(({ id }) => id));
    expect(requests.count).toBe(1);
  });

  it('stays visible above the response to an earlier one of another tab (I5)', async () => {
    const { answer, first, pass, second, tabs } = openTabs(2, { locks: undefined });
    await pass();
    tabs.channel.delay(50);
    void first.store.fetch(first.rename, bea);
    await pass(1);
    void second.store.fetch(second.rename, { id: '1', name: 'Bo' });
    await pass(100);
    expect(requests.sent.map(({ args }) => args)).toEqual([[bea], [{ id: '1', name: 'Bo' }]]);
    await answer({ ...ann, name: 'Bea' }, requests.sent[0]);
    await pass(100);
    for (const { name, pending } of [first, second]) {
      expect(pending()).toMatchObject([{ args: [{ id: '1', name: 'Bo' }] }]);
      expect(name()).toBe('Bo');
    }
  });

  it('settles its promise whichever tab has sent it, with the response', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    first.outbox.pause();
    await pass();
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    first.store.freeze();
    second.outbox.resume();
    await pass();
    expect(requests.count).toBe(1);
    await answer({ ...ann, name: 'Beate' });
    first.store.thaw();
    await pass();
    expect(await promise).toBeInstanceOf(User);
    expect(first.name()).toBe('Beate');
  });

  it('rejects its promise if another tab was refused, and is kept in all tabs', async () => {
    const { fail, first, pass, second } = openTabs();
    await pass();
    first.outbox.pause();
    await pass();
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    first.store.freeze();
    second.outbox.resume();
    await pass();
    await fail(422);
    first.store.thaw();
    await pass();
    await expect(promise).rejects.toMatchObject({ status: 422 });
    for (const tab of [first, second]) {
      expect(tab.failed()).toMatchObject([{ args: [bea], error: { status: 422 } }]);
      expect(tab.name()).toBeUndefined();
    }
    second.outbox.retry(second.failed()[0].id);
    await pass();
    expect(first.name()).toBe('Bea');
    expect(first.failed()).toEqual([]);
  });

  it('is discarded in all tabs', async () => {
    const { fail, first, pass, second, tabs } = openTabs();
    await pass();
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    await fail(503);
    second.outbox.discard(second.pending()[0].id);
    await pass();
    await expect(promise).rejects.toMatchObject({ code: 'SB_ABORTED' });
    expect(first.pending()).toEqual([]);
    expect(first.name()).toBeUndefined();
    expect(await recordsOf(tabs.storage, 'mutations')).toEqual([]);
    expect(first.settled).toEqual([]);
  });

  it('does not count as done while the message that it was discarded is on its way', async () => {
    const { fail, first, pass, second, tabs } = openTabs();
    await pass();
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    tabs.channel.delay(500);
    second.outbox.discard(second.pending()[0].id);
    await fail(503);
    for (let round = 0; round < 2; round++) {
      void first.outbox.flush();
      await pass();
    }
    await pass(500);
    await expect(promise).rejects.toMatchObject({ code: 'SB_ABORTED' });
    expect(first.settled).toEqual([]);
    expect(requests.count).toBe(1);
  });

  it('that creates an entity teaches its pk to all tabs (R53)', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    void first.store.fetch(first.create, { name: 'Cy' });
    await pass();
    const [[placeholder]] = [...second.store.entities$.getValue().entries('User')];
    void second.store.fetch(second.rename, { id: placeholder, name: 'Cyd' });
    await pass();
    expect(first.store.get(User, placeholder)?.name).toBe('Cyd');
    expect(first.pending()[1].waitsFor).toEqual([first.pending()[0].id]);
    await answer({ ...ann, id: '7', name: 'Cy' });
    expect(requests.last.args).toEqual([{ id: '7', name: 'Cyd' }]);
    for (const { store } of [first, second]) {
      expect(store.get(User, '7')?.name).toBe('Cyd');
      expect(store.get(User, placeholder)).toBe(store.get(User, '7'));
      expect(store.entities$.getValue().has('User', placeholder)).toBe(false);
    }
    await answer({ ...ann, id: '7', name: 'Cyd' });
    void second.store.fetch(second.rename, { id: placeholder, name: 'Cyril' });
    await pass();
    expect(requests.last.args).toEqual([{ id: '7', name: 'Cyril' }]);
  });

  it('is sent after an earlier one of its entity by a tab that thaws (R40)', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    void first.store.fetch(first.create, { name: 'Cy' });
    const [[placeholder]] = [...first.store.entities$.getValue().entries('User')];
    void first.store.fetch(first.rename, { id: placeholder, name: 'Cyd' });
    await pass();
    second.store.freeze();
    void first.store.fetch(first.rename, { id: placeholder, name: 'Cyril' });
    await pass();
    await answer({ ...ann, id: '7', name: 'Cy' });
    first.store.kill();
    // The message of the last one comes before that of the creation, and the storage has its real pk.
    second.store.thaw();
    await pass();
    const cyd = [{ id: '7', name: 'Cyd' }];
    expect(requests.sent.map(({ args }) => args)).toEqual([[{ name: 'Cy' }], cyd, cyd]);
  });

  it('does not overwrite what the other tab has fetched since', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    second.store.observe(getUser, { id: '1' }).subscribe();
    await pass();
    await answer(ann);
    void first.store.fetch(first.rename, bea);
    await pass();
    await answer({ ...ann, name: 'Beate' });
    // The other tab fetches the truth once more.
    expect(requests.last.args).toEqual([{ id: '1' }]);
    await answer({ ...ann, name: 'Beatrix' });
    expect(second.name()).toBe('Beatrix');
  });
});

it('a tab that was frozen fetches a list that another tab, without the list, has added to', async () => {
  const getUsers = new Endpoint(() => requests.send(), {
    name: 'getUsers',
    schema: new Collection([User]),
  });
  const addUser = new Endpoint((args: { name: string }) => requests.send(args), {
    name: 'addUser',
    schema: getUsers.schema.push,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, args) => args,
  });
  const { answer, first, pass, second } = openTabs(2, { mutations: [addUser] });
  await pass();
  second.store.observe(getUsers).subscribe();
  await pass();
  await answer([ann]);
  second.store.freeze();
  void first.store.fetch(addUser, { name: 'Bea' });
  await pass();
  await answer({ ...ann, id: '7', name: 'Bea' });
  second.store.thaw();
  await pass();
  await pass();
  expect(requests.sent.map(({ args }) => args)).toEqual([[], [{ name: 'Bea' }], []]);
});

it('a response that comes late does not replace what tabs have shared since', async () => {
  const { answer, first, pass, second } = openTabs(2, { locks: undefined }, virtualStorage(), true);
  await pass();
  first.store.observe(getUser, { id: '1' }).subscribe();
  await pass();
  await answer(ann);
  await pass(1_000);
  const third = first.open();
  third.store.observe(getUser, { id: '1' }).subscribe();
  await pass(1_000);
  expect(third.name()).toBe('Ann');
  void second.store.fetch(second.rename, bea);
  await pass();
  third.store.freeze();
  await answer({ ...ann, name: 'Bea' });
  await pass(1_000);
  void second.store.fetch(second.rename, { id: '1', name: 'Bo' });
  await pass(1_000);
  await answer({ ...ann, name: 'Bo' }, requests.sent[2]);
  await pass(1_000);
  third.store.thaw();
  await pass(1_000);
  expect(third.pending()).toEqual([]);
  expect(third.name()).toBe('Bo');
});

describe('the tab that sends', () => {
  it('is one: others wait for its lock, and an idle tab holds nothing (R41)', async () => {
    const { answer, first, pass, second, tabs } = openTabs(3);
    await pass();
    for (let at = 0; at < 6; at++) {
      const tab = at % 2 === 0 ? first : second;
      void tab.store.fetch(tab.rename, { id: `${at}`, name: 'Bea' });
    }
    await pass();
    expect(requests.count).toBe(3);
    for (let at = 0; at < 6; at++) await answer(ann, requests.sent[at]);
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
    expect(await recordsOf(tabs.storage, 'mutations')).toEqual([]);
    for (const tab of tabs) expect(tab.stats()).toMatchObject({ layers: 0, timers: 0 });
  });

  it('that crashes is followed within a second, with the same key (R42)', async () => {
    const { first, pass, second } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    expect(requests.count).toBe(1);
    first.store.kill();
    await pass(100);
    expect(requests.count).toBe(2);
    expect(keys[1]).toBe(keys[0]);
    expect(second.pending()).toMatchObject([{ status: 'sending', attempts: 2 }]);
  });

  it('that crashes is followed at once by a tab that was to wait before its try (R42)', async () => {
    const { first, pass, second } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    requests.last.fail(failure(503, { 'retry-after': '60' }));
    await pass();
    await pass();
    void second.store.fetch(second.rename, { id: '1', name: 'Bo' });
    await pass();
    expect(second.pending()).toMatchObject([{ status: 'sending', attempts: 2 }, {}]);
    second.store.kill();
    await pass(100);
    expect(requests.count).toBe(3);
  });

  it('that is frozen is followed after 15 seconds, and does not settle then (R42)', async () => {
    const { answer, first, pass, second } = openTabs();
    await pass();
    first.store.observe(getUser, { id: '1' }).subscribe();
    await answer(ann);
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    const [, sent] = requests.sent;
    first.store.freeze();
    await pass(14_000);
    expect(requests.count).toBe(2);
    await pass(2_000);
    expect(requests.count).toBe(3);
    await answer({ ...ann, name: 'Beate' });
    expect(second.name()).toBe('Beate');
    void second.store.fetch(second.rename, { id: '1', name: 'Bo' });
    await pass();
    await answer({ ...ann, name: 'Bo' });
    // The first response reaches the tab that has sent it.
    await answer({ ...ann, name: 'Beate' }, sent);
    first.store.thaw();
    await pass();
    expect(await promise).toMatchObject({ id: '1' });
    expect(requests.last.args).toEqual([{ id: '1' }]);
    await answer({ ...ann, name: 'Bo' });
    for (const { name, pending, store } of [first, second]) {
      expect(name()).toBe('Bo');
      expect(pending()).toEqual([]);
      expect(store.stats()).toMatchObject({ layers: 0 });
    }
  });

  it.each([
    ['does not send what its follower has failed to send', false],
    ['settles nothing by a response of before its lock was stolen (R42)', true],
  ])('that was frozen %s', async (_, hasResponse) => {
    const { answer, fail, first, pass, second } = openTabs();
    await pass();
    first.store.fetch(first.rename, bea).catch(() => undefined);
    await pass();
    first.store.freeze();
    if (hasResponse) await answer({ ...ann, name: 'Beate' });
    await pass(16_000);
    expect(requests.count).toBe(2);
    await fail(422);
    first.store.thaw();
    await pass();
    await pass();
    for (const { failed, pending } of [first, second]) {
      expect(pending()).toEqual([]);
      expect(failed()).toMatchObject([{ args: [bea] }]);
    }
    await pass(100_000);
    expect(requests.count).toBe(2);
  });

  it('that was frozen takes no claim of its follower (R42)', async () => {
    const { fail, first, pass } = openTabs();
    await pass();
    void first.store.fetch(first.rename, { id: '2', name: 'Bo' });
    void first.store.fetch(first.rename, bea);
    await pass();
    await fail(503);
    first.store.freeze();
    await pass(16_000);
    expect(requests.count).toBe(4);
    // The timer of the next try is faster than the news that the lock was stolen.
    first.store.thaw();
    await pass();
    expect(requests.count).toBe(4);
    expect(first.pending()).toMatchObject([{ attempts: 2 }, { attempts: 2 }]);
  });

  it('that is frozen before it gets the lock sends nothing with a lock that was stolen (R41)', async () => {
    const { fail, first, pass, second } = openTabs(3);
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    second.store.freeze();
    // The lock goes to the second tab, and after 15 seconds to the third one.
    await fail(503);
    await pass(17_000);
    expect(requests.count).toBe(2);
    second.store.thaw();
    await pass();
    await pass();
    expect(requests.count).toBe(2);
  });

  it('keeps its lock when a tab that was frozen has not heard its beats yet (R42)', async () => {
    const { first, pass, second, tabs } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    second.store.freeze();
    tabs.channel.delay(25_000);
    await pass(20_000);
    second.store.thaw();
    await pass(60_000);
    expect(requests.count).toBe(1);
  });

  it.each([0, 1])(
    'keeps its lock when a tab that was frozen for a moment has not heard of it (R42, tab %d)',
    async (at) => {
      const { first, pass, second } = openTabs();
      const others = [second, first.open()];
      await pass();
      void first.store.fetch(first.rename, bea);
      await pass();
      first.store.freeze();
      await pass(14_000);
      others[at].store.freeze();
      // The other one steals the lock.
      await pass(4_000);
      expect(requests.count).toBe(2);
      // Its timer is due, and a message waits.
      others[at].store.thaw();
      await pass();
      expect(requests.count).toBe(2);
    },
  );

  it.each([
    ['', undefined],
    [' that steal its lock in the same millisecond', () => 0.5],
  ])('has one follower of two%s (R41)', async (_, random) => {
    const { first, pass } = openTabs(3, {}, undefined, false, random);
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    first.store.freeze();
    await pass(60_000);
    expect(requests.count).toBe(2);
  });

  it.each([0, 5])(
    'waits after a failed try, whichever tab has the lock then (%d ms)',
    async (delay) => {
      const { first, pass, second, tabs } = openTabs(2);
      const third = first.open();
      await pass();
      tabs.channel.delay(delay);
      for (const { store } of [first, second, third]) store.offline();
      void first.store.fetch(first.rename, bea);
      for (let turn = 0; turn < 20; turn++) await pass();
      await pass(10);
      // A tab learns of a try by a message, or from the storage before its own one.
      for (const { pending } of [first, second, third]) {
        expect(pending()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
      }
    },
  );

  it('that was frozen goes on if no other tab has taken its lock', async () => {
    const { answer, first, pass } = openTabs(1);
    await pass();
    void first.store.fetch(first.rename, bea);
    void first.store.fetch(first.rename, { id: '1', name: 'Bo' });
    await pass();
    first.store.freeze();
    await pass(60_000);
    first.store.thaw();
    await pass();
    await answer({ ...ann, name: 'Bea' }, requests.sent[0]);
    expect(requests.sent.map(({ args }) => args)).toEqual([[bea], [{ id: '1', name: 'Bo' }]]);
    expect(first.pending()).toMatchObject([{ args: [{ name: 'Bo' }], status: 'sending' }]);
  });

  it('that was frozen settles nothing by a try whose claim another tab has taken', async () => {
    const { first, pass, second } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    first.store.freeze();
    await pass(16_000);
    expect(requests.count).toBe(2);
    second.store.kill();
    first.store.thaw();
    await pass();
    // It gets the lock again.
    void first.store.fetch(first.rename, { id: '2', name: 'Bo' });
    await pass();
    requests.sent[0].fail(failure(422));
    await pass();
    await pass();
    const third = first.open();
    await pass();
    expect(third.failed()).toEqual(first.failed());
    expect(first.failed()).toEqual([]);
    expect(first.pending()).toMatchObject([{ attempts: 3 }, { attempts: 1 }]);
  });

  it('and lost its lock for a while settles nothing by a try whose claim was taken', async () => {
    const { first, pass, second, tabs } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    // Its beats are not heard.
    tabs.channel.delay(1_000_000);
    await pass(16_000);
    expect(requests.count).toBe(2);
    second.store.kill();
    void first.store.fetch(first.rename, { id: '2', name: 'Bo' });
    await pass();
    requests.sent[0].fail(failure(422));
    await pass();
    await pass();
    const third = first.open();
    await pass();
    expect(third.failed()).toEqual(first.failed());
    expect(third.pending().map(({ id }) => id)).toEqual(first.pending().map(({ id }) => id));
  });

  it('sends on for longer than 15 seconds while its beats are heard', async () => {
    const { first, pass } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass(100_000);
    expect(requests.count).toBe(1);
  });

  it('is not known as frozen without messages: its lock is not stolen', async () => {
    const { first, pass } = openTabs(2, { channel: undefined });
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    const third = first.open();
    await pass();
    first.store.freeze();
    await pass(100_000);
    expect(requests.count).toBe(1);
    expect(third.pending()).toHaveLength(1);
  });
});

describe('without a channel or locks', () => {
  it.each([
    [{ channel: undefined }, undefined],
    [{ locks: undefined }, 'Beate'],
    // Without a message the response is not known here.
    [plain, undefined],
  ])('tabs work by the storage (%o)', async (options, name) => {
    const { answer, first, pass, tabs } = openTabs(2, options);
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    const third = first.open();
    await pass();
    expect(third.name()).toBe('Bea');
    expect(requests.count).toBe(1);
    await answer({ ...ann, name: 'Beate' });
    await pass(40_000);
    expect(third.name()).toBe(name);
    expect(third.pending()).toEqual([]);
    expect(requests.sent.filter(({ isFollowed }) => isFollowed)).toEqual([]);
    expect(await recordsOf(tabs.storage, 'mutations')).toEqual([]);
  });

  it('tabs without a network wait between tries, also for those of each other', async () => {
    let tries = 0;
    const outcome = (): 'pause' | 'retry' => (++tries > 20 ? 'pause' : 'retry');
    const { first, pass, second } = openTabs(2, { locks: undefined, outcome });
    await pass();
    for (const { store } of [first, second]) store.offline();
    void first.store.fetch(first.rename, bea);
    for (let at = 0; at < 10; at++) await pass();
    second.outbox.resume();
    first.outbox.resume();
    for (let at = 0; at < 10; at++) await pass();
    expect(tries).toBeLessThan(5);
  });

  it('a tab refuses what refers to a creation that another one has discarded (R48)', async () => {
    const { fail, first, pass } = openTabs(1, { channel: undefined });
    await pass();
    void first.store.fetch(first.create, { name: 'New' }).catch(() => undefined);
    const [{ id }] = first.store.get(new All(User))!;
    await pass();
    await fail(422);
    const second = first.open();
    await pass();
    // The other tab does not hear of it.
    void second.store.fetch(second.rename, { id, name: 'Newer' }).catch(() => undefined);
    await pass();
    const [creation, child] = second.failed();
    first.outbox.discard(creation.id);
    // The right to send brings the news of the storage.
    void second.store.fetch(second.rename, bea);
    await pass();
    expect(second.failed()).toMatchObject([{ id: child.id }]);
    second.outbox.pause();
    second.outbox.retry(child.id);
    await pass();
    expect(second.pending()).toMatchObject([{ args: [bea] }]);
    expect(second.failed()).toMatchObject([{ id: child.id }]);
  });

  it('a tab lists as failed what another one has failed to send', async () => {
    const { fail, first, pass } = openTabs(1, plain);
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    const third = first.open();
    await pass();
    await fail(422);
    await pass(40_000);
    expect(third.pending()).toEqual([]);
    expect(third.failed()).toMatchObject([{ args: [bea], status: 'failed' }]);
  });

  it('a tab refuses what refers to a creation that another one has failed to send (R48)', async () => {
    const { fail, first, pass } = openTabs(1, { ...plain, parallel: 1 });
    await pass();
    void first.store.fetch(first.create, { name: 'Cy' });
    await pass();
    const third = first.open();
    await pass();
    third.outbox.pause();
    const [[placeholder]] = [...third.store.entities$.getValue().entries('User')];
    void third.store.fetch(third.rename, { id: '2', name: 'Bo' });
    const promise = third.store.fetch(third.rename, { id: placeholder, name: 'Cyd' });
    promise.catch(() => undefined);
    await fail(422);
    await pass(40_000);
    third.outbox.resume();
    await pass();
    await pass();
    expect(third.pending()).toMatchObject([{ args: [{ name: 'Bo' }], status: 'sending' }]);
    expect(third.failed()).toMatchObject([{}, { error: { code: 'SB_PLACEHOLDER_LOST' } }]);
    await expect(promise).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
  });

  it('a crash while sending waits for the end of the claim', async () => {
    const { first, pass } = openTabs(1, plain);
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    const second = first.open();
    first.store.kill();
    await pass(29_000);
    expect(requests.count).toBe(1);
    await pass(2_000);
    expect(requests.count).toBe(2);
    expect(second.pending()).toMatchObject([{ attempts: 2 }]);
  });
});

describe('what the platform says of the network (R47)', () => {
  const { navigator } = globalThis as { readonly navigator?: unknown };
  const say = (onLine: boolean): void => {
    Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });
  };
  afterEach(() => {
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  });

  it('lengthens a wait, and a new mutation is tried now', async () => {
    const { fail, first, pass } = openTabs(1);
    await pass();
    say(false);
    void first.store.fetch(first.rename, bea);
    await pass();
    expect(requests.count).toBe(1);
    await fail(503);
    await pass(59_000);
    expect(requests.count).toBe(1);
    void first.store.fetch(first.rename, { id: '2', name: 'Bob' });
    await pass();
    expect(requests.last.args).toEqual([{ id: '2', name: 'Bob' }]);
    await pass(1_000);
    expect(requests.count).toBe(3);
  });

  it('does not keep a mutation from being tried that waits for one which failed', async () => {
    const { fail, first, pass } = openTabs(1);
    await pass();
    say(false);
    void first.store.fetch(first.rename, bea);
    await pass();
    await fail(503);
    void first.store.fetch(first.rename, { id: '1', name: 'Bo' });
    await pass();
    expect(requests.last.args).toEqual([bea]);
    expect(requests.count).toBe(2);
  });

  it('counts no try without it, after which no data is fetched once more', async () => {
    const { answer, first, pass } = openTabs(1);
    await pass();
    say(false);
    void first.store.fetch(first.rename, bea);
    await pass();
    requests.last.fail(new TypeError('Failed to fetch'));
    await pass();
    expect(first.pending()).toMatchObject([{ attempts: 0 }]);
    say(true);
    first.store.observe(getUser, { id: '1' }).subscribe();
    await pass();
    await answer(ann);
    expect(first.pending()).toMatchObject([{ attempts: 1 }]);
    await answer({ ...ann, name: 'Bea' });
    await pass();
    expect(first.name()).toBe('Bea');
    expect(requests.count).toBe(3);
  });

  it('counts a try without it to which there is a response', async () => {
    const { fail, first, pass } = openTabs(1);
    await pass();
    say(false);
    void first.store.fetch(first.rename, bea);
    await pass();
    await fail(503);
    expect(first.pending()).toMatchObject([{ attempts: 1 }]);
  });
});

it('fetches failed reads when the network is back, however short the failure (R27)', async () => {
  const { answer, first, pass } = openTabs(1);
  await pass();
  void first.store.fetch(first.rename, bea);
  await pass();
  first.store.observe(getUser, { id: '2' }).subscribe();
  requests.last.fail(new TypeError('Failed to fetch'));
  await pass();
  await answer(ann, requests.sent[0]);
  expect(requests.count).toBe(3);
  expect(requests.last.args).toEqual([{ id: '2' }]);
});

describe('a log-out and a pause', () => {
  it('reach all tabs', async () => {
    const { first, pass, second, tabs } = openTabs();
    await pass();
    second.outbox.pause();
    await pass();
    const promise = first.store.fetch(first.rename, bea);
    await pass();
    expect(requests.count).toBe(0);
    expect(first.pending()).toMatchObject([{ status: 'paused' }]);
    await Promise.all([second.store.reset(), pass()]);
    await expect(promise).rejects.toMatchObject({ code: 'SB_RESET' });
    expect(first.pending()).toEqual([]);
    expect(first.name()).toBeUndefined();
    expect(await recordsOf(tabs.storage, 'mutations')).toEqual([]);
    void first.store.fetch(first.rename, bea);
    await pass();
    expect(requests.count).toBe(1);
    expect(second.name()).toBe('Bea');
  });
});

describe('messages of another shape', () => {
  it('are ignored, and forged ones change nothing that is stored (R28)', async () => {
    const { first, pass, second, tabs } = openTabs();
    await pass();
    void first.store.fetch(first.rename, bea);
    await pass();
    const [posted] = tabs.channel.posted as readonly Record<string, unknown>[];
    const port = tabs.channel.open('spec:outbox', () => undefined, { ...first.scheduler() });
    const { id } = first.pending()[0];
    for (const members of [
      { ids: 7 },
      { ids: [id], pks: [[1]] },
      { type: 'other' },
      { ids: [id], pks: [], outcome: 'discarded' },
      { ids: ['unknown'], pks: [], response: { id: '1', name: 'Forged' } },
    ]) {
      port.post({ ...posted, ...members });
    }
    await pass();
    for (const tab of [first, second]) {
      expect(tab.pending()).toHaveLength(1);
      expect(tab.name()).toBe('Bea');
      expect(tab.reported).toEqual([]);
    }
  });
});

it('a tab that opens has the mutations of the others in its first value', async () => {
  const { first, pass } = openTabs(1, {}, virtualStorage());
  await pass();
  void first.store.fetch(first.rename, bea);
  await pass();
  const third = first.open();
  await pass();
  expect(third.name()).toBe('Bea');
  expect(requests.count).toBe(1);
});

it('sends without a lock where the browser denies locks, as in a sandboxed frame', async () => {
  const denied = (): Promise<never> =>
    Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  const { answer, first, pass } = openTabs(1, { locks: { request: denied } });
  void first.store.fetch(first.rename, bea);
  await pass();
  expect(requests.count).toBe(1);
  await answer(bea);
  expect(first.pending()).toEqual([]);
  expect(first.reported).toEqual([]);
});
