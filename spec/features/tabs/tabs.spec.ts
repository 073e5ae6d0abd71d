import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import type { StreambedError } from '../../../src/shared/StreambedError.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { ann, bob, cid, Post, User } from '../../support/entities.ts';
import { fakePage } from '../persist/fakePage.ts';
import { storeKit } from '../../support/storeKit.ts';
import {
  deleteUser,
  Doc,
  getDoc,
  getMoreUsers,
  getPost,
  getUser,
  getUsers,
  openTabs,
  requests,
  saveUser,
} from './tabsKit.ts';

const [one, two] = [{ id: '1' }, { id: '2' }];

beforeEach(() => {
  requests.sent.length = 0;
});

const typesOf = (messages: readonly unknown[]): readonly unknown[] =>
  messages.map((message) => (message as { readonly type: unknown }).type);

describe('a change', () => {
  it('is in another tab a frame later, for its observers (R29, R30)', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    const names: unknown[] = [];
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    b.store.observe(getUser, one).subscribe(({ data }) => names.push(data?.name));
    frame();
    a.store.set(User, { ...ann, name: 'Anna' });
    frame();
    expect(names).toEqual(['Ann', 'Anna']);
    expect(requests.count).toBe(0);
  });

  it('brings a result and rows that the other tab lacks, if it has the key', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getUsers, [ann]);
    const shown: unknown[] = [];
    b.store.observe(getUsers).subscribe(({ data }) => shown.push(data?.map(({ name }) => name)));
    frame();
    a.store.setResponse(getUsers, [ann, bob]);
    frame();
    expect(shown.at(-1)).toEqual(['Ann', 'Bob']);
    expect(requests.count).toBe(0);
  });

  it('of a class and a key that the other tab does not use is not taken', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getPost, one, { id: '1', title: 'First', author: undefined });
    a.store.setResponse(getDoc, one, { id: '1', version: 1, text: 'x' });
    frame();
    expect(b.store.get(Doc, one)).toBeUndefined();
    expect(b.store.get(Post, one)?.title).toBe('First');
  });

  it('removes what it removed', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUsers, [ann, bob]);
    frame();
    const shown: unknown[] = [];
    b.store.observe(getUsers).subscribe(({ data }) => shown.push(data?.length));
    void a.store.fetch(deleteUser, one);
    requests.last.answer({ id: '1' });
    frame();
    expect(shown).toEqual([2, 1]);
  });

  it('is one message per frame, and is not sent on (R29, R30)', () => {
    const { channel, clock, frame, tabs } = openTabs(3);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    const before = channel.posted.length;
    for (let count = 0; count < 10; count++) {
      a.store.set(User, { ...ann, name: `Ann ${count}` });
      clock.advance(1);
    }
    frame();
    frame();
    expect(typesOf(channel.posted.slice(before))).toEqual(['change']);
    expect(b.store.get(User, one)?.name).toBe('Ann 9');
  });

  it('that a subscriber of the other tab makes in turn is sent (R30)', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    b.store.observe(getUser, one).subscribe(({ data }) => {
      if (data?.name === 'Anna') b.store.set(User, { ...ann, name: 'Annabel' });
    });
    a.store.set(User, { ...ann, name: 'Anna' });
    frame();
    frame();
    expect(a.store.get(User, one)?.name).toBe('Annabel');
  });

  it('waits 250 ms in a page that is not visible', () => {
    const page = fakePage();
    try {
      const { channel, clock, tabs } = openTabs(1);
      page.show(false);
      tabs[0].store.setResponse(getUser, one, ann);
      clock.advance(249);
      expect(channel.posted).toEqual([]);
      clock.advance(1);
      expect(typesOf(channel.posted)).toEqual(['change']);
    } finally {
      page.close();
    }
  });

  it('by garbage collection stays in its tab (R31)', () => {
    const { channel, clock, frame, tabs } = openTabs(2, {}, { gcTime: 1_000 });
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    b.store.observe(getUser, one).subscribe();
    frame();
    const before = channel.posted.length;
    clock.advance(60_000);
    expect(a.store.get(User, one)).toBeUndefined();
    expect(b.store.get(User, one)?.name).toBe('Ann');
    expect(channel.posted.length).toBe(before);
  });

  it('of more than 500 rows only names them: the other tab fetches what it observes', () => {
    const { channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    const many = Array.from({ length: 501 }, (_, id) => ({ ...ann, id: `${id}` }));
    b.store.setResponse(getUsers, [ann]);
    b.store.observe(getUsers).subscribe();
    frame();
    const before = channel.posted.length;
    a.store.setResponse(getUsers, many);
    frame();
    expect(typesOf(channel.posted.slice(before))).toEqual(['many']);
    expect(requests.count).toBe(1);
    a.store.observe(getUsers).subscribe();
    requests.last.answer(many.map((user) => ({ ...user, name: 'Other' })));
    frame();
    frame();
    // The tab that has named them is not named them again.
    expect(requests.count).toBe(1);
  });
});

