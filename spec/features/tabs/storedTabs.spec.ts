import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { openStoredTabs } from './storedTabs.ts';
import { Secret } from '../persist/persistKit.ts';
import { deleteUser, getUser, getUsers, requests } from './tabsKit.ts';

const one = { id: '1' };
const getSecrets = new Endpoint(() => requests.send(), {
  name: 'getSecrets',
  schema: new Collection([Secret]),
});

beforeEach(() => {
  requests.sent.length = 0;
});

/** Tabs that show the first user, which is stored. */
async function showUser(count: number, flushWait = 100) {
  const kit = openStoredTabs();
  const tabs: Awaited<ReturnType<typeof kit.open>>[] = [];
  for (let at = 0; at < count; at++) tabs.push(await kit.open({ flushWait }));
  tabs[0].store.setResponse(getUser, one, ann);
  await kit.pass(200);
  for (const { store } of tabs) store.observe(getUser, one).subscribe();
  await kit.pass(200);
  expect(requests.count).toBe(0);
  kit.puts.length = 0;
  /** The members of the stored user that a spec looks at. */
  const storedUser = async (): Promise<Partial<User>> => {
    const [[, value]] = await kit.stored();
    // The cast holds for the row of a user that was not removed.
    return (value as readonly [number, number, null, User])[3];
  };
  return { ...kit, tabs, storedUser };
}

describe('a change that tabs share and store', () => {
  it('is stored once, by the tab that made it (R13, R30)', async () => {
    const { pass, puts, storedUser, tabs } = await showUser(3);
    tabs[0].store.set(User, { ...ann, name: 'Anna' });
    await pass(20);
    expect(tabs.map(({ store }) => store.get(User, one)?.name)).toEqual(['Anna', 'Anna', 'Anna']);
    await pass(300);
    expect(puts).toEqual(['rows User 1', 'kinds [User]']);
    expect(await storedUser()).toMatchObject({ name: 'Anna' });
  });

  it('is stored by a tab that got it if its own tab crashes before the flush (R13)', async () => {
    const { pass, puts, storedUser, tabs } = await showUser(3);
    tabs[0].store.set(User, { ...ann, name: 'Anna' });
    await pass(20);
    tabs[0].crash();
    await pass(300);
    expect(puts).toEqual(['rows User 1', 'kinds [User]']);
    expect(await storedUser()).toMatchObject({ name: 'Anna' });
  });
});

describe('a list that tabs have loaded from the storage', () => {
  it.each([0, 1])('is shared and stored again when tab %d changes it (R13, R30)', async (at) => {
    const kit = openStoredTabs();
    const first = await kit.open();
    first.store.setResponse(getUsers, [ann]);
    await kit.pass(200);
    first.store.dispose();
    const open = async () => {
      const { store } = await kit.open();
      store.observe(getUsers).subscribe();
      await kit.pass(1);
      return () => store.get(getUsers.schema, {})?.map(({ id }) => id);
    };
    const tabs = [await kit.open(), await kit.open()];
    const lists = tabs.map(({ store }) => {
      store.observe(getUsers).subscribe();
      return () => store.get(getUsers.schema, {})?.map(({ id }) => id);
    });
    await kit.pass(1);
    expect(lists.map((ids) => ids())).toEqual([['1'], ['1']]);
    tabs[at].store.set(getUsers.schema.push, bob);
    await kit.pass(50);
    expect(lists.map((ids) => ids())).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    await kit.pass(200);
    for (const { store } of tabs) store.dispose();
    expect((await open())()).toEqual(['1', '2']);
    expect(requests.count).toBe(0);
  });
});

describe('an invalidated key that tabs share and store', () => {
  it('has no data in any tab, and in none that opens later (R13, R30)', async () => {
    const kit = openStoredTabs();
    const tabs = [await kit.open(), await kit.open()];
    tabs[0].store.setResponse(getUser, one, ann);
    await kit.pass(200);
    await storedKeys(tabs[1].store, [[getUser, one]]);
    await kit.pass(1);
    tabs[0].store.invalidate(getUser, one);
    await kit.pass(200);
    tabs.push(await kit.open());
    await storedKeys(tabs[2].store, [[getUser, one]]);
    const states = tabs.map(({ store }) => store.getState(getUser, one));
    expect(states.map(({ data, status }) => [status, data])).toEqual([
      ['invalid', undefined],
      ['invalid', undefined],
      ['invalid', undefined],
    ]);
    expect(tabs.flatMap(({ reported }) => reported)).toEqual([]);
  });

  it.each([20, 200])(
    'stays valid in a tab that has fetched it again %d ms later (R30)',
    async (ms) => {
      const kit = openStoredTabs();
      const [first, second] = [await kit.open(), await kit.open()];
      first.store.setResponse(getUser, one, ann);
      await kit.pass(200);
      second.store.observe(getUser, one).subscribe();
      await kit.pass(200);
      first.store.invalidate(getUser, one);
      await kit.pass(ms);
      requests.last.answer({ ...ann, name: 'Anna' });
      // The first tab stores the invalidation.
      await kit.pass(500);
      const { data, status } = second.store.getState(getUser, one);
      expect([status, data?.name]).toEqual(['valid', 'Anna']);
      expect(requests.count).toBe(1);
    },
  );
});

