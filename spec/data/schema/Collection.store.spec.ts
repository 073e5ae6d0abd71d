import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { collect } from '../../support/collect.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';
import { idsOf, Owner, Todo, todo, todoList } from '../../support/todos.ts';

interface ListArgs {
  readonly userId?: string | number;
  readonly status?: string;
  readonly orderBy?: string;
}

const requests = fakeRequests();
const getTodos = new Endpoint((_args?: ListArgs) => requests.send(_args), {
  name: 'getTodos',
  schema: todoList,
});
const getOwner = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'getOwner',
  schema: Owner,
  lookup: true,
});
const create = new Endpoint((...args: readonly object[]) => requests.send(...args), {
  name: 'create',
  schema: todoList.push,
  sideEffect: true,
});
const deleteTodo = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'remove',
  schema: new Invalidate(Todo),
  sideEffect: true,
});
const createNow = create.extend({
  name: 'createNow',
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, ...args: readonly object[]) => args.at(-1),
});

const kit = (
  args: ListArgs = { userId: '1' },
  todos: readonly object[] = [todo('1'), todo('2')],
) => {
  const { store, clock, reported } = storeKit();
  store.setResponse(getTodos, args, todos);
  const ids = (of: ListArgs = args): string | undefined => idsOf(store.get(todoList, of));
  return { store, clock, reported, ids };
};

