import { createStore, NetworkError, type Store } from 'streambed';
import { fetchFrom } from '../../../stories/api/fetchFrom.ts';
import { seedTodos } from '../../../stories/api/seed/seedTodos.ts';
import { startApi } from '../../../stories/api/startApi.ts';
import { Todo } from '../../../stories/resources/Todo.ts';
import { TodoResource } from '../../../stories/resources/TodoResource.ts';
import { startJsonServer } from './jsonServer.ts';

interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

const servers: [string, () => Promise<RunningServer>][] = [
  ['the demo API', () => startApi()],
  ['json-server', () => startJsonServer({ todos: seedTodos })],
];

/** The definitions of the stories, unchanged, on independent servers. */
describe.each(servers)('a resource on %s', (_, start) => {
  let server: RunningServer;
  let store: Store;
  const sent: string[] = [];
  beforeEach(async () => {
    server = await start();
    sent.length = 0;
    const send = fetchFrom(server.url);
    store = createStore({
      fetch(input, init) {
        sent.push(`${init?.method} ${input as string}`);
        return send(input, init);
      },
    });
  });
  afterEach(async () => {
    store.dispose();
    await server.close();
  });

  const newest = { _sort: 'id', _order: 'desc', _limit: 10 } as const;
  const list = () => store.getState(TodoResource.getList, newest).data?.results;
  const ids = () => list()?.map(({ id }) => id);

  it('reads a list, then its items without a request', async () => {
    const { results, total } = await store.fetch(TodoResource.getList, newest);
    expect(total).toBe(33);
    expect(ids()).toEqual([33, 32, 31, 30, 29, 28, 27, 26, 25, 24]);
    expect(results[0]).toBeInstanceOf(Todo);
    expect(await store.fetchIfStale(TodoResource.get, { id: 33 })).toBe(results[0]);
    expect(sent).toEqual(['GET /todos?_limit=10&_order=desc&_sort=id']);
  });

  it('reads an item that is in no list', async () => {
    const todo = await store.fetch(TodoResource.get, { id: '5' });
    expect(todo).toMatchObject({ id: 5, title: seedTodos[4].title, done: true });
    const missing = store.fetch(TodoResource.get, { id: 999 });
    await expect(missing).rejects.toMatchObject({ code: 'SB_NETWORK', status: 404 });
    await expect(missing).rejects.toBeInstanceOf(NetworkError);
  });

  it('searches the list', async () => {
    const { results, total } = await store.fetch(TodoResource.getList, { q: 'sluice', _limit: 50 });
    expect(total).toBe(seedTodos.filter(({ title }) => title.includes('sluice')).length);
    expect(new Set(results.map(({ title }) => title.includes('sluice')))).toEqual(new Set([true]));
  });

  it('replaces and changes an item, visible before it is confirmed', async () => {
    await store.fetch(TodoResource.getList, newest);
    const [first, second] = list()!;
    const update = store.fetch(
      TodoResource.update,
      { id: first.id },
      { title: 'Replaced', done: true },
    );
    const change = store.fetch(TodoResource.partialUpdate, { id: second.id }, { done: true });
    expect(list()?.slice(0, 2)).toMatchObject([
      { id: 33, title: 'Replaced', done: true },
      { id: 32, title: second.title, done: true },
    ]);
    expect(await update).toMatchObject({ id: 33, title: 'Replaced', done: true });
    expect(await change).toMatchObject({ id: 32, title: second.title, done: true });
    expect(store.stats().layers).toBe(0);
    expect(list()?.[0]).toBe(await update);
    expect(sent.slice(1)).toEqual(['PUT /todos/33', 'PATCH /todos/32']);
    const fresh = await store.fetch(TodoResource.get, { id: 33 });
    expect(fresh.title).toBe('Replaced');
  });

  it('creates an item at the front of its lists, first with a placeholder id', async () => {
    await store.fetch(TodoResource.getList, newest);
    await store.fetch(TodoResource.getList, { q: 'sluice' });
    const creation = store.fetch(TodoResource.getList.unshift, { title: 'Feed the otters' });
    expect(list()?.[0]).toMatchObject({ title: 'Feed the otters', done: false });
    expect(list()).toHaveLength(11);
    expect(await creation).toMatchObject({ id: 34, title: 'Feed the otters' });
    expect(ids()?.slice(0, 2)).toEqual([34, 33]);
    const searched = store.getState(TodoResource.getList, { q: 'sluice' }).data!.results;
    expect(searched.map(({ id }) => id)).not.toContain(34);
  });

  it('deletes an item, whatever the response', async () => {
    await store.fetch(TodoResource.getList, newest);
    const deletion = store.fetch(TodoResource.delete, { id: 33 });
    expect(ids()).toEqual([32, 31, 30, 29, 28, 27, 26, 25, 24]);
    await deletion;
    expect(store.get(Todo, 33)).toBeUndefined();
    await expect(store.fetch(TodoResource.get, { id: 33 })).rejects.toMatchObject({ status: 404 });
    expect(ids()).toHaveLength(9);
  });

  it('reverts a change that the server refuses', async () => {
    await store.fetch(TodoResource.getList, newest);
    store.set(Todo, { id: 999, title: 'Not on the server' });
    const refused = store.fetch(TodoResource.partialUpdate, { id: 999 }, { done: true });
    expect(store.get(Todo, 999)).toMatchObject({ done: true });
    await expect(refused).rejects.toMatchObject({ status: 404 });
    expect(store.get(Todo, 999)).toMatchObject({ title: 'Not on the server', done: false });
  });

  it('reads pages side by side into one list', async () => {
    const { getList } = TodoResource;
    const first = await store.fetch(getList, newest);
    const [second] = await Promise.all([
      store.fetch(getList.getPage, { ...newest, _start: 10 }),
      store.fetch(getList.getPage, { ...newest, _start: 20 }),
    ]);
    expect(sent.filter((request) => request.includes('_start'))).toHaveLength(2);
    expect(first.total).toBe(33);
    expect(second.total).toBe(33);
    expect([...ids()!].sort((a, b) => b - a)).toEqual(
      Array.from({ length: 30 }, (__, at) => 33 - at),
    );
    const last = await store.fetch(getList.getPage, { ...newest, _start: 30 });
    expect(last.results).toHaveLength(last.total);
    expect(last.results).toBe(list());
  });
});
