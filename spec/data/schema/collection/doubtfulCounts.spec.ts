import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../../src/kernel/store/Store.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Task extends Entity {
  id = '';
  column = '';
  static override readonly key = 'CountedTask';
}

const tasks = new Collection([Task]);
const [lists, badges, mutations] = [new FakeRequests(), new FakeRequests(), new FakeRequests()];
const getList = new Endpoint((_args: { column: string }) => lists.send(_args), {
  name: 'getList',
  schema: { items: tasks, total: tasks.count },
});
/** A badge in a menu: only the number of the same list. */
const getBadge = new Endpoint((_args: { column: string }) => badges.send(_args), {
  name: 'getBadge',
  schema: { total: tasks.count },
});
const create = new Endpoint((_args: { column: string }) => mutations.send(_args), {
  name: 'create',
  schema: tasks.push,
  sideEffect: true,
});

const todo = { column: 'todo' };
const [one, two] = ['1', '2'].map((id) => ({ id, ...todo }));
const flush = () => new Promise((resolve) => setTimeout(resolve));

const changes: readonly (readonly [string, number, (store: Store) => unknown])[] = [
  [
    'a mutation that creates',
    2,
    async (store) => {
      const created = store.fetch(create, todo);
      mutations.last.answer(two);
      await created;
    },
  ],
  ['a message that removes', 0, (store) => store.set(new Invalidate(Task), { id: '1' })],
  ['a message that creates', 2, (store) => store.set(tasks.push, two)],
  ['a message that moves', 0, (store) => store.set(Task, { ...one, column: 'done' })],
];

describe('a number in a response that may lack a later change', () => {
  /** A badge shows the number of a list that is being read; the server handles that before the change. */
  async function counted(change: (typeof changes)[number][2], isObserved: boolean) {
    const { store } = storeKit();
    store.observe(getBadge, todo).subscribe();
    store.set([Task], [one]);
    badges.last.answer({ total: 1 });
    const [sentBadges, sentLists] = [badges.count, lists.count + 1];
    if (isObserved) store.observe(getList, todo).subscribe();
    else void store.fetchIfStale(getList, todo);
    await change(store);
    lists.last.answer({ items: [one], total: 1 });
    await flush();
    return {
      store,
      sent: () => [badges.count - sentBadges, lists.count - sentLists],
      badge: () => {
        const { data, status } = store.getState(getBadge, todo);
        return `${data?.total} ${status}`;
      },
    };
  }

  it.each(changes)(
    'is fetched for other keys if nothing observes its own: %s',
    async (...change) => {
      const [, total, act] = change;
      const { badge, sent } = await counted(act, false);
      expect(sent()).toEqual([1, 0]);
      badges.last.answer({ total });
      await flush();
      expect([badge(), sent()]).toEqual([`${total} valid`, [1, 0]]);
    },
  );

  it.each(changes.slice(1))(
    'is fetched by its own key alone if that is observed: %s',
    async (...change) => {
      const [, total, act] = change;
      const { badge, sent } = await counted(act, true);
      expect(sent()).toEqual([0, 1]);
      const items = [one, two].slice(0, total);
      lists.last.answer({ items, total });
      await flush();
      expect([badge(), sent()]).toEqual([`${total} valid`, [0, 1]]);
    },
  );
});
