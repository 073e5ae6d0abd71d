import { dehydrate, Endpoint, Entity, Invalidate, rehydrate, schema, type Store } from 'streambed';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();

function makeLists(name: string, rules?: 'sorted' | 'filtered') {
  class Task extends Entity {
    id = '';
    queue = '';
    rank = 0;
    static override readonly key = `Task ${name}`;
  }
  const tasks = new schema.Collection([Task], {
    sort: rules === 'sorted' ? (x, y) => x.rank - y.rank : undefined,
    filter: rules === 'filtered' ? ({ queue }, task) => task.queue === queue : undefined,
  });
  return {
    Task,
    tasks,
    getTask: new Endpoint(requests.send, { name: `getTask ${name}`, schema: Task, lookup: true }),
    getTasks: new Endpoint(requests.send, {
      name: `getTasks ${name}`,
      schema: { items: tasks, total: tasks.count },
    }),
    getList: new Endpoint(requests.send, { name: `getList ${name}`, schema: tasks }),
  };
}

const kinds = [
  makeLists('plain'),
  makeLists('sorted', 'sorted'),
  makeLists('filtered', 'filtered'),
];
const [a, b] = [{ queue: 'a' }, { queue: 'b' }];
const one = { id: '1', queue: 'a', rank: 1 };
const two = { id: '2', queue: 'a', rank: 2 };

function twoStores() {
  const { store, clock } = storeKit();
  const { store: server } = storeKit({ scheduler: clock });
  const hydrate = (): void => {
    clock.advance(10);
    rehydrate(store, JSON.parse(JSON.stringify(dehydrate(server))));
  };
  return { store, server, clock, hydrate };
}

const page = (...items: readonly object[]) => ({ items, total: items.length });

/** What a read shows. Data that is not valid shows as stale: it is fetched once more. */
async function shown(
  store: Store,
  endpoint: ReturnType<typeof makeLists>['getTasks'],
  args: object,
) {
  store.getState(endpoint, args);
  // Lists of a page get their rules.
  await Promise.resolve();
  const { data, status } = store.getState(endpoint, args);
  return { status, ids: data?.items.map(({ id }) => id).join(), total: data?.total };
}

describe.each(kinds)('lists of the class $Task.key in a store in use', (lists) => {
  const { Task, getList, getTask, getTasks, tasks } = lists;
  const listed = (store: Store) =>
    store
      .getState(getList, a)
      .data?.map(({ id }) => id)
      .join();

  it.each(['this store', 'the other store'])(
    'follow a newer page if %s has sent more requests',
    async (which) => {
      const { store, server, clock, hydrate } = twoStores();
      const busy = which === 'this store' ? store : server;
      for (let i = 0; i < 5; i++) busy.setResponse(getTask, { id: '9' }, { id: '9', queue: 'c' });
      store.setResponse(getTasks, a, page(one, two));
      store.setResponse(getTasks, b, page());
      clock.advance(10);
      server.setResponse(getTask, { id: '1' }, { ...one, ...b });
      hydrate();
      expect(await shown(store, getTasks, a)).toEqual({ status: 'valid', ids: '2', total: 1 });
      // The number was read after the task: whether it counts the change is not known.
      expect(await shown(store, getTasks, b)).toMatchObject({ status: 'stale', ids: '1' });
      server.setResponse(getTask, { id: '1' }, { ...one, rank: 3 });
      hydrate();
      expect(await shown(store, getTasks, a)).toEqual({ status: 'valid', ids: '2,1', total: 2 });
      expect(await shown(store, getTasks, b)).toMatchObject({ ids: '' });
      server.set(new Invalidate(Task), '1');
      hydrate();
      expect(await shown(store, getTasks, a)).toEqual({ status: 'valid', ids: '2', total: 1 });
    },
  );

  it.each(['this store', 'the other store'])(
    'keep what a response to an earlier request lacks if %s has sent more requests',
    async (which) => {
      const { store, server, clock, hydrate } = twoStores();
      const busy = which === 'this store' ? store : server;
      for (let i = 0; i < 5; i++) busy.setResponse(getTask, { id: '9' }, { id: '9', queue: 'c' });
      store.setResponse(getList, a, [one]);
      void store.fetch(getList, a);
      const request = requests.last;
      clock.advance(10);
      store.set(tasks.push, two);
      clock.advance(10);
      server.setResponse(getTask, { id: '1' }, { ...one, ...b });
      hydrate();
      expect(listed(store)).toBe('2');
      // The request of this store is later than the page.
      request.answer([one]);
      expect(listed(store)).toBe('1,2');
    },
  );
});