describe('the last change before a store is disposed', () => {
  it('keeps stored members that the tab has never had (R14, R33)', async () => {
    const kit = openStoredTabs();
    const first = await kit.open();
    first.store.setResponse(getUser, one, ann);
    first.store.dispose();
    await kit.pass(200);
    const { store } = await kit.open();
    store.setResponse(getUsers, [{ id: '1', name: 'Anna' }]);
    await kit.pass(200);
    store.set(User, { id: '1', name: 'Annie' });
    store.dispose();
    await kit.pass(200);
    const later = await kit.open();
    await storedKeys(later.store, [[getUser, one]]);
    expect(later.store.getState(getUser, one)).toMatchObject({
      status: 'valid',
      data: { ...ann, name: 'Annie' },
    });
  });
});

describe('a row that a tab fetches without knowing of its removal', () => {
  it.each([0, 1])('leaves no wrong result if tab %d stores first', async (at) => {
    const kit = openStoredTabs();
    const flushWaits = at === 0 ? [100, 300] : [300, 100];
    const { store } = await kit.open({ flushWait: flushWaits[0] });
    store.set(User, ann);
    await kit.pass(20);
    store.set(deleteUser.schema, one);
    await kit.pass(20);
    store.setResponse(getUsers, [{ id: '1', name: 'Anna' }]);
    await kit.pass(at === 0 ? 200 : 20);
    const second = await kit.open({ flushWait: flushWaits[1] });
    kit.clock.adjust(1);
    second.store.setResponse(getUser, one, { ...ann, name: 'Annie' });
    await kit.pass(1_000);
    const later = await kit.open();
    await storedKeys(later.store, [[getUser, one]]);
    expect(later.store.getState(getUser, one).status).not.toBe('valid');
  });
});

describe('a tab that has dropped a change', () => {
  it('gets it again when it is stored: it may have loaded the key before', async () => {
    const kit = openStoredTabs();
    const first = await kit.open();
    first.store.setResponse(getUser, one, ann);
    await kit.pass(200);
    const second = await kit.open();
    first.store.set(User, { ...ann, name: 'Anna' });
    // The second tab does not use the class yet.
    await kit.pass(50);
    second.store.observe(getUser, one).subscribe();
    await kit.pass(1);
    expect(second.store.get(User, one)?.name).toBe('Ann');
    await kit.pass(100);
    await kit.pass(1);
    expect(second.store.get(User, one)?.name).toBe('Anna');
    expect(requests.count).toBe(0);
  });
});

describe('more than 500 rows', () => {
  const many = Array.from({ length: 501 }, (_, id) => ({ ...ann, id: `${id}`, name: 'Many' }));

  /** Two tabs, the second of which shows a list of one user. */
  async function showUsers() {
    const kit = openStoredTabs();
    const tabs = [await kit.open(), await kit.open()];
    tabs[1].store.setResponse(getUsers, [ann]);
    const shown: unknown[] = [];
    tabs[1].store.observe(getUsers).subscribe(({ data }) => shown.push(data?.at(-1)?.name));
    await kit.pass(200);
    await kit.pass(1);
    return { ...kit, shown, tabs };
  }

  it('are loaded from the storage by the other tab, without a request (R29)', async () => {
    const { pass, shown, tabs } = await showUsers();
    tabs[0].store.setResponse(getUsers, many);
    await pass(20);
    await pass(1);
    expect(tabs[1].store.get(getUsers.schema, {})).toHaveLength(501);
    expect(shown).toEqual(['Ann', 'Many']);
    expect(requests.count).toBe(0);
    expect(tabs.flatMap(({ reported }) => reported)).toEqual([]);
  });

  it('are fetched by the other tab if the storage fails', async () => {
    const { pass, storage, tabs } = await showUsers();
    storage.fail('abort', 10);
    tabs[0].store.setResponse(getUsers, many);
    await pass(20);
    await pass(1);
    expect(requests.count).toBe(1);
  });

  it('are fetched by the other tab if their class is not stored', async () => {
    const { pass, tabs } = await showUsers();
    const secrets = many.map(({ id }) => ({ id }));
    tabs[1].store.setResponse(getSecrets, []);
    tabs[1].store.observe(getSecrets).subscribe();
    await pass(200);
    tabs[0].store.setResponse(getSecrets, secrets);
    await pass(20);
    await pass(1);
    expect(requests.count).toBe(1);
  });

  it('are not fetched again by the tab that has sent them', async () => {
    const { pass, tabs } = await showUsers();
    tabs[0].store.observe(getUsers).subscribe();
    await pass(200);
    tabs[0].store.setResponse(getUsers, many);
    for (let time = 0; time < 5; time++) await pass(100);
    expect(requests.count).toBe(0);
  });
});