describe('a batch of more than 500 rows without a result', () => {
  it('has the other tab fetch what it observes', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getUsers, [ann]);
    b.store.observe(getUsers).subscribe();
    frame();
    a.store.batch(() => {
      for (let id = 0; id <= 500; id++) a.store.set(User, { ...ann, id: `${id}` });
    });
    frame();
    expect(requests.count).toBe(1);
  });
});

describe('calls', () => {
  it.each(['expireAll', 'invalidateAll'] as const)('%s affects the other tab', (call) => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    b.store.observe(getUser, one).subscribe();
    frame();
    a.store[call](getUser);
    frame();
    expect(requests.count).toBe(1);
    requests.last.answer({ ...ann, name: 'Anna' });
    frame();
    frame();
    expect(requests.count).toBe(1);
    expect(b.store.get(User, one)?.name).toBe('Anna');
  });
});

describe('a call that changes lists', () => {
  const change = getUsers.schema;

  it.each([
    ['push', change.push, bob],
    ['remove', change.remove, one],
    ['move', change.move, bob],
  ] as const)('%s has lists fetched that only the other tab has', (_, schema, value) => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getUsers, [ann]);
    const subscription = b.store.observe(getUsers).subscribe();
    frame();
    a.store.set(schema, value);
    frame();
    expect(requests.count).toBe(1);
    requests.last.answer([ann, bob]);
    frame();
    expect(b.store.getState(getUsers).status).toBe('valid');
    expect(requests.count).toBe(1);
    subscription.unsubscribe();
  });

  it('gives no list to a tab that lacks its members', () => {
    const getTeam = new Endpoint((_args: { name: string }) => requests.send(_args), {
      name: 'getTeam',
      schema: new Collection([User]),
    });
    const where = { name: 'Ann' };
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    a.store.setResponse(getTeam, where, [ann]);
    frame();
    b.store.setResponse(getTeam, { name: 'Cid' }, [{ ...ann, id: '3', name: 'Cid' }]);
    frame();
    a.store.set(getTeam.schema.push, { ...bob, name: 'Ann' });
    frame();
    expect(b.store.getState(getTeam, where).status).toBe('invalid');
  });

  it('has no list fetched that both tabs have', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) {
      store.setResponse(getUsers, [ann]);
      store.observe(getUsers).subscribe();
    }
    frame();
    a.store.set(change.push, bob);
    frame();
    expect(requests.count).toBe(0);
    expect(b.store.getState(getUsers).data).toHaveLength(2);
  });
});

describe('an entity that comes back in another tab with fewer members', () => {
  it('makes results stale that have shown it before its removal', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getUser, one, ann);
    frame();
    a.store.set(deleteUser.schema, one);
    frame();
    a.store.set(User, { id: '1', name: 'Ann' });
    frame();
    expect(b.store.getState(getUser, one)).toMatchObject({ status: 'stale', data: { email: '' } });
  });
});

describe('a tab that knows of a removal', () => {
  it('fetches what another one has fetched that does not', () => {
    const { clock, frame, open, tabs } = openTabs(1);
    const [{ store }] = tabs;
    store.set(deleteUser.schema, one);
    frame();
    store.setResponse(getUsers, [ann]);
    frame();
    const later = open();
    clock.adjust(1);
    // The tab cannot know that it was requested after the removal.
    later.store.setResponse(getUsers, [{ ...ann, name: 'Anna' }]);
    frame();
    const { data, status } = store.getState(getUsers);
    expect([status, data?.map(({ name }) => name)]).toEqual(['stale', ['Ann']]);
  });
});

