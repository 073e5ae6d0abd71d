import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { Link, link, Post, post } from './feedItems.ts';

class Todo extends Entity {
  id = '';
  title = '';
  userId = '';
  clientId?: string;
  static override readonly key = 'Todo';
  static override readonly clientId = 'clientId';
}

const requests = fakeRequests();
const all = new All(Todo, { complete: true });
const list = new Collection([Todo]);
const getAll = new Endpoint(requests.send, { name: 'getAll', schema: all });
const getTodo = new Endpoint(requests.send, { name: 'getTodo', schema: Todo });
const getList = new Endpoint(requests.send, {
  name: 'getList',
  schema: { items: list, total: list.count },
});
const predict = (_snapshot: OptimisticSnapshot, value: unknown) => value;
const create = getTodo.extend({
  name: 'create',
  sideEffect: true,
  getOptimisticResponse: predict,
});
const update = create.extend({ name: 'update' });
const replaceAll = getAll.extend({
  name: 'replaceAll',
  sideEffect: true,
  getOptimisticResponse: predict,
});
const remove = new Endpoint(requests.send, {
  name: 'remove',
  schema: new Invalidate(Todo),
  sideEffect: true,
  getOptimisticResponse: predict,
});

const todo = (id: string) => ({ id, title: `Todo ${id}`, userId: 'u' });
const idsOf = (todos: readonly Todo[] | undefined) => todos?.map(({ id }) => id).join(' ');

function kit() {
  const { store, clock } = storeKit();
  store.setResponse(getAll, ['1', '2', '3'].map(todo));
  return { clock, store, shown: () => idsOf(store.get(all)) };
}

describe('a complete response', () => {
  it('removes the entities that it lacks', () => {
    const { store, shown } = kit();
    store.setResponse(getAll, ['1', '3'].map(todo));
    expect(shown()).toBe('1 3');
    expect(store.get(Todo, '2')).toBeUndefined();
  });

  it('removes entities that other responses brought', () => {
    const { store, shown } = kit();
    store.setResponse(getTodo, { id: '9' }, todo('9'));
    store.setResponse(getAll, ['1'].map(todo));
    expect(shown()).toBe('1');
  });

  it('removes all entities if it is empty', () => {
    const { store, shown } = kit();
    store.setResponse(getAll, []);
    expect(shown()).toBe('');
  });

  it('brings removed entities back', () => {
    const { store, shown } = kit();
    store.setResponse(getAll, [todo('1')]);
    store.setResponse(getAll, ['1', '2'].map(todo));
    expect(shown()).toBe('1 2');
  });

  it('keeps the entities that another part of it contains', () => {
    const { store, shown } = kit();
    const getPage = new Endpoint(requests.send, {
      name: 'getPage',
      schema: { others: all, first: Todo },
    });
    store.setResponse(getPage, { others: [todo('1')], first: todo('3') });
    expect(shown()).toBe('1 3');
  });

  it('keeps the entities of which it has the primary keys only', () => {
    const { store, shown } = kit();
    store.setResponse(getAll, [todo('1'), '3']);
    expect(shown()).toBe('1 3');
  });

  it('removes nothing if one of its items is null', () => {
    const { store, shown } = kit();
    store.setResponse(getAll, [todo('1'), null]);
    expect(shown()).toBe('1 2 3');
  });

  it('keeps the entities if the schema is not complete', () => {
    const { store } = kit();
    const getSome = getAll.extend({ name: 'getSome', schema: new All(Todo) });
    store.setResponse(getSome, [todo('1')]);
    expect(idsOf(store.get(all))).toBe('1 2 3');
  });

  it('counts as complete in set, too', () => {
    const { store, shown } = kit();
    store.set(all, [todo('2')]);
    expect(shown()).toBe('2');
  });

  it('is normalized without a store', () => {
    const { entities } = normalize(all, [todo('1')]);
    expect([...entities.get('Todo')!.keys()]).toEqual(['1']);
  });

  it('reads the same list as a schema that is not complete', () => {
    const { store } = kit();
    expect(store.get(all)).toBe(store.get(new All(Todo)));
  });
});

