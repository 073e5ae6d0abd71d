import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { idsOf, Todo, todo } from '../../support/todos.ts';

const requests = fakeRequests();
const todos = new Collection([Todo]);
const getTodos = new Endpoint(requests.send, { name: 'getTodos', schema: todos });
const args = { userId: '1' };

function loading() {
  const { store } = storeKit();
  store.observe(getTodos, args).subscribe();
  return { store, shown: () => idsOf(store.get(todos, args)) };
}

describe('a change of a list that is being loaded for the first time', () => {
  it('adds a member at its end', () => {
    const { store, shown } = loading();
    store.set(todos.push, todo('9'));
    requests.at(0).answer([todo('1')]);
    expect(shown()).toBe('1 9');
  });

  it('adds a member that the response has too once', () => {
    const { store, shown } = loading();
    store.set(todos.unshift, todo('9'));
    requests.at(0).answer([todo('1'), todo('9')]);
    expect(shown()).toBe('1 9');
  });

  it('removes a member', () => {
    const { store, shown } = loading();
    store.set(todos.remove, todo('2'));
    requests.at(0).answer([todo('1'), todo('2')]);
    expect(shown()).toBe('1');
  });

  it('removes a member by its primary key', () => {
    const { store, shown } = loading();
    store.set(todos.remove, '2');
    requests.at(0).answer([todo('1'), todo('2')]);
    expect(shown()).toBe('1');
  });

  it('moves a member to another list', () => {
    const { store, shown } = loading();
    store.set(todos.move, { ...todo('2'), userId: '2' });
    requests.at(0).answer([todo('1'), todo('2')]);
    expect(shown()).toBe('1');
  });

  it('is applied with others in their order', () => {
    const { store, shown } = loading();
    store.set(todos.push, todo('8'));
    store.set(todos.push, todo('9'));
    store.set(todos.remove, todo('8'));
    requests.at(0).answer([todo('1')]);
    expect(shown()).toBe('1 9');
  });

  it('is applied to every response that was requested before it', () => {
    const { store, shown } = loading();
    void store.fetch(getTodos.extend({ name: 'getTodosToo' }), args);
    store.set(todos.push, todo('9'));
    requests.at(0).answer([todo('1')]);
    requests.at(1).answer([todo('1'), todo('2')]);
    expect(shown()).toBe('1 2 9');
  });

  it('is not applied to a response that was requested after it', () => {
    const { store, shown } = loading();
    store.set(todos.push, todo('9'));
    void store.fetch(getTodos.extend({ name: 'getTodosLater' }), args);
    requests.at(1).answer([todo('1')]);
    expect(shown()).toBe('1');
  });

  it('is applied after a reset', () => {
    const { store, shown } = loading();
    requests.at(0).answer([todo('1')]);
    void store.reset();
    store.set(todos.push, todo('9'));
    requests.at(1).answer([todo('1')]);
    expect(shown()).toBe('1 9');
  });

  it('is applied to a map', () => {
    const { store } = storeKit();
    const map = new Collection(new Values(Todo));
    void store.fetch(new Endpoint(requests.send, { name: 'getMap', schema: map }), args);
    store.set(map.assign, { 9: todo('9') });
    requests.at(0).answer({ 1: todo('1') });
    expect(Object.keys(store.get(map, args)!)).toEqual(['1', '9']);
  });

  it('is applied to a list in an entity', () => {
    const list = new Collection([Todo], {
      argsKey: ({ userId }: { userId: string }) => ({ userId }),
      nestKey: ({ id }: { id?: unknown }) => ({ userId: id }),
    });
    class Owner extends Entity {
      id = '';
      todos: readonly Todo[] = [];
      static override readonly key = 'OwnerOfTodos';
      static override readonly schema = { todos: list };
    }
    const { store } = storeKit();
    void store.fetch(
      new Endpoint(requests.send, { name: 'getOwner', schema: Owner, lookup: true }),
      '1',
    );
    store.set(list.push, todo('9'));
    requests.at(0).answer({ id: '1', todos: [todo('1')] });
    expect(idsOf(store.get(Owner, '1')?.todos)).toBe('1 9');
  });
});