describe('a removal by another tab', () => {
  it('makes results stale that have shown the row, when a read brings it back with fewer members', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.observe(getUser, one).subscribe();
    requests.last.answer(ann);
    frame();
    a.store.set(deleteUser.schema, one);
    frame();
    b.store.setResponse(getUsers, [{ id: '1', name: 'Anna' }]);
    expect(b.store.getState(getUser, one)).toMatchObject({ status: 'stale', fetching: true });
  });
});

describe('a call for all keys of an endpoint', () => {
  it.each([
    ['expireAll', 'stale'],
    ['invalidateAll', 'invalid'],
  ] as const)('%s affects keys that only the other tab has', (call, status) => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.setResponse(getUser, one, ann);
    b.store.setResponse(getPost, one, { id: '1', title: 'Hi' });
    frame();
    a.store[call](getUser);
    frame();
    expect(b.store.getState(getUser, one).status).toBe(status);
    expect(b.store.getState(getPost, one).status).toBe('valid');
    b.store.observe(getUser, one).subscribe();
    expect(requests.count).toBe(1);
  });
});

describe('a key that another tab has expired', () => {
  it('is expired in that tab if it is expired here later', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) {
      store.setResponse(getUser, one, ann);
      store.observe(getUser, one).subscribe();
    }
    frame();
    b.store.expireAll(getUser);
    frame();
    expect(requests.count).toBe(2);
    for (const at of [0, 1]) requests.at(at).answer(ann);
    frame();
    a.store.expireAll(getUser);
    frame();
    expect(requests.count).toBe(4);
  });
});

describe('a list', () => {
  it('is fetched once for each row that it shows and the tab lacks', () => {
    const { channel, clock, frame, tabs } = openTabs(1);
    const [{ store }] = tabs;
    store.setResponse(getUsers, [ann]);
    store.observe(getUsers).subscribe();
    frame();
    const envelope = channel.posted[0] as object;
    const port = channel.open('spec', () => undefined, clock);
    const show = (...members: readonly string[]): void => {
      const now = clock.now();
      const row = [now, now, null, { args: {}, members }];
      const rows = [['[User]', '{}', [...row, null, { at: [now, 'other'] }]]];
      port.post({ ...envelope, tab: 'other', rows, results: [] });
      frame();
    };
    show('1', '2');
    expect(requests.count).toBe(1);
    requests.last.answer([ann]);
    frame();
    show('1', '2');
    expect(requests.count).toBe(1);
    show('1', '2', '3');
    expect(requests.count).toBe(2);
  });

  it('in pages is that of its tab', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUsers, [ann]);
    frame();
    void a.store.fetch(getMoreUsers, { after: '1' });
    requests.last.answer([bob]);
    frame();
    expect(a.store.get(getUsers.schema, {})?.length).toBe(2);
    expect(b.store.get(getUsers.schema, {})?.length).toBe(1);
    b.store.setResponse(getUsers, [ann]);
    frame();
    expect(a.store.get(getUsers.schema, {})?.length).toBe(2);
  });
});

describe('a list with rules of its own', () => {
  const byName = new Collection([User], { sort: (a, b) => (a.name < b.name ? -1 : 1) });
  const getSorted = new Endpoint((_args: object) => requests.send(_args), {
    name: 'getSorted',
    schema: byName,
  });
  const args = { team: '1' };

  it('follows by them in a tab that has it from another one', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    b.store.observe(getSorted, args).subscribe();
    a.store.setResponse(getSorted, args, [ann, bob]);
    frame();
    const { length } = requests.sent;
    b.store.set(User, { ...ann, name: 'Cleo' });
    const idsIn = ({ store }: (typeof tabs)[0]) =>
      store.getState(getSorted, args).data?.map(({ id }) => id);
    expect(idsIn(b)).toEqual([bob.id, ann.id]);
    frame();
    expect(idsIn(a)).toEqual([bob.id, ann.id]);
    expect(requests.sent).toHaveLength(length);
  });

  it('of a page is not newer than that of another tab when it gets its rules', async () => {
    const { channel, clock, open, tabs } = openTabs(1);
    const [a] = tabs;
    const { store: server } = storeKit({ scheduler: clock });
    server.setResponse(getSorted, args, [ann]);
    const page = dehydrate(server);
    clock.advance(5);
    a.store.setResponse(getSorted, args, [ann, bob]);
    clock.advance(100);
    const b = open();
    rehydrate(b.store, page);
    clock.advance(100);
    b.store.observe(getSorted, args).subscribe();
    await Promise.resolve();
    const { length } = channel.posted;
    clock.advance(100);
    expect(channel.posted).toHaveLength(length);
    expect(a.store.getState(getSorted, args).data).toHaveLength(2);
  });
});

