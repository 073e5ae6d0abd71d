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

class Other extends Entity {
  id = '';
  static override readonly key = 'Other';
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

  describe('of a page that was fetched before', () => {
    /** A page arrives after this store has learned of something. */
    async function late(learn: (store: Store) => void, pass: number) {
      const { store, server, clock, hydrate } = twoStores();
      store.setResponse(getTask, { id: '1' }, one);
      clock.advance(10);
      if (pass === 0) learn(store);
      clock.advance(10);
      server.setResponse(getTasks, a, page(one, two));
      server.setResponse(getTasks, b, page());
      clock.advance(pass);
      if (pass > 0) learn(store);
      hydrate();
      return [await shown(store, getTasks, a), await shown(store, getTasks, b)];
    }

    it.each<[string, (store: Store) => void]>([
      ['an edit', (store) => store.set(Task, { ...one, ...b })],
      ['an edit of an unknown entity', (store) => store.set(Task, { ...two, ...b })],
      ['an entity that the page lacks', (store) => store.set(Task, { ...two, id: '3' })],
      ['a response', (store) => store.setResponse(getTask, { id: '2' }, { ...two, ...b })],
      ['a removal', (store) => store.set(new Invalidate(Task), '1')],
      ['a removal of an unknown entity', (store) => store.set(new Invalidate(Task), '2')],
      ['a removal that the page lacks', (store) => store.set(new Invalidate(Task), '3')],
    ])('are stale after %s', async (_what, learn) => {
      const states = await late(learn, 10);
      expect(states.map(({ status }) => status)).toEqual(['stale', 'stale']);
    });

    it('are fetched once', async () => {
      const { store, server, clock, hydrate } = twoStores();
      server.setResponse(getTasks, a, page(one, two));
      clock.advance(10);
      store.set(Task, { ...one, ...b });
      hydrate();
      const sent = requests.count;
      const reader = store.observe(getTasks, a).subscribe();
      expect(requests.count).toBe(sent + 1);
      requests.last.answer(page(two));
      expect(await shown(store, getTasks, a)).toEqual({ status: 'valid', ids: '2', total: 1 });
      hydrate();
      expect(requests.count).toBe(sent + 1);
      reader.unsubscribe();
    });

    it.each<[string, (store: Store) => void, number]>([
      ['what the page shows', (store) => store.set(Task, one), 10],
      ['an entity of another class', (store) => store.set(Other, { id: '1' }), 10],
      ['an earlier edit', (store) => store.set(Task, { ...one, ...b }), 0],
    ])('are valid after %s', async (_what, learn, pass) => {
      const states = await late(learn, pass);
      expect(states.map(({ status }) => status)).toEqual(['valid', 'valid']);
    });
  });
});