describe('a collection in the store', () => {
  it('is undefined until it is known, then the array of its members', () => {
    const { store } = storeKit();
    const read = collect(store.query(todoList, { userId: '1' }));
    expect(read.values).toEqual([undefined]);
    store.setResponse(getTodos, { userId: '1' }, [todo('1')]);
    expect(read.values.map(idsOf)).toEqual([undefined, '1']);
    expect(read.values[1]![0]).toBe(store.get(Todo, '1'));
    expect(store.get(todoList, { userId: '2' })).toBeUndefined();
  });

  it('is known and empty after an empty response, with one request', () => {
    const { store } = storeKit();
    const states = collectStates(store.observe(getTodos, { userId: '1' }));
    requests.last.answer([]);
    expect(states.values.at(-1)).toBe('valid []');
    expect(requests.count).toBe(1);
  });

  it('is one array wherever it is read: at the top, nested, by a query, through an endpoint', () => {
    const { store } = storeKit();
    store.setResponse(getOwner, { id: '1' }, { id: '1', name: 'Ann', todos: [todo('1')] });
    const nested = store.get(Owner, '1')!.todos;
    expect(idsOf(nested)).toBe('1');
    expect(store.get(todoList, { userId: '1' })).toBe(nested);
    expect(store.get(todoList, { userId: 1 })).toBe(nested);
    expect(store.getState(getTodos, { userId: '1' }).data).toBe(nested);
    expect(store.get(new Collection([Todo]), { userId: '1' })).toBe(nested);
  });

  it('gives data to an endpoint that was never called, with the expiry of the list', () => {
    const { store, clock } = storeKit();
    store.setResponse(getOwner, { id: '1' }, { id: '1', todos: [todo('1')] });
    const states = collectStates(store.observe(getTodos, { userId: '1' }));
    expect(requests.count).toBe(0);
    expect(states.values).toHaveLength(1);
    expect(states.values[0]).toMatch(/^valid/);
    states.stop();
    clock.advance(60_001);
    expect(store.getState(getTodos, { userId: '1' }).status).toBe('stale');
  });

  it('keeps its array when a response brings the same members', () => {
    const { store } = kit();
    const before = store.get(todoList, { userId: '1' });
    store.setResponse(getTodos, { userId: 1 }, [todo('1'), todo('2')]);
    expect(store.get(todoList, { userId: '1' })).toBe(before);
  });

  it('replaces one item of the array when one member changes', () => {
    const { store } = kit();
    const before = store.get(todoList, { userId: '1' })!;
    store.set(Todo, { id: '2', title: 'changed' });
    const after = store.get(todoList, { userId: '1' })!;
    expect(after).not.toBe(before);
    expect(after[0]).toBe(before[0]);
    expect(after[1].title).toBe('changed');
  });

  it('omits removed members, and keeps its array when the next response omits them too', () => {
    const { store, ids } = kit();
    store.set(new Invalidate(Todo), { id: '1' });
    expect(ids()).toBe('2');
    const before = store.get(todoList, { userId: '1' });
    store.setResponse(getTodos, { userId: '1' }, [todo('2')]);
    expect(store.get(todoList, { userId: '1' })).toBe(before);
  });

  it('updates the entity that contains it, and keeps the entity if nothing changed', () => {
    const { store } = storeKit();
    store.setResponse(getOwner, { id: '1' }, { id: '1', name: 'Ann', todos: [todo('1')] });
    const before = store.get(Owner, '1')!;
    store.set(todoList.push, todo('2'));
    const after = store.get(Owner, '1')!;
    expect(idsOf(after.todos)).toBe('1 2');
    store.set(todoList.push, todo('2'));
    expect(store.get(Owner, '1')).toBe(after);
    expect(before.todos).toHaveLength(1);
  });

  it('patches lists of collections in place', () => {
    const { store } = storeKit();
    const byUser = new Collection([Todo], { nestKey: ({ id }: { id: string }) => ({ id }) });
    class Board extends Entity {
      id = '';
      static override readonly key = 'Board';
      lists: Todo[][] = [];
      static override schema = { lists: [byUser] };
    }
    store.set(Board, { id: '1', lists: [[todo('1')]] });
    expect(store.get(Board, '1')!.lists.map(idsOf)).toEqual(['1']);
    store.set(byUser, { id: '1' }, [todo('1'), todo('2')]);
    expect(store.get(Board, '1')!.lists.map(idsOf)).toEqual(['1 2']);
  });

  it('can be written, also by a function of the previous list', () => {
    const { store, ids } = kit();
    store.set(todoList, { userId: '1' }, [todo('2'), todo('3')]);
    expect(ids()).toBe('2 3');
    store.set(todoList, { userId: '1' }, ([first, second]) => [second, first]);
    expect(ids()).toBe('3 2');
    store.set(todoList, { userId: '9' }, (todos) => todos);
    expect(ids({ userId: '9' })).toBeUndefined();
  });

  it('is collected with its members when it has no observers', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.setResponse(getTodos, { userId: '1' }, [todo('1'), todo('2')]);
    expect(store.stats().entities).toBe(3);
    for (let i = 0; i < 5; i++) clock.advance(100);
    expect(store.stats().entities).toBe(0);
  });

  it('is kept with its members while it is observed, nested or not', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.setResponse(getTodos, { userId: '1' }, [todo('1'), todo('2')]);
    store.setResponse(getOwner, { id: '2' }, { id: '2', todos: [todo('3', '2')] });
    const readers = [
      collect(store.query(todoList, { userId: '1' })),
      collect(store.query(Owner, '2')),
    ];
    store.set(todoList.push, todo('4'));
    for (let i = 0; i < 9; i++) clock.advance(100);
    expect(idsOf(store.get(todoList, { userId: '1' }))).toBe('1 2 4');
    expect(idsOf(store.get(todoList, { userId: '2' }))).toBe('3');
    for (const reader of readers) reader.stop();
    for (let i = 0; i < 9; i++) clock.advance(100);
    expect(store.stats().entities).toBe(0);
  });

  it('is the input of a Query, which recomputes only when the list has changed', () => {
    const { store } = kit();
    const inputs: unknown[] = [];
    const titles = new Query(todoList, (list) => {
      inputs.push(list);
      return list.map(({ title }) => title);
    });
    const before = store.get(titles, { userId: '1' });
    store.set(Todo, todo('9', '9'));
    expect(store.get(titles, { userId: '1' })).toBe(before);
    store.set(todoList.push, todo('3'));
    expect(store.get(titles, { userId: '1' })).toEqual(['Todo 1', 'Todo 2', 'Todo 3']);
    expect(inputs).toHaveLength(2);
  });

  it('can contain entities that contain it', () => {
    class Node extends Entity {
      id = '';
      parent: Node | undefined = undefined;
      children: Node[] = [];
      static override readonly key = 'Node';
    }
    const children = new Collection([Node], {
      nestKey: ({ id }: { id: string }) => ({ parent: id }),
    });
    Object.assign(Node, { schema: { parent: Node, children } });
    const { store } = storeKit();
    store.set(Node, { id: '1', children: [{ id: '2', parent: '1' }] });
    const fromList = store.get(children, { parent: '1' })!;
    expect(fromList[0].parent!.children).toBe(fromList);
    store.set(children.push, { parent: '1' }, { id: '3', parent: '1' });
    const next = store.get(children, { parent: '1' })!;
    expect(idsOf(next)).toBe('2 3');
    expect(next[0].parent!.children).toBe(next);
    expect(store.get(Node, '1')!.children).toBe(next);
  });
});