describe('a list in pages with a rule', () => {
  const getActive = new Endpoint((_args: { name: string }) => requests.send(_args), {
    name: 'getActive',
    schema: new Collection([User], { filter: (user, { name }) => user.name === name }),
  });
  const getMore = new Endpoint((_args: { name: string; after: string }) => requests.send(_args), {
    name: 'getMoreActive',
    schema: getActive.schema.getPage,
  });

  it('follows the changes of other tabs, although their pages are not taken', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    const args = { name: 'Ann' };
    for (const { store } of tabs) {
      store.setResponse(getActive, args, [ann]);
      store.observe(getActive, args).subscribe();
      void store.fetch(getMore, { ...args, after: '1' });
      requests.last.answer([{ ...bob, name: 'Ann' }]);
    }
    frame();
    a.store.set(User, { ...ann, name: 'Anna' });
    const namesIn = (store: typeof a.store): unknown =>
      store.getState(getActive, args).data?.map(({ id, name }) => `${id} ${name}`);
    expect(namesIn(a.store)).toEqual([`${bob.id} Ann`]);
    frame();
    expect(namesIn(b.store)).toEqual([`${bob.id} Ann`]);
  });
});

describe('the order between tabs (R33)', () => {
  it('keeps the version that arrived later, in both tabs', () => {
    const { clock, channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    channel.delay(100);
    a.store.setResponse(getUser, one, { ...ann, name: 'A' });
    clock.advance(1);
    b.store.setResponse(getUser, one, { ...ann, name: 'B' });
    clock.advance(300);
    expect(tabs.map(({ store }) => store.get(User, one)?.name)).toEqual(['B', 'B']);
  });

  it('keeps members that only the earlier version has', () => {
    const { clock, channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    channel.delay(100);
    a.store.setResponse(getUser, one, { id: '1', name: 'A' });
    clock.advance(1);
    b.store.setResponse(getUser, one, { id: '1', email: 'b@example.org' });
    clock.advance(300);
    for (const { store } of tabs) {
      expect(store.get(User, one)).toMatchObject({ name: 'A', email: 'b@example.org' });
    }
  });

  const addUser = new Endpoint((_args: object) => requests.send(_args), {
    name: 'addUser',
    schema: getUsers.schema.push,
    sideEffect: true,
  });

  /** Tabs whose ids become greater or smaller: of two versions of one time, that of the greater one wins. */
  const withIds = (count: number, step: number) => {
    let random = 0.5;
    return openTabs(count, {}, { random: () => (random += step) });
  };

  it.each([
    ['greater', 0.01],
    ['smaller', -0.01],
  ])('keeps what joins a list of one time, if the other tab has a %s id', async (_, step) => {
    const { clock, frame, tabs } = withIds(2, step);
    // Both have fetched it, and neither has sent it.
    for (const { store } of tabs) store.setResponse(getUsers, [ann]);
    clock.advance(4);
    const added = tabs[0].store.fetch(addUser, bob);
    clock.advance(4);
    requests.last.answer(bob);
    await added;
    frame();
    frame();
    for (const { store } of tabs) expect(store.getState(getUsers).data).toHaveLength(2);
  });

  it('keeps what joins a list after another tab has fetched it, also if its tab had more to send', async () => {
    const { clock, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    a.store.setResponse(getUsers, [ann]);
    frame();
    const added = a.store.fetch(addUser, bob);
    a.store.set(User, cid);
    clock.advance(4);
    b.store.setResponse(getUsers, [ann]);
    clock.advance(4);
    requests.last.answer(bob);
    await added;
    frame();
    frame();
    for (const { store } of tabs) expect(store.getState(getUsers).data).toHaveLength(2);
  });

  it('keeps what joins a list of another tab, which a third one has of the same time', async () => {
    const { channel, clock, frame, tabs } = withIds(3, 0.01);
    const [a, b, c] = tabs;
    b.store.observe(getUsers).subscribe();
    const delays = [0, 0, 100, 100];
    channel.delay(() => delays.shift() ?? 0);
    for (const { store } of [a, c]) store.setResponse(getUsers, [ann]);
    frame();
    const added = b.store.fetch(addUser, bob);
    clock.advance(4);
    requests.last.answer(bob);
    await added;
    clock.advance(200);
    for (const { store } of tabs) expect(store.getState(getUsers).data).toHaveLength(2);
  });

  it('keeps the change that was made later, also if a tab was frozen before it sent its own', async () => {
    const tabs = createTestTabs(2, {
      plugins: ({ channel }) => [shareTabs({ name: 'spec', channel })],
    });
    const [a, b] = tabs;
    b.setResponse(getUsers, [ann]);
    await tabs.advance(100);
    a.setResponse(getUsers, [ann]);
    await tabs.advance(100);
    a.set(getUsers.schema.push, bob);
    a.freeze();
    await tabs.advance(100);
    b.set(getUsers.schema.push, cid);
    await tabs.advance(100);
    a.thaw();
    await tabs.advance(100);
    for (const tab of tabs) {
      expect(tab.getState(getUsers).data?.map(({ id }) => id)).toEqual([ann.id, cid.id]);
    }
  });

  it('lets a declared version decide', () => {
    const { clock, channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) {
      store.setResponse(getDoc, one, { id: '1', version: 1, text: 'first' });
      store.observe(getDoc, one).subscribe();
    }
    frame();
    channel.delay(100);
    a.store.setResponse(getDoc, one, { id: '1', version: 3, text: 'third' });
    clock.advance(1);
    b.store.setResponse(getDoc, one, { id: '1', version: 2, text: 'second' });
    clock.advance(300);
    expect(tabs.map(({ store }) => store.get(Doc, one)?.text)).toEqual(['third', 'third']);
  });
});

describe('a tab that opens (R32)', () => {
  it('sends nothing to the others, and fetches for itself', () => {
    const { channel, frame, open, tabs } = openTabs(1);
    tabs[0].store.observe(getUser, one).subscribe();
    requests.last.answer(ann);
    frame();
    const before = channel.posted.length;
    const { store } = open();
    store.observe(getUser, one).subscribe();
    frame();
    expect(channel.posted.length).toBe(before);
    expect(requests.count).toBe(2);
  });
});

describe('mutations (R34)', () => {
  it('of another tab have an overlapping read fetched once more', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    void a.store.fetch(saveUser, one);
    frame();
    b.store.observe(getUser, one).subscribe();
    void b.store.fetch(getUser, one);
    const [mutation, read] = [requests.at(0), requests.at(1)];
    read.answer(ann);
    frame();
    expect(requests.count).toBe(2);
    mutation.answer({ ...ann, name: 'Anna' });
    frame();
    expect(requests.count).toBe(3);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(b.store.get(User, one)?.name).toBe('Anna');
  });

  it('have the other tabs fetch a row that the repeated read does not bring', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    b.store.observe(getUser, one).subscribe();
    a.store.observe(getUsers).subscribe();
    void a.store.fetch(saveUser, one);
    requests.at(0).answer([ann]);
    requests.at(1).answer({ ...ann, name: 'Anna' });
    frame();
    expect(requests.count).toBe(3);
    expect(b.store.getState(getUser, one)).toMatchObject({
      status: 'valid',
      data: { name: 'Anna' },
    });
    requests.at(2).fail(new Error('down'));
    frame();
    expect(b.store.getState(getUser, one).status).toBe('stale');
    expect(requests.count).toBe(4);
    requests.at(3).answer({ ...ann, name: 'Anne' });
    frame();
    expect(b.store.getState(getUser, one).status).toBe('valid');
    for (const { store } of tabs) expect(store.get(User, one)?.name).toBe('Anne');
    expect(requests.count).toBe(4);
  });

  it('of another tab that fail hide no prediction of this one', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    const renameUser = new Endpoint((_args: { id: string; name: string }) => requests.send(_args), {
      name: 'renameUser',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, args) => args,
    });
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    void a.store.fetch(renameUser, { id: '1', name: 'Anna' });
    frame();
    b.store.fetch(renameUser, { id: '1', name: 'Anne' }).catch(() => undefined);
    frame();
    requests.at(1).fail(new Error('refused'));
    frame();
    void a.store.fetch(getUser, one);
    requests.last.answer(ann);
    frame();
    expect(a.store.get(User, one)?.name).toBe('Anna');
    expect(b.store.get(User, one)?.name).toBe('Ann');
  });

  describe('in three tabs that show the row', () => {
    /** How many requests are sent when `begin` has sent some, and the first ones are answered. */
    function requestsAfter(begin: (tabs: ReturnType<typeof openTabs>) => void): number {
      const kit = openTabs(3);
      for (const { store } of kit.tabs) {
        store.setResponse(getUser, one, ann);
        store.observe(getUser, one).subscribe();
      }
      kit.frame();
      begin(kit);
      kit.frame();
      for (let at = 0; at < requests.count; at++) {
        requests.at(at).answer({ ...ann, name: `${at}` });
        kit.frame();
      }
      const [name, ...others] = kit.tabs.map(({ store }) => store.get(User, one)?.name);
      expect(others).toEqual([name, name]);
      return requests.count;
    }

    it('have one read that overlaps fetched once more, in its tab', () => {
      const count = requestsAfter(({ frame, tabs: [a, b] }) => {
        void a.store.fetch(saveUser, one);
        frame();
        void b.store.fetch(getUser, one);
      });
      // The mutation, the read, and the read once more.
      expect(count).toBe(3);
    });

    it('have a read of each tab fetched once more', () => {
      const count = requestsAfter(({ frame, tabs }) => {
        void tabs[0].store.fetch(saveUser, one);
        frame();
        for (const { store } of tabs) void store.fetch(getUser, one);
      });
      expect(count).toBe(1 + 3 + 3);
    });

    it('have the row fetched once in each tab if two of them overlap', () => {
      const count = requestsAfter(({ tabs: [a, b] }) => {
        for (const { store } of [a, b]) void store.fetch(saveUser, one);
      });
      expect(count).toBe(2 + 3);
    });
  });

  it('that began before this tab opened have the rows fetched that it has read meanwhile', () => {
    const { frame, open, tabs } = openTabs(1);
    void tabs[0].store.fetch(saveUser, one);
    frame();
    const { store } = open();
    store.observe(getUser, one).subscribe();
    requests.at(1).answer({ ...ann, name: 'After' });
    frame();
    requests.at(0).answer({ ...ann, name: 'Before' });
    frame();
    expect(requests.count).toBe(3);
    requests.last.answer({ ...ann, name: 'After' });
    expect(store.get(User, one)?.name).toBe('After');
  });

  it('that began before this tab opened have a read repeated that is on its way', () => {
    const { frame, open, tabs } = openTabs(1);
    void tabs[0].store.fetch(saveUser, one);
    frame();
    const { store } = open();
    store.observe(getUser, one).subscribe();
    requests.at(0).answer({ ...ann, name: 'After' });
    frame();
    requests.at(1).answer({ ...ann, name: 'Before' });
    expect(requests.count).toBe(3);
    requests.last.answer({ ...ann, name: 'After' });
    frame();
    expect(store.get(User, one)?.name).toBe('After');
  });

  it('of other rows have nothing fetched', () => {
    const { frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    frame();
    void a.store.fetch(saveUser, two);
    frame();
    void b.store.fetch(getUser, one);
    requests.at(1).answer(ann);
    requests.at(0).answer(bob);
    frame();
    expect(requests.count).toBe(2);
  });

  it('of a tab that crashed end after a minute', () => {
    const { clock, channel, frame, tabs } = openTabs(1);
    const [b] = tabs;
    b.store.setResponse(getUser, one, ann);
    frame();
    const { tab: _, ...envelope } = channel.posted[0] as { readonly tab: string };
    const port = channel.open('spec', () => undefined, clock);
    port.post({ ...envelope, tab: 'crashed', n: 1, type: 'begin', rows: [['User', '1']] });
    frame();
    b.store.observe(getUser, one).subscribe();
    void b.store.fetch(getUser, one);
    requests.last.answer(ann);
    frame();
    expect(requests.count).toBe(1);
    clock.advance(60_000);
    expect(requests.count).toBe(2);
  });
});

