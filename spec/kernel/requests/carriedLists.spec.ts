import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Task extends Entity {
  id = 0;
  title = '';
  column = '';
  static override readonly key: string = 'Task';
}

const reads = new FakeRequests();
const requests = new FakeRequests();
const tasks = new Collection([Task]);
const schema = { items: tasks, total: tasks.count };
const getColumn = new Endpoint((_args: { column: string }) => reads.send(_args), {
  name: 'getColumn',
  schema,
});
/** A mutation whose response has the whole list. */
const sortColumn = new Endpoint((_args: { column: string }) => requests.send(_args), {
  name: 'sortColumn',
  schema,
  sideEffect: true,
});
const save = new Endpoint((_args: { id: number }) => requests.send(_args), {
  name: 'save',
  schema: Task,
  sideEffect: true,
});
const create = new Endpoint((_args: { column: string }) => requests.send(_args), {
  name: 'create',
  schema: tasks.push,
  sideEffect: true,
});
const remove = new Endpoint((_args: { id: number }) => requests.send(_args), {
  name: 'remove',
  schema: new Invalidate(Task),
  sideEffect: true,
});

const todo = { column: 'todo' };
const [one, two] = [1, 2].map((id) => ({ id, title: `t${id}`, ...todo }));
const elsewhere = { id: 3, title: 't3', column: 'done' };
const here = { ...elsewhere, ...todo };
const column = (...items: readonly object[]) => ({ items, total: items.length });
const flush = () => new Promise((resolve) => setTimeout(resolve));

/** A store that knows a column, whose tasks are being sorted. */
function sorting({ isKnown = true, isObserved = true } = {}) {
  const { store } = storeKit();
  store.set(Task, elsewhere);
  if (isKnown) store.setResponse(getColumn, todo, column(one, two));
  if (isObserved && isKnown) store.observe(getColumn, todo).subscribe();
  const before = reads.count;
  const sorted = store.fetch(sortColumn, todo);
  const sort = requests.last;
  return {
    store,
    respond: async (...items: readonly object[]) => {
      sort.answer(column(...items));
      await sorted;
      await flush();
    },
    shown: () => {
      const { data, status } = store.getState(getColumn, todo);
      return `${data?.items.map(({ title }) => title).join()} of ${data?.total} ${status}`;
    },
    sent: () => reads.count - before,
  };
}

async function send(store: Store, endpoint: typeof save | typeof create, response: unknown) {
  const promise = store.fetch(endpoint as typeof save, { id: 3, ...todo });
  requests.last.answer(response);
  await promise;
}

const changes: readonly (readonly [string, (store: Store) => unknown, string])[] = [
  ['moves a task into it', (store) => send(store, save, here), 't2,t1,t3 of 3 valid'],
  ['creates a task in it', (store) => send(store, create, here), 't2,t1,t3 of 3 valid'],
  ['is a message that moves a task', (store) => store.set(Task, here), 't2,t1,t3 of 3 valid'],
  [
    'moves a task out of it',
    (store) => send(store, save, { ...two, column: 'done' }),
    't1 of 1 valid',
  ],
];

describe('a mutation whose response has a list that overlaps a change which', () => {
  it.each(changes)('%s has the list fetched once more', async (_name, change, expected) => {
    const { respond, sent, shown, store } = sorting();
    await change(store);
    // The server handled it before the change.
    await respond(two, one);
    expect(sent()).toBe(1);
    const items = expected.split(' ')[0].split(',');
    reads.last.answer(column(...[two, one, here].filter(({ title }) => items.includes(title))));
    await flush();
    expect([shown(), sent()]).toEqual([expected, 1]);
  });

  it.each(changes)('%s makes the list stale if it is not observed', async (_name, change) => {
    const { respond, shown, store } = sorting({ isObserved: false });
    await change(store);
    await respond(two, one);
    expect(shown()).toMatch(/stale$/);
  });

  it.each(changes)('%s is never left out: the list was not known', async (_name, change, items) => {
    const { respond, shown, store } = sorting({ isKnown: false });
    await change(store);
    await respond(two, one);
    expect(shown()).toMatch(new RegExp(`^${items.split(' ')[0]} of . stale$`));
  });

  it('removes a task has no task too many', async () => {
    const { respond, shown, store } = sorting();
    const removed = store.fetch(remove, { id: 2 });
    requests.last.answer({ id: 2 });
    await removed;
    await respond(two, one);
    expect(shown()).toMatch(/^t1 of . stale$/);
  });

  it.each(changes.slice(0, 3))('%s sends nothing if it came before', async (_name, change) => {
    const { store } = storeKit();
    store.set(Task, elsewhere);
    store.setResponse(getColumn, todo, column(one, two));
    store.observe(getColumn, todo).subscribe();
    await change(store);
    const before = reads.count;
    const sorted = store.fetch(sortColumn, todo);
    requests.last.answer(column(here, two, one));
    await sorted;
    await flush();
    expect(reads.count).toBe(before);
    expect(store.getState(getColumn, todo)).toMatchObject({ status: 'valid', data: { total: 3 } });
  });

  it('concerns another list sends nothing', async () => {
    const { respond, sent, shown, store } = sorting();
    await send(store, save, { ...elsewhere, column: 'later' });
    await respond(two, one);
    expect([shown(), sent()]).toEqual(['t2,t1 of 2 valid', 0]);
  });
});