describe('the storage keeps what the tabs keep (R33)', () => {
  it.each([
    ['first', 10, 50],
    ['last', 50, 10],
  ])(
    'of two versions of one time, if that of the greater tab is stored %s',
    async (_, ...waits) => {
      const kit = openStoredTabs();
      const tabs = [
        await kit.open({ flushWait: waits[0] }),
        await kit.open({ flushWait: waits[1] }),
      ];
      kit.channel.delay(1_000);
      for (const [at, { store }] of tabs.entries()) {
        store.setResponse(getUser, one, { ...ann, name: `of tab ${at}` });
      }
      await kit.pass(10);
      await kit.pass(40);
      await kit.pass(200);
      const sent = kit.channel.posted.map((message) => message as { readonly tab: string });
      const greater = sent.reduce((most, other) => (other.tab > most.tab ? other : most));
      const name = JSON.stringify(greater).includes('of tab 0') ? 'of tab 0' : 'of tab 1';
      const [[, value]] = await kit.stored();
      expect(value).toMatchObject({ 3: { name } });
      await kit.pass(2_000);
      expect(tabs.map(({ store }) => store.get(User, one)?.name)).toEqual([name, name]);
    },
  );

  it.each([100, 0])('of members that two tabs have edited, with a wait of %d ms', async (wait) => {
    const { channel, pass, storedUser, tabs } = await showUser(2, wait);
    channel.delay(5_000);
    tabs[0].store.set(User, { id: '1', name: 'Anna' });
    await pass(1);
    tabs[1].store.set(User, { id: '1', email: 'anna@example.org' });
    await pass(1);
    await pass(300);
    expect(await storedUser()).toMatchObject({ name: 'Anna', email: 'anna@example.org' });
  });

  it('for a tab that opens later: it knows when each member was edited', async () => {
    const { channel, open, pass, storedUser, tabs } = await showUser(2);
    channel.delay(400);
    tabs[0].store.set(User, { id: '1', name: 'Anna' });
    await pass(1);
    tabs[1].store.set(User, { id: '1', email: 'anna@example.org' });
    await pass(20);
    // Of the first tab, only the message is on its way.
    tabs[0].crash();
    await pass(150);
    expect(await storedUser()).toMatchObject({ name: 'Ann', email: 'anna@example.org' });
    const late = await open();
    late.store.observe(getUser, one).subscribe();
    await pass(1);
    expect(late.store.get(User, one)).toMatchObject({ name: 'Ann', email: 'anna@example.org' });
    const sent = channel.posted.find((message) => JSON.stringify(message).includes('"Anna"'));
    channel.open('spec', () => undefined, late.clock).post(sent);
    await pass(1_000);
    expect(late.store.get(User, one)).toMatchObject({ name: 'Anna', email: 'anna@example.org' });
  });

  it('of a removal and an edit that did not know of it', async () => {
    const { channel, pass, stored, tabs } = await showUser(2);
    channel.delay(5_000);
    tabs[0].store.set(deleteUser.schema, one);
    await pass(1);
    tabs[1].store.set(User, { id: '1', name: 'Anna' });
    await pass(300);
    const [[, value]] = await stored();
    expect((value as readonly unknown[])[3]).toBeNull();
    await pass(10_000);
    expect(tabs.map(({ store }) => store.get(User, one))).toEqual([undefined, undefined]);
  });

  it('of two results', async () => {
    const kit = openStoredTabs();
    const [a, b] = [await kit.open({ flushWait: 100 }), await kit.open({ flushWait: 10 })];
    kit.channel.delay(5_000);
    a.store.setResponse(getUser, one, ann);
    await kit.pass(1);
    b.store.setResponse(getUser, one, bob);
    await kit.pass(300);
    const late = await kit.open();
    const shown: unknown[] = [];
    late.store.observe(getUser, one).subscribe(({ data }) => shown.push(data?.name));
    await kit.pass(10);
    expect(shown.at(-1)).toBe('Bob');
  });
});