describe('a log-out (R35)', () => {
  it('in one tab is one in all', async () => {
    const { frame, tabs } = openTabs(3);
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    await tabs[0].store.reset();
    frame();
    for (const { store } of tabs) expect(store.get(User, one)).toBeUndefined();
  });

  it('comes before what the next session sends, and after it nothing of the last one counts', async () => {
    const { clock, channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    channel.delay(50);
    b.store.set(User, { ...ann, name: 'Secret' });
    clock.advance(20);
    await a.store.reset();
    a.store.setResponse(getUser, one, bob);
    clock.advance(200);
    expect(a.store.get(User, one)).toBeUndefined();
    expect(a.store.get(User, two)?.name).toBe('Bob');
    expect(b.store.get(User, one)).toBeUndefined();
    b.store.setResponse(getUser, one, bob);
    clock.advance(1);
    a.store.set(User, { ...bob, name: 'Bobby' });
    clock.advance(200);
    expect(b.store.get(User, two)?.name).toBe('Bobby');
  });

  it('does not end the session of a tab that opens after it', async () => {
    const { clock, frame, open, tabs } = openTabs(2);
    await tabs[0].store.reset();
    frame();
    const c = open();
    c.store.setResponse(getUser, one, ann);
    clock.advance(20);
    tabs[0].store.setResponse(getUser, one, ann);
    clock.advance(20);
    tabs[0].store.set(User, { ...ann, name: 'Anna' });
    clock.advance(20);
    expect(c.store.get(User, one)?.name).toBe('Anna');
  });

  it('is followed by a page that was in the back-forward cache', async () => {
    const page = fakePage();
    try {
      const { frame, tabs } = openTabs(2);
      const [a, b] = tabs;
      b.store.setResponse(getUser, one, ann);
      frame();
      page.send('pagehide');
      await a.store.reset();
      page.send('pageshow');
      expect(b.store.get(User, one)).toBeUndefined();
    } finally {
      page.close();
    }
  });

  it('wipes stored data once, with persist', async () => {
    const page = fakePage();
    try {
      const storage = virtualStorage();
      const { clock, open } = openTabs(0);
      const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      const plugins = (): readonly ReturnType<typeof persist>[] => [
        persist({ name: 'spec', storage }),
      ];
      const [a, b] = [open({}, { plugins: plugins() }), open({}, { plugins: plugins() })];
      await settled();
      for (const { store } of [a, b]) store.setResponse(getUser, one, ann);
      clock.advance(200);
      await settled();
      const end = a.store.reset();
      clock.advance(20);
      expect(b.store.get(User, one)).toBeUndefined();
      for (let time = 0; time < 20; time++) {
        clock.advance(10);
        await settled();
      }
      await end;
      b.store.setResponse(getUser, two, bob);
      for (let time = 0; time < 30; time++) {
        clock.advance(10);
        await settled();
      }
      const opened = await storage.copy().open(() => undefined);
      const rows = await opened.read((tables) => tables.range('rows', [], Infinity));
      expect(rows.map(([key]) => key[1])).toEqual(['2']);
      expect(a.store.get(User, two)?.name).toBe('Bob');
      expect([...a.reported, ...b.reported]).toEqual([]);
    } finally {
      page.close();
    }
  });
});

describe('the channel (R28)', () => {
  it('ignores values that are no message of the library', () => {
    const { channel, clock, frame, tabs } = openTabs(1);
    const [a] = tabs;
    a.store.setResponse(getUser, one, ann);
    frame();
    const sent = channel.posted[0] as { readonly rows: readonly unknown[] };
    const port = channel.open('spec', () => undefined, clock);
    const strange = [
      undefined,
      null,
      1,
      'text',
      {},
      [],
      { ...sent, format: 2 },
      { ...sent, version: 2 },
      { ...sent, tab: 1 },
      { ...sent, type: 'other' },
      { ...sent, rows: 'none' },
      { ...sent, rows: [['User', '1', 'x', {}]] },
      { ...sent, rows: [['User', 1, [0, 0, null, { name: 'X' }], { at: [1, 'x'] }]] },
      { ...sent, rows: [['User', '1', [9e9, 9e9, null, { name: 'X' }], { at: ['1', 'x'] }]] },
      { ...sent, results: undefined },
      { ...sent, type: 'begin', rows: [[1]] },
      { ...sent, type: 'end', of: '1', removed: [] },
      { ...sent, type: 'many', keys: 1, kinds: [] },
    ];
    for (const message of strange) port.post(message);
    frame();
    expect(a.store.get(User, one)?.name).toBe('Ann');
    expect(a.reported).toEqual([]);
    expect(requests.count).toBe(0);
  });

  it('shares nothing with tabs of another version or name', () => {
    const { frame, open, tabs } = openTabs(1);
    const others = [open({ version: 2 }), open({ name: 'other' })];
    for (const { store } of [...tabs, ...others]) store.setResponse(getUser, one, ann);
    frame();
    tabs[0].store.set(User, { ...ann, name: 'Anna' });
    frame();
    expect(others.map(({ store }) => store.get(User, one)?.name)).toEqual(['Ann', 'Ann']);
  });

  it('has no connection while the page is in the back-forward cache, and refetches after it', () => {
    const page = fakePage();
    try {
      const { channel, clock, frame, tabs } = openTabs(1);
      const [a] = tabs;
      a.store.setResponse(getUser, one, ann);
      a.store.observe(getUser, one).subscribe();
      frame();
      page.send('pagehide');
      expect(typesOf(channel.posted)).toEqual(['change', 'leave']);
      clock.advance(1_000);
      expect(requests.count).toBe(0);
      page.send('pageshow');
      expect(requests.count).toBe(1);
      expect(a.store.getState(getUser, one)).toMatchObject({ status: 'stale', data: ann });
    } finally {
      page.close();
    }
  });

  it('reports a failure to send once per type of message', () => {
    const failing = {
      open: () => ({
        post: () => {
          throw new Error('no copy');
        },
        close: () => undefined,
      }),
    };
    const { clock, tabs } = openTabs(1, { channel: failing });
    const [{ reported, store }] = tabs;
    for (const user of [ann, bob, cid]) {
      store.setResponse(getUser, { id: user.id }, user);
      clock.advance(20);
    }
    expect(reported.map((error) => (error as StreambedError).code)).toEqual(['SB_TABS_MESSAGE']);
  });

  it('leaves out a row without a copy, and reports its class once', () => {
    const { channel, frame, tabs } = openTabs(1);
    const [{ reported, store }] = tabs;
    for (const user of [ann, bob]) {
      store.setResponse(getUser, { id: user.id }, { ...user, name: (() => 'x') as never });
      frame();
    }
    const { rows } = channel.posted[0] as { readonly rows: readonly unknown[] };
    expect(rows).toEqual([]);
    expect(reported.map((error) => (error as StreambedError).code)).toEqual([
      'SB_STATE_UNSUPPORTED',
    ]);
  });

  it('is closed with the store', () => {
    const { channel, frame, tabs } = openTabs(2);
    const [a, b] = tabs;
    for (const { store } of tabs) store.setResponse(getUser, one, ann);
    frame();
    b.store.dispose();
    const before = channel.posted.length;
    a.store.set(User, { ...ann, name: 'Anna' });
    frame();
    expect(channel.posted.length).toBe(before + 1);
    expect(b.reported).toEqual([]);
  });
});

describe('shareTabs', () => {
  it('does nothing without a channel', () => {
    const { reported, store } = storeKit({ plugins: [shareTabs({ name: 'spec' })] });
    store.setResponse(getUser, one, ann);
    expect(store.get(User, one)?.name).toBe('Ann');
    expect(reported).toEqual([]);
  });

  it('needs a name, of its own or of stored data', () => {
    const storage = virtualStorage();
    const without = storeKit({ plugins: [shareTabs()] });
    const causes = without.reported.map((error) => (error as Error).cause as StreambedError);
    expect(causes.map(({ code }) => code)).toEqual(['SB_OPTION_INVALID']);
    const stored = storeKit({ plugins: [persist({ name: 'spec', storage }), shareTabs()] });
    expect(stored.reported).toEqual([]);
  });
});