describe('requests that change collections', () => {
  it('add what they create to every list whose arguments it matches', async () => {
    const { store, ids } = kit();
    store.setResponse(getTodos, { userId: '2' }, []);
    store.setResponse(getTodos, {}, [todo('1')]);
    store.setResponse(getTodos, { userId: 1, orderBy: 'title' }, []);
    store.setResponse(getTodos, { userId: 1, status: 'open' }, []);
    const created = store.fetch(create, { userId: 1 }, { title: 'Three' });
    requests.last.answer({ ...todo('3'), status: 'done' });
    await expect(created).resolves.toBe(store.get(Todo, '3'));
    expect(ids()).toBe('1 2 3');
    expect(ids({})).toBe('1 3');
    expect(ids({ userId: 1, orderBy: 'title' })).toBe('3');
    expect(ids({ userId: 2 })).toBe('');
    expect(ids({ userId: 1, status: 'open' })).toBe('');
  });

  it('may be called without arguments', async () => {
    const { store, ids } = kit();
    store.setResponse(getTodos, {}, []);
    const created = store.fetch(create);
    requests.last.answer(todo('3'));
    await created;
    expect([ids(), ids({})]).toEqual(['1 2 3', '3']);
  });

  it('are not undone by a list that was requested before; the list is refetched', () => {
    const { store, ids } = kit();
    const states = collectStates(store.observe(getTodos, { userId: '1' }));
    void store.fetch(getTodos, { userId: '1' });
    void store.fetch(create, { userId: '1' }, {});
    requests.at(1).answer(todo('3'));
    requests.at(0).answer([todo('1'), todo('2')]);
    expect(ids()).toBe('1 2 3');
    expect(requests.count).toBe(3);
    requests.at(2).answer([todo('3'), todo('1'), todo('2')]);
    expect(ids()).toBe('3 1 2');
    expect(requests.count).toBe(3);
    states.stop();
  });

  it('are not missed by an unknown list that was requested before: the list is refetched', () => {
    const { store } = storeKit();
    const states = collectStates(store.observe(getTodos, { userId: '1' }));
    void store.fetch(create, { userId: '1' }, {});
    requests.at(1).answer(todo('3'));
    requests.at(0).answer([todo('1')]);
    expect(requests.count).toBe(3);
    requests.at(2).answer([todo('1'), todo('3')]);
    expect(idsOf(store.get(todoList, { userId: '1' }))).toBe('1 3');
    expect(requests.count).toBe(3);
    states.stop();
  });

  it('do not extend the expiry of a list', () => {
    const { store, clock } = kit();
    clock.advance(59_000);
    store.set(todoList.push, todo('3'));
    clock.advance(1_001);
    expect(store.getState(getTodos, { userId: '1' }).status).toBe('stale');
    const other = store.getState(getTodos, { userId: 1 });
    expect(other.status).toBe('stale');
  });

  it('resolve with the remaining members when some of an array were removed or are unknown', async () => {
    const { store, ids } = kit();
    const created = store.fetch(create, { userId: '1' }, [{}, {}, {}]);
    store.fetch(deleteTodo, { id: '4' }).catch(() => {});
    requests.at(1).answer(null);
    requests.at(0).answer([todo('3'), todo('4'), 'unknown', todo('5')]);
    expect(idsOf((await created) as unknown as Todo[])).toBe('3 5');
    expect(ids()).toBe('1 2 3 5');
  });

  it('change nothing if they fail', async () => {
    const { store, ids } = kit();
    const created = store.fetch(create, { userId: '1' }, {});
    requests.last.answer({ title: 'no id' });
    await expect(created).rejects.toMatchObject({ code: 'SB_PK_MISSING' });
    expect(ids()).toBe('1 2');
  });
});

