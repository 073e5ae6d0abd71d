import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const createUser = getUser.extend({ name: 'createUser', sideEffect: true });

beforeEach(() => {
  requests.sent.length = 0;
});

/**
 * Unhandled rejections fail a spec, but only if it lives for as long as they need to be noticed.
 */
const noticeRejections = (): Promise<void> => new Promise(setImmediate);

describe('fetch', () => {
  it('resolves with the view of the store: instances', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(getUser, '1');
    requests.last.answer(ann);
    const user = await fetched;
    expect(user).toBeInstanceOf(User);
    expect(user).toBe(store.get(User, '1'));
  });

  it('resolves with the same object that observers get, early or late', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(getUsers);
    requests.last.answer([ann, bob]);
    const users = await fetched;
    expect(store.getState(getUsers).data).toBe(users);
    expect(store.observe(getUsers).getValue().data).toBe(users);
  });

  it('resolves after the commit was delivered', async () => {
    const { store } = storeKit();
    const events: string[] = [];
    store.query(User, '1').subscribe((user) => events.push(user?.name ?? 'none'));
    const fetched = store.fetch(getUser, '1').then(() => events.push('resolved'));
    requests.last.answer(ann);
    expect(events).toEqual(['none', 'Ann']);
    await fetched;
    expect(events).toEqual(['none', 'Ann', 'resolved']);
  });

  it('resolves with the data as newer writes have changed it', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(getUser, '1');
    store.set(User, { ...ann, name: 'newer' });
    requests.last.answer(ann);
    expect((await fetched).name).toBe('newer');
  });

  it('resolves with the plain response of an endpoint without schema', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(read);
    requests.last.answer({ any: ['thing'] });
    expect(await fetched).toEqual({ any: ['thing'] });
  });

  it('always sends a request, even while the data is valid', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    void store.fetch(read);
    expect(requests.count).toBe(1);
  });

  it('joins a request of the same key that is in flight, whatever started it', async () => {
    const { store } = storeKit();
    collectStates(store.observe(read, 1));
    const all = [store.fetch(read, 1), store.fetch(read, '1'), store.observe(read, 1).refetch()];
    requests.last.answer('a');
    expect(await Promise.all(all)).toEqual(['a', 'a', 'a']);
    expect(requests.count).toBe(1);
  });

  it('never joins mutations', async () => {
    const { store } = storeKit();
    const both = [store.fetch(createUser, 1), store.fetch(createUser, 1)];
    requests.at(0).answer(ann);
    requests.at(1).answer(bob);
    expect((await Promise.all(both)).map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  it('stores the entities of a mutation, not its result', async () => {
    const { store } = storeKit();
    const created = store.fetch(createUser, 1);
    requests.last.answer(ann);
    await created;
    expect(store.get(User, '1')).toEqual(User.fromJS(ann));
    expect(store.stats().entries).toBe(0);
  });

  it('resolves with undefined for a removal', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const remove = new Endpoint(requests.send, {
      name: 'remove',
      schema: new Invalidate(User),
      sideEffect: true,
    });
    const removed = store.fetch(remove, { id: '1' });
    requests.last.answer(undefined);
    expect(await removed).toBeUndefined();
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('rejects with the error of the request', async () => {
    const { store } = storeKit();
    const down = new Error('down');
    const fetched = store.fetch(read);
    requests.last.fail(down);
    await expect(fetched).rejects.toBe(down);
    expect(store.getState(read).error).toBe(down);
  });

  it('rejects with an Error, whatever was thrown', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(read);
    requests.last.fail('just text');
    await expect(fetched).rejects.toMatchObject({ message: 'just text', cause: 'just text' });
  });

  it('rejects when the function of the endpoint throws', async () => {
    const { store } = storeKit();
    const broken = new Endpoint(
      (): Promise<string> => {
        throw new Error('broken');
      },
      { name: 'broken' },
    );
    await expect(store.fetch(broken)).rejects.toThrow('broken');
    expect(store.getState(broken)).toMatchObject({ status: 'valid', error: { message: 'broken' } });
  });

  it('rejects if the response cannot be normalized, and leaves the entities untouched', async () => {
    const { store } = storeKit();
    const before = store.entities$.getValue();
    const reader = collectStates(store.observe(getUsers));
    const fetched = store.fetch(getUsers);
    requests.last.answer([ann, { name: 'without id' }]);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_PK_MISSING' });
    expect(store.entities$.getValue()).toBe(before);
    expect(store.getState(getUsers).error).toMatchObject({ code: 'SB_PK_MISSING' });
    expect(reader.values).toHaveLength(2);
  });

  it('rejects if the response of a mutation cannot be normalized', async () => {
    const { store } = storeKit();
    const before = store.entities$.getValue();
    const fetched = store.fetch(createUser, 1);
    requests.last.answer([]);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_ANSWER_SHAPE' });
    expect(store.entities$.getValue()).toBe(before);
  });

  it('rejects when the arguments make no key', async () => {
    const { store } = storeKit();
    await expect(store.fetch(read, () => {})).rejects.toMatchObject({ code: 'SB_KEY_UNSUPPORTED' });
    expect(requests.count).toBe(0);
  });

  it('rejects every caller of a shared request with the same error, from one request', async () => {
    const { store } = storeKit();
    const down = new Error('down');
    const callers = Array.from({ length: 50 }, () => store.fetch(read));
    requests.last.fail(down);
    for (const result of await Promise.allSettled(callers)) {
      expect(result).toEqual({ status: 'rejected', reason: down });
    }
    expect(requests.count).toBe(1);
  });

  it('never is an unhandled rejection for a caller that ignores the promise', async () => {
    const { store } = storeKit();
    void store.fetch(read, 1);
    void store.fetch(createUser, 1);
    void store.fetch(getUser, '1');
    void store.fetch(read, () => {});
    void store.fetchIfStale(read, () => {});
    store.setError(read, 2, new Error('known'));
    void store.fetchIfStale(read, 2);
    void store.observe(read, 3).refetch();
    for (const request of requests.sent) request.fail(new Error('down'));
    void store.fetch(read, 4);
    void store.reset();
    void store.fetch(read, 5);
    store.dispose();
    void store.fetch(read);
    await noticeRejections();
    expect(requests.count).toBe(6);
  });

  it('settles even if the errorPolicy of the endpoint throws', async () => {
    const { store } = storeKit();
    const odd = read.extend({
      name: 'odd',
      errorPolicy: () => {
        throw new Error('odd policy');
      },
    });
    const fetched = store.fetch(odd);
    requests.last.fail(new Error('down'));
    await expect(fetched).rejects.toThrow('down');
    expect(store.getState(odd)).toMatchObject({
      status: 'valid',
      error: { message: 'down' },
      errorPolicy: 'hard',
      fetching: false,
    });
  });

  it('rejects when a member cannot be deserialized, and notifies other streams of the commit', async () => {
    class Event extends Entity {
      id = '';
      on = new Date(0);
      static override readonly key = 'Event';
      static override schema = {
        on: (text: string): Date => {
          if (text === 'never') throw new Error('no date');
          return new Date(text);
        },
      };
    }
    const getEvent = new Endpoint(requests.send, { name: 'getEvent', schema: Event, lookup: true });
    const { store } = storeKit();
    const reader = collectStates(store.observe(getEvent, 'e'));
    const users = collect(store.query(User, '1'));
    store.query(User, '1').subscribe((user) => {
      if (user) requests.at(0).answer({ id: 'e', on: 'never' });
    });
    const fetched = store.fetch(getEvent, 'e');
    store.set(User, ann);
    store.set(User, { ...ann, name: 'Anna' });
    await expect(fetched).rejects.toThrow('no date');
    expect(reader.values.at(-1)).toBe('valid failed: no date');
    expect(users.values).toHaveLength(3);
  });

  it('rejects when the response lacks a required entity, which is an error of the key', async () => {
    class Thing extends Entity {
      id = '';
      owner = User.fromJS();
      static override readonly key = 'Thing';
      static override schema = { owner: User };
    }
    const remove = new Endpoint(requests.send, {
      name: 'remove',
      schema: new Invalidate(User),
      sideEffect: true,
    });
    const getThing = new Endpoint(requests.send, { name: 'getThing', schema: Thing, lookup: true });
    const { store } = storeKit();
    store.setResponse(remove, '1', '1');
    const fetched = store.fetch(getThing, 't');
    requests.last.answer({ id: 't', owner: '1' });
    await expect(fetched).rejects.toMatchObject({ code: 'SB_ANSWER_INCOMPLETE' });
    expect(store.getState(getThing, 't')).toMatchObject({
      data: undefined,
      error: { code: 'SB_ANSWER_INCOMPLETE' },
    });
  });

  it('rejects when the response arrives in a batch that throws', async () => {
    const { store } = storeKit();
    const instant = new Endpoint(() => ann, { name: 'instant', schema: User, lookup: true });
    let fetched: Promise<unknown> = Promise.resolve();
    const run = (): void =>
      store.batch(() => {
        fetched = store.fetch(instant);
        throw new Error('stop');
      });
    expect(run).toThrow('stop');
    await expect(fetched).rejects.toThrow('stop');
    expect(store.stats()).toMatchObject({ entities: 0, inFlight: 0 });
  });

  it('works without its store as `this`', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- the methods of a store are bound
    const { fetch, get, dispose } = storeKit().store;
    const fetched = fetch(getUser, '1');
    requests.last.answer(ann);
    await fetched;
    expect(get(User, '1')?.name).toBe('Ann');
    dispose();
  });

  it('retains the stream until the promise settles', async () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    const fetched = store.fetch(read);
    clock.advance(10_000);
    collectStates(store.observe(read, 'other')).stop();
    clock.advance(10);
    expect(store.getState(read).fetching).toBe(true);
    requests.at(0).answer('a');
    expect(await fetched).toBe('a');
    expect(store.getState(read).data).toBe('a');
  });
});

describe('fetchIfStale', () => {
  it('resolves with the data while it is valid', async () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    expect(await store.fetchIfStale(read)).toBe('a');
    expect(requests.count).toBe(0);
  });

  it('resolves with inferred data while it is valid', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    expect(await store.fetchIfStale(getUser, '1')).toBe(store.get(User, '1'));
    expect(requests.count).toBe(0);
  });

  it('sends a request if the data is stale, invalid or missing', () => {
    const { store, clock } = storeKit();
    void store.fetchIfStale(read, 'never');
    store.setResponse(read, 'old', 'a');
    clock.advance(60_001);
    void store.fetchIfStale(read, 'old');
    store.setResponse(read, 'marked', 'a');
    store.invalidate(read, 'marked');
    void store.fetchIfStale(read, 'marked');
    expect(requests.sent.map(({ args }) => args)).toEqual([['never'], ['old'], ['marked']]);
  });

  it('rejects with the error until the error has expired, then fetches again', async () => {
    const { store, clock } = storeKit();
    const down = new Error('down');
    store.setError(read, down);
    await expect(store.fetchIfStale(read)).rejects.toBe(down);
    clock.advance(1_001);
    void store.fetchIfStale(read);
    expect(requests.count).toBe(1);
  });
});