describe('a complete response of several classes', () => {
  const mapping = { link: Link, post: Post };
  const union = new Union(mapping, 'type');
  it.each([
    ['a mapping', new All(mapping, 'type', { complete: true })],
    ['a function', new All(mapping, ({ type }) => type, { complete: true })],
    ['a union', new All(union, { complete: true })],
  ])('removes the entities that it lacks, of each class: %s', (_name, feed) => {
    const { store } = storeKit();
    const getFeed = new Endpoint(requests.send, { name: 'getFeed', schema: feed });
    store.setResponse(getFeed, [link(1), post(1), link(2), post(2)]);
    store.setResponse(getFeed, [link(1), post(2)]);
    expect(store.get(feed)?.map(({ type, id }) => `${type} ${id}`)).toEqual(['link 1', 'post 2']);
    store.setResponse(getFeed, [post(2)]);
    expect(store.get(feed)?.map(({ type, id }) => `${type} ${id}`)).toEqual(['post 2']);
  });

  it('keeps entities of other classes', () => {
    const { store } = storeKit();
    const links = new All({ link: Link }, 'type', { complete: true });
    const getLinks = new Endpoint(requests.send, { name: 'getLinks', schema: links });
    store.set([Post], [post(1)]);
    store.setResponse(getLinks, [link(1)]);
    expect(store.get(Post, '1')).toBeDefined();
  });

  it('removes entities of classes that share a key', () => {
    class Issue extends Todo {}
    const both = new All({ todo: Todo, issue: Issue }, 'title', { complete: true });
    const { store } = storeKit();
    const getBoth = new Endpoint(requests.send, { name: 'getBoth', schema: both });
    const [a, b] = [
      { id: 'a', title: 'todo' },
      { id: 'b', title: 'issue' },
    ];
    store.setResponse(getBoth, [a, b]);
    store.setResponse(getBoth, [b]);
    expect(store.get(both)?.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('an entity that a complete response lacks', () => {
  it('leaves lists and their counts', () => {
    const { store } = kit();
    store.setResponse(getList, { userId: 'u' }, { items: ['1', '2'].map(todo), total: 7 });
    store.setResponse(getAll, ['1', '3'].map(todo));
    const { items, total } = store.getState(getList, { userId: 'u' }).data!;
    expect(idsOf(items)).toBe('1');
    expect(total).toBe(6);
  });

  it('stays if a message brought it while the response was loading', () => {
    const { store, shown } = kit();
    void store.fetch(getAll);
    store.set(Todo, todo('9'));
    store.set(Todo, { id: '2', title: 'changed' });
    requests.at(0).answer([todo('1')]);
    expect(shown()).toBe('1 2 9');
  });

  it('leaves with the next response if it was written between them', () => {
    const { store, shown } = kit();
    void store.fetch(getAll);
    store.set(Todo, todo('9'));
    requests.at(0).answer([todo('1')]);
    void store.fetch(getAll);
    requests.at(1).answer([todo('1')]);
    expect(shown()).toBe('1');
  });

  it('is not brought back by the response to an earlier request', () => {
    const { store, shown } = kit();
    void store.fetch(getTodo, { id: '2' }).catch(() => {});
    void store.fetch(getAll);
    requests.at(1).answer(['1', '3'].map(todo));
    requests.at(0).answer(todo('2'));
    expect(shown()).toBe('1 3');
  });

  it('stays if a later request brought it first', () => {
    const { store, shown } = kit();
    void store.fetch(getAll);
    void store.fetch(getTodo, { id: '9' });
    requests.at(1).answer(todo('9'));
    requests.at(0).answer([todo('1')]);
    expect(shown()).toBe('1 9');
  });

  it('stays while its creation is pending, and after it', () => {
    const { store, shown } = kit();
    void store.fetch(create, { title: 'New', clientId: 'c' });
    void store.fetch(getAll);
    requests.at(1).answer([todo('1')]);
    expect(store.get(all)?.map(({ title }) => title)).toEqual(['Todo 1', 'New']);
    requests.at(0).answer({ ...todo('9'), clientId: 'c' });
    expect(shown()).toBe('1 9');
  });

  it('stays if its creation settled while the response was loading', () => {
    const { store, shown } = kit();
    void store.fetch(getAll);
    void store.fetch(create, { title: 'New', clientId: 'c' });
    requests.at(1).answer({ ...todo('9'), clientId: 'c' });
    requests.at(0).answer([todo('1')]);
    expect(shown()).toContain('9');
  });

  it('stays removed if its removal fails', () => {
    const { store, shown } = kit();
    void store.fetch(remove, { id: '2' }).catch(() => {});
    expect(shown()).toBe('1 3');
    void store.fetch(getAll);
    requests.at(1).answer(['1', '3'].map(todo));
    requests.at(0).fail(new Error('gone'));
    expect(shown()).toBe('1 3');
  });

  it('stays removed by a removal that settled while the response was loading', () => {
    const { store, shown } = kit();
    void store.fetch(getAll);
    void store.fetch(remove, { id: '2' });
    requests.at(1).answer({ id: '2' });
    requests.at(0).answer(['1', '2'].map(todo));
    expect(shown()).toBe('1');
  });

  it('is back with the response to a mutation that was pending', () => {
    const { store, shown } = kit();
    void store.fetch(update, { id: '2', title: 'changed' });
    void store.fetch(getAll);
    requests.at(1).answer([todo('1')]);
    requests.at(0).answer({ ...todo('2'), title: 'changed' });
    expect(shown()).toContain('2');
  });

  it('is forgotten by the garbage collector, and brought by a later response', () => {
    const { clock, store, shown } = kit();
    store.setResponse(getAll, [todo('1')]);
    clock.advance(86_400_000);
    store.gc();
    expect(store.get(all)).toBeUndefined();
    store.setResponse(getAll, ['1', '2'].map(todo));
    expect(shown()).toBe('1 2');
  });

  it('leaves if hydration brought it', () => {
    const { store } = kit();
    const { store: client } = storeKit();
    rehydrate(client, dehydrate(store));
    expect(idsOf(client.get(all))).toBe('1 2 3');
    client.setResponse(getAll, [todo('3')]);
    expect(idsOf(client.get(all))).toBe('3');
  });

  it('stays removed if an earlier state is hydrated', () => {
    const { store, shown } = kit();
    const state = dehydrate(store);
    store.setResponse(getAll, [todo('3')]);
    rehydrate(store, state);
    expect(shown()).toBe('3');
  });
});

describe('a complete prediction', () => {
  it('hides the entities that it lacks until the mutation fails', async () => {
    const { store, shown } = kit();
    const done = store.fetch(replaceAll, [todo('3')]);
    expect(shown()).toBe('3');
    requests.at(0).fail(new Error('refused'));
    await expect(done).rejects.toThrow('refused');
    expect(shown()).toBe('1 2 3');
  });

  it('shows entities that arrive while the mutation is pending', () => {
    const { store, shown } = kit();
    void store.fetch(replaceAll, [todo('3')]);
    store.set(Todo, todo('9'));
    store.set(Todo, { id: '1', title: 'changed' });
    expect(shown()).toBe('1 3 9');
  });

  it('keeps entities whose creation is predicted', () => {
    const { store } = kit();
    void store.fetch(create, { title: 'New' });
    void store.fetch(replaceAll, [todo('3')]);
    expect(store.get(all)?.map(({ title }) => title)).toEqual(['Todo 3', 'New']);
  });

  it('is followed by a response that removes them', () => {
    const { store, shown } = kit();
    void store.fetch(replaceAll, [todo('3')]);
    store.set(Todo, todo('9'));
    requests.at(0).answer([todo('3')]);
    expect(shown()).toBe('3 9');
  });
});
