import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { EntityMeta } from '../../../src/data/schema/Schema.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const allUsers = new Endpoint(requests.send, { name: 'allUsers', schema: new All(User) });
const updateUser = getUser.extend({ name: 'updateUser', sideEffect: true });
const removeUser = new Endpoint(requests.send, {
  name: 'removeUser',
  schema: new Invalidate(User),
  sideEffect: true,
});

const older = { ...ann, name: 'older' };
const newer = { ...ann, name: 'newer' };

beforeEach(() => {
  requests.sent.length = 0;
});

describe('the order of the store', () => {
  it('lets the read that was sent later win, whichever response is last', () => {
    const { store } = storeKit();
    void store.fetch(getUser, '1');
    void store.fetch(getUsers);
    requests.at(1).answer([newer]);
    requests.at(0).answer(older);
    expect(store.get(User, '1')?.name).toBe('newer');
    expect(store.getState(getUsers).data?.[0]?.name).toBe('newer');
  });

  it('lets an older response add members that the newer one lacks', () => {
    const { store } = storeKit();
    void store.fetch(getUser, '1');
    void store.fetch(getUsers);
    requests.at(1).answer([{ id: '1', name: 'newer' }]);
    requests.at(0).answer(older);
    expect(store.get(User, '1')).toMatchObject({ name: 'newer', email: ann.email });
  });

  it('lets an older response replace members that the newer one lacks and an even older one has', () => {
    const { store } = storeKit();
    store.set(User, { ...ann, name: 'oldest', email: 'oldest' });
    void store.fetch(getUser, '1');
    void store.fetch(getUsers);
    requests.at(1).answer([{ id: '1', name: 'newer' }]);
    requests.at(0).answer(older);
    expect(store.get(User, '1')).toMatchObject({ name: 'newer', email: ann.email });
  });

  it('compares each member with the response that brought it, however many arrive late', () => {
    const { store } = storeKit();
    store.set(User, { ...ann, name: 'oldest', email: 'oldest' });
    for (const id of ['first', 'second', 'third']) void store.fetch(getUser, id);
    requests.at(2).answer({ id: '1', name: 'newer' });
    requests.at(1).answer({ id: '1', email: 'second' });
    requests.at(0).answer({ id: '1', name: 'first', email: 'first' });
    expect(store.get(User, '1')).toMatchObject({ name: 'newer', email: 'second' });
  });

  it('keeps a member that was set while a read was in flight, and takes the others', () => {
    const { store } = storeKit();
    store.set(User, { ...ann, email: 'old' });
    const reader = collectStates(store.observe(getUsers));
    store.set(User, { id: '1', name: 'by hand' });
    requests.last.answer([older]);
    expect(reader.values.at(-1)).toBe('valid [by hand]');
    expect(store.get(User, '1')?.email).toBe(ann.email);
  });

  it('keeps a write that was made while a read was in flight', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    store.set(User, newer);
    requests.last.answer(older);
    expect(store.get(User, '1')?.name).toBe('newer');
    expect(reader.values.at(-1)).toBe('valid newer');
  });

  it('keeps a response that was set while a read was in flight, and ends the read', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    store.setResponse(read, 'new');
    requests.last.answer('old');
    expect(reader.values).toEqual(['invalid fetching', 'valid new fetching', 'valid new']);
    expect(store.stats().inFlight).toBe(0);
  });

  it('keeps a response that was set while a read was in flight that fails', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    store.setResponse(read, 'new');
    requests.last.fail(new Error('down'));
    expect(reader.values.at(-1)).toBe('valid new');
  });

  it('orders a mutation by its response: an earlier read in flight does not undo it', () => {
    const { store } = storeKit();
    void store.fetch(getUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(newer);
    requests.at(0).answer(older);
    expect(store.get(User, '1')?.name).toBe('newer');
  });

  it('orders a mutation by its response: a read sent during it that settles first does not win', () => {
    const { store } = storeKit();
    void store.fetch(updateUser, '1');
    void store.fetch(getUser, '1');
    requests.at(1).answer(older);
    requests.at(0).answer(newer);
    expect(store.get(User, '1')?.name).toBe('newer');
  });

  it('does not depend on the clock', () => {
    const { store, clock } = storeKit();
    void store.fetch(getUser, '1');
    clock.adjust(-10_000);
    void store.fetch(getUsers);
    requests.at(1).answer([newer]);
    clock.adjust(50_000);
    requests.at(0).answer(older);
    expect(store.get(User, '1')?.name).toBe('newer');
  });

  it('does not bring a removed entity back with an older list', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(getUsers);
    void store.fetch(removeUser, '1');
    requests.at(1).answer('1');
    requests.at(0).answer([older, bob]);
    expect(store.get(User, '1')).toBeUndefined();
    // The two requests overlapped, so the list is refetched.
    expect(reader.values.at(-1)).toBe('stale [Bob] fetching');
    requests.last.answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Bob]');
  });

  it('does not bring a removed entity back into All', () => {
    const { store } = storeKit();
    store.setResponse(allUsers, [ann, bob]);
    void store.fetch(allUsers);
    store.setResponse(removeUser, '1', '1');
    requests.last.answer([ann, bob]);
    expect(store.getState(allUsers).data?.map(({ id }) => id)).toEqual(['2']);
  });

  it('brings a removed entity back at the end of a list that was requested after the removal', () => {
    const { store } = storeKit();
    store.setResponse(allUsers, [ann, bob]);
    store.setResponse(removeUser, '1', '1');
    void store.fetch(allUsers);
    requests.last.answer([ann, bob]);
    expect(store.getState(allUsers).data?.map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('keeps a write that is newer than an older removal', () => {
    const { store } = storeKit();
    const getGone = new Endpoint(requests.send, { name: 'getGone', schema: new Invalidate(User) });
    void store.fetch(getGone, '1');
    store.set(User, newer);
    requests.last.answer('1');
    expect(store.get(User, '1')?.name).toBe('newer');
  });

  it('lets the version decide if the entity declares one', () => {
    class Doc extends Entity {
      id = '';
      version = 0;
      static override readonly key = 'Doc';
      static override shouldReorder(
        _existingMeta: EntityMeta,
        _incomingMeta: EntityMeta,
        existing: object,
        incoming: object,
      ): boolean {
        return (incoming as Doc).version < (existing as Doc).version;
      }
    }
    const { store } = storeKit();
    store.set(Doc, { id: 'd', version: 2 });
    store.set(Doc, { id: 'd', version: 1 });
    expect(store.get(Doc, 'd')?.version).toBe(2);
    store.set(Doc, { id: 'd', version: 3 });
    expect(store.get(Doc, 'd')?.version).toBe(3);
  });

  it('makes a response that changes several lists visible everywhere at once', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    store.setResponse(getUser, '1', ann);
    const pairs: string[] = [];
    const note = (): void => {
      const list = store.getState(getUsers).data?.[0]?.name;
      pairs.push(
        `${list} ${store.getState(getUser, '1').data?.name} ${store.get(User, '1')?.name}`,
      );
    };
    store.observe(getUsers).subscribe(note);
    store.observe(getUser, '1').subscribe(note);
    store.query(User, '1').subscribe(note);
    pairs.length = 0;
    store.setResponse(updateUser, '1', newer);
    expect(pairs).toEqual(['newer newer newer', 'newer newer newer', 'newer newer newer']);
  });

  it('applies two updates by function one after the other', () => {
    class Counter extends Entity {
      id = '';
      count = 0;
      static override readonly key = 'Counter';
    }
    const { store } = storeKit();
    store.set(Counter, { id: 'c', count: 0 });
    const increment = (): void =>
      store.set(Counter, { id: 'c' }, ({ id, count }) => ({ id, count: count + 1 }));
    increment();
    store.batch(() => {
      increment();
      increment();
    });
    expect(store.get(Counter, 'c')?.count).toBe(3);
  });

  it('does nothing for an update by function of an unknown entity', () => {
    const { store } = storeKit();
    const update = jest.fn(() => ann);
    store.set(User, { id: '1' }, update);
    expect(update).not.toHaveBeenCalled();
    expect(store.stats().entities).toBe(0);
  });
});
