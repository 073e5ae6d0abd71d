import { pages } from '../../../src/features/pages/pages.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Todo extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Todo';
}
class Note extends Entity {
  id = '';
  todo = '';
  text = '';
  static override readonly key = 'Note';
}

const writes = new FakeRequests();
const reads = new FakeRequests();
const predict = {
  sideEffect: true as const,
  getOptimisticResponse: (_snapshot: unknown, args: object) => args,
};
const notes = new Collection([Note]);
const create = new Endpoint((args: { title: string }) => writes.send(args), {
  name: 'create',
  schema: Todo,
  ...predict,
});
const addNote = new Endpoint((args: { todo: string; text: string }) => writes.send(args), {
  name: 'addNote',
  schema: notes.push,
  ...predict,
});
const getTodo = new Endpoint((args: { id: string }) => reads.send(args), {
  name: 'getTodo',
  schema: Todo,
  lookup: true,
});
const getDetails = new Endpoint((args: { id: string }) => reads.send(args), {
  name: 'getDetails',
  schema: { todo: Todo, likes: 0 },
});
const getNotes = new Endpoint((args: { todo: string }) => reads.send(args), {
  name: 'getNotes',
  schema: notes,
});
const getPages = new Endpoint((args: { todo: string; after?: string }) => reads.send(args), {
  name: 'getPages',
  schema: { items: new Collection([Note], { nonFilterArgumentKeys: ['after'] }), after: '' },
  pages: { next: ({ after }) => ({ after }) },
});

const flush = () => new Promise((resolve) => setTimeout(resolve));

/** A store in which a todo is being created; `id` is its placeholder id. */
function creating() {
  const { store } = storeKit();
  const from = reads.count;
  const created = store.fetch(create, { title: 'A' });
  created.catch(() => {});
  const request = writes.last;
  const id = `optimistic:${String(writes.count)}:0`;
  return {
    store,
    /** The placeholder id of the todo. */
    id: [...store.entities$.getValue().entries('Todo')][0]?.[0] ?? id,
    sent: () => reads.sent.slice(from).map(({ args }) => args[0]),
    succeed: async () => {
      request.answer({ id: '7', title: 'A' });
      await flush();
    },
    fail: async () => {
      request.fail(new Error('refused'));
      await flush();
    },
  };
}

describe('a read whose args name an entity that is being created', () => {
  it('shows what the store has, then the created entity, without a request', async () => {
    const { id, sent, store, succeed } = creating();
    const seen: unknown[] = [];
    store.observe(getTodo, { id }).subscribe(({ status, data }) => seen.push([status, data?.id]));
    await succeed();
    expect(seen).toEqual([
      ['valid', id],
      ['valid', '7'],
    ]);
    expect(sent()).toEqual([]);
  });

  it('is sent with the real id', async () => {
    const { id, sent, store, succeed } = creating();
    const details$ = store.observe(getDetails, { id });
    details$.subscribe();
    await flush();
    expect([details$.getValue().fetching, sent()]).toEqual([true, []]);
    await succeed();
    expect(sent()).toEqual([{ id: '7' }]);
    reads.last.answer({ todo: { id: '7', title: 'A' }, likes: 2 });
    expect(details$.getValue()).toMatchObject({ status: 'valid', data: { likes: 2 } });
  });

  it.each(['fetch', 'fetchIfStale'])('that `%s` makes resolves then', async (name) => {
    const { id, sent, store, succeed } = creating();
    const details =
      name === 'fetch' ? store.fetch(getDetails, { id }) : store.fetchIfStale(getDetails, { id });
    await succeed();
    expect(sent()).toEqual([{ id: '7' }]);
    reads.last.answer({ todo: { id: '7', title: 'A' }, likes: 2 });
    expect(await details).toMatchObject({ likes: 2 });
  });

  it('of a list has what was added to it', async () => {
    const { id, sent, store, succeed } = creating();
    const list$ = store.observe(getNotes, { todo: id });
    list$.subscribe();
    void store.fetch(addNote, { todo: id, text: 'hi' });
    await succeed();
    expect(sent()).toEqual([{ todo: '7' }]);
    reads.last.answer([]);
    expect(list$.getValue().data?.map(({ text }) => text)).toEqual(['hi']);
    expect(writes.last.args[0]).toEqual({ todo: '7', text: 'hi' });
    writes.last.answer({ id: 'n1', todo: '7', text: 'hi' });
    expect(list$.getValue().data?.map((note) => note.id)).toEqual(['n1']);
  });

  it('of pages has all of them', async () => {
    const { id, sent, store, succeed } = creating();
    const pages$ = pages(store, getPages, { todo: id });
    pages$.subscribe();
    await succeed();
    reads.last.answer({ items: [{ id: 'n1', todo: '7' }], after: 'n1' });
    void pages$.getValue().fetchNext();
    reads.last.answer({ items: [{ id: 'n2', todo: '7' }], after: '' });
    await flush();
    expect(pages$.getValue().items.map((note) => note.id)).toEqual(['n1', 'n2']);
    void pages$.getValue().refetch();
    reads.last.answer({ items: [{ id: 'n1', todo: '7' }], after: 'n1' });
    expect(sent()).toEqual([
      { todo: '7' },
      { todo: '7', after: 'n1' },
      { todo: '7' },
      { todo: '7', after: 'n1' },
    ]);
  });

  it('of the cache goes on with the created entity', async () => {
    const { id, store, succeed } = creating();
    const todo$ = store.query(Todo, { id });
    const seen: unknown[] = [];
    todo$.subscribe((todo) => seen.push(todo?.id));
    await succeed();
    expect(seen).toEqual([id, '7']);
  });

  it('fails if the creation fails, and sends nothing', async () => {
    const { id, fail, sent, store } = creating();
    const details$ = store.observe(getDetails, { id });
    details$.subscribe();
    const fetched = store.fetch(getDetails, { id });
    await fail();
    expect(details$.getValue()).toMatchObject({
      fetching: false,
      error: { code: 'SB_PLACEHOLDER_LOST' },
    });
    await expect(fetched).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
    expect(sent()).toEqual([]);
  });

  it('is sent at once after the creation, with the real id', async () => {
    const { id, sent, store, succeed } = creating();
    await succeed();
    store.observe(getDetails, { id }).subscribe();
    expect(sent()).toEqual([{ id: '7' }]);
    expect(store.observe(getDetails, { id })).toBe(store.observe(getDetails, { id: '7' }));
  });
});