describe('an optimistic create in collections', () => {
  it('is in every list at once, and the created entity replaces it in place, in one emission', () => {
    const { store, ids } = kit();
    store.setResponse(getTodos, {}, []);
    const lists = collect(store.query(todoList, { userId: '1' }));
    void store.fetch(createNow, { userId: '1' }, { title: 'New', userId: '1' });
    const placeholder = lists.values.at(-1)!.at(-1)!;
    expect(placeholder.title).toBe('New');
    expect(ids({})).toBe(placeholder.id);
    expect(store.getState(getTodos, { userId: '1' }).optimistic).toBe(true);
    requests.last.answer(todo('3', '1', 'New'));
    expect(lists.values.map((list) => list!.length)).toEqual([2, 3, 3]);
    expect([ids(), ids({})]).toEqual(['1 2 3', '3']);
    expect(store.getState(getTodos, { userId: '1' }).optimistic).toBe(false);
  });

  it('leaves all lists when it fails', async () => {
    const { store, ids } = kit();
    const before = store.get(todoList, { userId: '1' });
    const created = store.fetch(createNow, { userId: '1' }, { title: 'New' });
    expect(store.get(todoList, { userId: '1' })).toHaveLength(3);
    requests.last.fail(new Error('no'));
    await expect(created).rejects.toThrow('no');
    expect(store.get(todoList, { userId: '1' })).toEqual(before);
    expect(ids()).toBe('1 2');
  });

  it('stays in a list whose response arrives meanwhile', () => {
    const { store } = kit();
    void store.fetch(createNow, { userId: '1' }, { title: 'New' });
    store.setResponse(getTodos, { userId: '1' }, [todo('2')]);
    expect(store.get(todoList, { userId: '1' })!.map(({ title }) => title)).toEqual([
      'Todo 2',
      'New',
    ]);
  });

  it('keeps its position when a later creation gets its response first', () => {
    const { store } = kit({ userId: '1' }, []);
    const titles = (): string =>
      store
        .get(todoList, { userId: '1' })!
        .map(({ title }) => title)
        .join(' ');
    void store.fetch(createNow, { userId: '1' }, { title: 'A' });
    void store.fetch(createNow, { userId: '1' }, { title: 'B' });
    expect(titles()).toBe('A B');
    requests.at(1).answer(todo('b', '1', 'B'));
    expect(titles()).toBe('A B');
    requests.at(0).answer(todo('a', '1', 'A'));
    expect(titles()).toBe('A B');
  });
});

describe('an optimistic change of collections', () => {
  const optimistic = <S extends typeof todoList.move>(name: string, schema: S) =>
    new Endpoint((...args: readonly object[]) => requests.send(...args), {
      name,
      schema,
      sideEffect: true,
      getOptimisticResponse: (_snapshot: OptimisticSnapshot, ...args: readonly object[]) =>
        args.at(-1),
    });
  const move = optimistic('move', todoList.move);
  const remove = optimistic('remove', todoList.remove);
  const unshift = optimistic('unshift', todoList.unshift);

  it('moves a member at once, and back if the mutation fails', async () => {
    const { store, ids } = kit();
    store.setResponse(getTodos, { userId: '2' }, []);
    const moved = store.fetch(move, { id: '1' }, { id: '1', userId: '2' });
    expect([ids(), ids({ userId: '2' })]).toEqual(['2', '1']);
    requests.last.fail(new Error('no'));
    await expect(moved).rejects.toThrow('no');
    expect([ids(), ids({ userId: '2' })]).toEqual(['1 2', '']);
  });

  it('removes a member at once; an empty response confirms it', async () => {
    const { ids, store } = kit();
    const removed = store.fetch(remove, { userId: '1' }, { id: '1' });
    expect(ids()).toBe('2');
    requests.last.answer(null);
    await removed;
    expect(ids()).toBe('2');
    expect(store.stats().layers).toBe(0);
  });

  it('adds several at the start in the order of sending, whichever response is first', () => {
    const { store } = kit({ userId: '1' }, [todo('0', '1', 'O')]);
    const titles = (): string =>
      store
        .get(todoList, { userId: '1' })!
        .map(({ title }) => title)
        .join('');
    for (const title of ['A', 'B', 'C']) {
      void store.fetch(unshift, { userId: '1' }, { title });
    }
    expect(titles()).toBe('CBAO');
    for (const [at, title] of [
      [2, 'C'],
      [0, 'A'],
      [1, 'B'],
    ] as const) {
      requests.at(at).answer(todo(title, '1', title));
      expect(titles()).toBe('CBAO');
    }
  });

  it('adds an entity to the list of another one that is still being created', () => {
    const { store } = storeKit();
    const createOwner = new Endpoint((body: object) => requests.send(body), {
      name: 'createOwner',
      schema: Owner,
      sideEffect: true,
      getOptimisticResponse: (_snapshot: OptimisticSnapshot, body: object) => body,
    });
    void store.fetch(createOwner, { name: 'New', todos: [] });
    const [[pk]] = [...store.entities$.getValue().entries('Owner')];
    void store.fetch(createNow, { userId: pk }, { title: 'First' });
    expect(store.get(Owner, pk)!.todos.map(({ title }) => title)).toEqual(['First']);
    requests.at(0).answer({ id: '7', name: 'New', todos: [] });
    expect(store.get(Owner, '7')!.todos.map(({ title }) => title)).toEqual(['First']);
    expect(requests.at(1).args).toEqual([{ userId: '7' }, { title: 'First' }]);
    requests.at(1).answer({ id: '1', title: 'First', userId: '7' });
    expect(idsOf(store.get(Owner, '7')!.todos)).toBe('1');
  });
});
