import { Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { live } from '../../../src/features/live/live.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';
import { idsOf, Todo, todo } from '../../support/todos.ts';

const requests = fakeRequests();
const todos = new Collection([Todo]);
const getTodos = new Endpoint(requests.send, { name: 'getTodos', schema: todos });
const args = { userId: '1' };

/** A list with the member `1`; `message` arrives and waits, then `later` happens. */
function afterMessage(
  message: (store: Store) => void,
  later: (store: Store) => void,
): string | undefined {
  const clock = new ManualClock();
  const messages$ = new Subject<typeof message>();
  const plugin = applyMessages(messages$, (to, change) => change(to), { scheduler: clock });
  const { store } = storeKit({ plugins: [plugin] });
  store.observe(getTodos, args).subscribe();
  requests.at(0).answer([todo('1')]);
  messages$.next(message);
  later(store);
  clock.advance(16);
  return idsOf(store.get(todos, args));
}

const push =
  (id: string) =>
  (store: Store): void =>
    store.set(todos.push, todo(id));
const remove =
  (id: string) =>
  (store: Store): void =>
    store.set(todos.remove, todo(id));
const refetch = (store: Store): void => {
  void store.fetch(getTodos, args);
  requests.at(1).answer([todo('1')]);
};

describe('a message that changes a list and waits', () => {
  it('does not bring back a member that left later', () => {
    expect(afterMessage(push('2'), remove('2'))).toBe('1');
  });

  it('does not add a member to a list that was requested later', () => {
    expect(afterMessage(push('2'), refetch)).toBe('1');
  });

  it('does not remove a member that was added later', () => {
    expect(afterMessage(remove('1'), push('1'))).toBe('1');
  });

  it('does not remove a member from a list that was requested later', () => {
    expect(afterMessage(remove('1'), refetch)).toBe('1');
  });

  it('is applied beside later changes of other members', () => {
    expect(afterMessage(push('2'), push('3'))).toBe('1 3 2');
    requests.sent.length = 0;
    expect(afterMessage(remove('1'), push('3'))).toBe('3');
  });

  it('leaves later changes to a list that is being loaded', () => {
    const clock = new ManualClock();
    const messages$ = new Subject<(store: Store) => void>();
    const plugin = applyMessages(messages$, (to, change) => change(to), { scheduler: clock });
    const { store } = storeKit({ plugins: [plugin] });
    messages$.next(push('2'));
    store.observe(getTodos, args).subscribe();
    push('3')(store);
    clock.advance(16);
    requests.at(0).answer([todo('1')]);
    expect(idsOf(store.get(todos, args))).toBe('1 3');
  });
});

describe('a change that waits, of an entity that a later response brings first', () => {
  const changed = { ...todo('1'), status: 'open' };
  const getOne = new Endpoint(requests.send, { name: 'getOne', schema: Todo });
  const save = getOne.extend({ name: 'save', sideEffect: true });

  it.each<readonly [string, (store: Store) => void]>([
    ['a read', (store) => void store.fetch(getOne, '1')],
    ['a mutation', (store) => void store.fetch(save, '1')],
    ['a live source', (store) => live(store, getOne, '1').subscribe()],
  ])('moves it between lists: %s', (name, send) => {
    const clock = new ManualClock();
    const messages$ = new Subject<readonly object[]>();
    const apply = (to: Store, rows: readonly object[]): void => {
      for (const row of rows) to.set(Todo, row);
    };
    const { store } = storeKit({
      plugins: [applyMessages(messages$, apply, { scheduler: clock })],
    });
    store.setResponse(getTodos, { status: 'open' }, []);
    send(store);
    messages$.next([{ ...todo('1'), status: 'closed' }, changed]);
    requests.last[name === 'a live source' ? 'push' : 'answer'](changed);
    expect(idsOf(store.get(todos, { status: 'open' }))).toBe('1');
    clock.advance(16);
    expect(store.getState(getTodos, { status: 'open' }).status).toBe('valid');
  });
});
