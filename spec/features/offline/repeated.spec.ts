import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { FakeRequest } from '../../support/FakeRequests.ts';
import { requests } from './offlineKit.ts';
import { openTabs } from './tabsKit.ts';

class Member extends Entity {
  id = '';
  name = '';
  team = '';
  static override readonly key = 'Member';
}

const query = (name: string, schema: unknown) =>
  new Endpoint((args: object) => requests.send(args), { name, schema });
const mutation = (name: string, schema: unknown) =>
  new Endpoint((args: object) => requests.send(args), {
    name,
    schema,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, args: object) => args,
  });

const members = new Collection([Member]);
const getTeam = query('getTeam', { items: members, total: members.count });
const getMember = query('getMember', Member);
const edit = mutation('edit', Member);
const remove = mutation('remove', new Invalidate(Member));
const add = mutation('add', members.push);
/** Predicts nothing, and names no entity. */
const replace = new Endpoint((args: object) => requests.send(args), {
  name: 'replace',
  schema: [Member],
  sideEffect: true,
});
const mutations = [edit, remove, add, replace];

const ann = { id: '1', name: 'Ann', team: 'red' };
const bob = { id: '2', name: 'Bob', team: 'red' };
const cid = { id: '3', name: 'Cid', team: 'red' };
const red = { team: 'red' };
const teamOf = (...items: object[]) => ({ items, total: items.length });

beforeEach(() => {
  requests.sent.length = 0;
});

describe.each([
  ['removal', remove, { id: '1' }, undefined, teamOf(bob)],
  ['move', edit, { id: '1', team: 'blue' }, { ...ann, team: 'blue' }, teamOf(bob)],
  ['creation', add, { name: 'Cid', team: 'red' }, cid, teamOf(ann, bob, cid)],
])(
  'after a %s, a list and its number are fetched once more',
  (_, endpoint, args, ...[response, after]) => {
    const fetchedOnce = { data: after, fetched: [red], status: 'valid' };

    /** Tabs of which the first one sends the mutation. `reader`: the one that has the list. */
    const send = async (reader: 'first' | 'second', areShared = false) => {
      const kit = openTabs(2, { mutations }, undefined, areShared);
      const { answer, first, pass } = kit;
      await pass();
      void kit[reader].store.fetch(getTeam, red);
      await pass();
      await answer(teamOf(ann, bob));
      void first.store.fetch(endpoint, args).catch(() => undefined);
      await pass();
      const request = requests.last;
      /** The server has handled the mutation. */
      const read = async (): Promise<void> => {
        const { store } = kit[reader];
        store.observe(getTeam, red).subscribe();
        store.expireAll(getTeam);
        await pass();
        await answer(after);
        expect(store.getState(getTeam, red)).toMatchObject({ status: 'valid', fetching: false });
      };
      /** The key that is fetched when the mutation has its response, and what is shown then. */
      const settle = async (last: FakeRequest, tab = kit[reader]) => {
        expect(last.args).toEqual([args]);
        const { count } = requests;
        await answer(response, last);
        await pass(1_000);
        const fetched = requests.sent.slice(count).flatMap((each) => each.args);
        while (requests.last.isFollowed) await answer(after);
        return { ...tab.store.getState(getTeam, red), fetched };
      };
      return { ...kit, read, request, settle };
    };

    it('that were read between two tries', async () => {
      const { fail, pass, read, settle } = await send('first');
      await fail(502);
      await read();
      await pass(10_000);
      expect(await settle(requests.last)).toMatchObject(fetchedOnce);
    });

    it('that were stored between two tries', async () => {
      const { fail, first, pass, read, second, settle } = await send('first', true);
      second.store.kill();
      await fail(502);
      await read();
      await pass(200);
      first.store.kill();
      const third = first.open();
      third.store.observe(getTeam, red).subscribe();
      await pass(100);
      expect(third.store.getState(getTeam, red)).toMatchObject({ status: 'valid' });
      expect(await settle(requests.last, third)).toMatchObject(fetchedOnce);
    });

    it('that another tab has read before the tab that sends crashes', async () => {
      const { first, pass, read, settle } = await send('second');
      await read();
      first.store.kill();
      await pass(100);
      expect(await settle(requests.last)).toMatchObject(fetchedOnce);
    });

    it('that another tab has read during its only try', async () => {
      const { read, request, settle } = await send('second');
      await read();
      expect(await settle(request)).toMatchObject(fetchedOnce);
    });

    it('that another tab, with which data is shared, has read between two tries', async () => {
      const { fail, pass, read, settle } = await send('second', true);
      await fail(502);
      await read();
      await pass(10_000);
      expect(await settle(requests.last)).toMatchObject(fetchedOnce);
    });
  },
);

const theirs = { ...ann, name: 'Anna' };

/** The last one of some tabs has read an entity, and the first one sends a mutation of it. */
const send = async (endpoint: typeof edit, count = 1) => {
  const kit = openTabs(count, { mutations });
  const { answer, first, pass } = kit;
  await pass();
  const { store } = count === 1 ? first : kit.second;
  void store.fetch(getMember, { id: '1' });
  await pass();
  await answer(ann);
  void first.store.fetch(endpoint, { id: '1', name: 'Ann B.' }).catch(() => undefined);
  await pass();
  const request = requests.last;
  const read = async (): Promise<void> => {
    void store.fetch(getMember, { id: '1' });
    await pass();
    await answer(theirs);
  };
  const state = () => store.getState(getMember, { id: '1' });
  return { ...kit, read, request, state, store };
};

describe('a mutation that is sent again', () => {
  it('has an entity fetched once more that another user has changed since', async () => {
    const { answer, fail, pass, read, state, store } = await send(edit);
    store.observe(getMember, { id: '1' }).subscribe();
    await fail(502);
    await read();
    await pass(10_000);
    await answer({ ...ann, name: 'Ann B.' });
    await answer(theirs);
    expect(state()).toMatchObject({ data: theirs, status: 'valid' });
    const { count } = requests;
    await pass(10_000);
    expect(requests.count).toBe(count);
  });

  it('makes an entity stale that is not observed', async () => {
    const { answer, fail, pass, read, state } = await send(edit);
    await fail(502);
    await read();
    await pass(10_000);
    const { count } = requests;
    await answer({ ...ann, name: 'Ann B.' });
    expect(state()).toMatchObject({ status: 'stale' });
    expect(requests.count).toBe(count);
  });

  it('costs no fetch while its tries fail', async () => {
    const { fail, pass, store } = await send(edit);
    store.observe(getMember, { id: '1' }).subscribe();
    for (let tries = 1; tries < 4; tries++) {
      expect(requests.count).toBe(1 + tries);
      await fail(502);
      await pass(60_000);
    }
  });

  it('costs no fetch if its first try has succeeded', async () => {
    const { answer, store } = await send(edit);
    store.observe(getMember, { id: '1' }).subscribe();
    await answer({ ...ann, name: 'Ann B.' });
    expect(requests.count).toBe(2);
  });
});

describe('a mutation that another tab sends', () => {
  it('makes stale what this one has read meanwhile, also without a prediction', async () => {
    const { answer, read, request, state } = await send(replace, 2);
    await read();
    await answer([{ ...ann, name: 'Ann B.' }], request);
    expect(state()).toMatchObject({ status: 'stale' });
  });
});
