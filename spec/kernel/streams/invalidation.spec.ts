import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { marbles } from '../../support/marbles.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const readLazily = read.extend({ name: 'readLazily', invalidIfStale: true });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const removeUser = new Endpoint(requests.send, {
  name: 'removeUser',
  schema: new Invalidate(User),
  sideEffect: true,
});

beforeEach(() => {
  requests.sent.length = 0;
});

describe('invalidate', () => {
  it('hides the data, and subscribers refetch at once', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    store.invalidate(read);
    expect(reader.values).toEqual(['valid a', 'invalid fetching']);
    requests.last.answer('b');
    expect(reader.values).toEqual(['valid a', 'invalid fetching', 'valid b']);
    expect(requests.count).toBe(1);
  });

  it('sends one request for all subscribers', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const readers = [1, 2, 3].map(() => collectStates(store.observe(read)));
    store.invalidate(read);
    requests.last.answer('b');
    for (const { values } of readers) {
      expect(values).toEqual(['valid a', 'invalid fetching', 'valid b']);
    }
    expect(requests.count).toBe(1);
  });

  it('without subscribers leaves the request to the next one', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    store.invalidate(read);
    expect(requests.count).toBe(0);
    expect(store.getState(read)).toMatchObject({ status: 'invalid', data: undefined });
    const reader = collectStates(store.observe(read));
    expect(reader.values).toEqual(['invalid fetching']);
    expect(requests.count).toBe(1);
  });

  it('is remembered when the same batch writes a response: no fetch joins an older request', () => {
    const { store } = storeKit();
    store.fetch(read).catch(() => {});
    store.batch(() => {
      store.invalidate(read);
      store.setResponse(read, 'a');
    });
    store.fetch(read).catch(() => {});
    expect(requests.count).toBe(2);
  });

  it('clears the error', () => {
    const { store } = storeKit();
    store.setError(read, new Error('down'));
    store.invalidate(read);
    expect(store.getState(read)).toMatchObject({ status: 'invalid', error: undefined });
  });

  it('does not change other keys', () => {
    const { store } = storeKit();
    store.setResponse(read, 1, 'a');
    store.setResponse(read, 2, 'b');
    store.invalidate(read, 1);
    expect(store.getState(read, 1).status).toBe('invalid');
    expect(store.getState(read, 2)).toMatchObject({ status: 'valid', data: 'b' });
  });

  it('does nothing for null', () => {
    const { store } = storeKit();
    const before = store.stats();
    store.invalidate(read, null);
    expect(store.stats()).toEqual(before);
  });

  it('during the first request sends one more, and drops the first response', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(read));
    store.invalidate(read);
    expect(requests.count).toBe(2);
    requests.at(0).answer('old');
    expect(store.getState(read)).toMatchObject({
      status: 'invalid',
      data: undefined,
      fetching: true,
    });
    requests.at(1).answer('new');
    expect(reader.values).toEqual(['invalid fetching', 'valid new']);
    expect(requests.count).toBe(2);
  });

  it('during a refetch sends one more, whichever response is first', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    void store.fetch(read);
    store.invalidate(read);
    requests.at(1).answer('new');
    requests.at(0).answer('old');
    expect(reader.values).toEqual(['valid a', 'valid a fetching', 'invalid fetching', 'valid new']);
    expect(requests.count).toBe(2);
  });

  it('during an unobserved request: the old response does not clear the invalidation, the next observer fetches', async () => {
    const { store } = storeKit();
    const old = store.fetch(read);
    store.invalidate(read);
    requests.last.answer('old');
    expect(await old).toBe('old');
    expect(store.getState(read)).toMatchObject({
      status: 'invalid',
      data: undefined,
      fetching: false,
    });
    expect(requests.count).toBe(1);
    collectStates(store.observe(read));
    expect(requests.count).toBe(2);
  });

  it('sends one request if called twice', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    collectStates(store.observe(read));
    store.batch(() => {
      store.invalidate(read);
      store.invalidate(read);
    });
    expect(requests.count).toBe(1);
  });

  it('sends no request if one follows in the same batch', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    store.batch(() => {
      store.invalidate(read);
      void store.fetch(read);
    });
    expect(requests.count).toBe(1);
    requests.last.answer('b');
    expect(reader.values.at(-1)).toBe('valid b');
    expect(requests.count).toBe(1);
  });

  it('inside of a subscriber prevents a later fetch from joining an earlier request', () => {
    const { store } = storeKit();
    const values: unknown[] = [];
    void store.fetch(read);
    store.query(User, '1').subscribe((user) => {
      if (!user) return;
      store.invalidate(read);
      void store.fetch(read).then((value) => values.push(value));
    });
    store.set(User, ann);
    expect(requests.count).toBe(2);
    requests.at(0).answer('old');
    requests.at(1).answer('new');
    expect(store.getState(read)).toMatchObject({ status: 'valid', data: 'new', fetching: false });
  });

  it('that was followed by a fetch sends no further request', async () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    collectStates(store.observe(getUser, '1')).stop();
    store.invalidate(getUser, '1');
    const fetched = store.fetch(getUser, '1');
    requests.last.answer(ann);
    await fetched;
    const reader = collectStates(store.observe(getUser, '1'));
    store.set(User, { ...ann, name: 'Anna' });
    expect(reader.values).toEqual(['valid Ann', 'valid Anna']);
    expect(requests.count).toBe(1);
  });

  it('is dropped together with an inactive key', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.invalidate(read, 'once');
    clock.advance(11);
    expect(store.stats().entries).toBe(1);
    clock.advance(200);
    collectStates(store.observe(read, 'other')).stop();
    clock.advance(11);
    expect(store.stats().entries).toBe(1);
  });
});

describe('invalidateAll', () => {
  it('invalidates every key of the endpoint, and no other', () => {
    const { store } = storeKit();
    store.setResponse(read, 1, 'a');
    store.setResponse(read, 2, 'b');
    store.setResponse(readLazily, 1, 'c');
    const reader = collectStates(store.observe(read, 1));
    store.invalidateAll(read);
    expect(reader.values).toEqual(['valid a', 'invalid fetching']);
    expect(store.getState(read, 2).status).toBe('invalid');
    expect(store.getState(readLazily, 1).status).toBe('valid');
    expect(requests.count).toBe(1);
  });

  it('is one commit', () => {
    const { store } = storeKit();
    for (const id of [1, 2, 3]) store.setResponse(read, id, id);
    let commits = 0;
    store.commits$.subscribe(() => commits++);
    store.invalidateAll(read);
    expect(commits).toBe(1);
  });

  it('of an endpoint without keys is no commit', () => {
    const { store } = storeKit();
    let commits = 0;
    store.commits$.subscribe(() => commits++);
    store.invalidateAll(read);
    store.expireAll(read);
    expect(commits).toBe(0);
  });
});

describe('expireAll', () => {
  it('keeps the data, and subscribers refetch at once', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    store.expireAll(read);
    requests.last.answer('b');
    expect(reader.values).toEqual(['valid a', 'stale a fetching', 'valid b']);
    expect(requests.count).toBe(1);
  });

  it('under invalidIfStale hides the data', () => {
    const { store } = storeKit();
    store.setResponse(readLazily, 'a');
    const reader = collectStates(store.observe(readLazily));
    store.expireAll(readLazily);
    requests.last.answer('b');
    expect(reader.values).toEqual(['valid a', 'invalid fetching', 'valid b']);
  });

  it('without subscribers leaves the request to the next one', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    store.expireAll(read);
    expect(requests.count).toBe(0);
    const reader = collectStates(store.observe(read));
    expect(reader.values).toEqual(['stale a fetching']);
  });

  it('makes subscribers of inferred data fetch', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    store.expireAll(getUser);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(requests.count).toBe(1);
    expect(reader.values.at(-1)).toBe('valid Anna');
  });

  it('during a request sends one more; the old response is shown as stale', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const reader = collectStates(store.observe(read));
    void store.fetch(read);
    store.expireAll(read);
    requests.at(0).answer('old');
    requests.at(1).answer('new');
    expect(reader.values).toEqual([
      'valid a',
      'valid a fetching',
      'stale a fetching',
      'stale old fetching',
      'valid new',
    ]);
    expect(requests.count).toBe(2);
  });

  it('twice in a row emits once: the second request changes no visible state', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    store.expireAll(getUser);
    store.expireAll(getUser);
    expect(requests.count).toBe(2);
    expect(reader.values).toEqual(['valid Ann', 'stale Ann fetching']);
  });

  it('emits nothing for a key that was just subscribed to', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    store.expireAll(read);
    void store.fetch(read);
    const reader = collectStates(store.observe(read));
    store.expireAll(read);
    expect(reader.values).toEqual(['stale a fetching']);
  });

  it('during an unobserved request: the old response does not clear the invalidation, the next observer fetches', () => {
    const { store } = storeKit();
    void store.fetch(read);
    store.expireAll(read);
    requests.at(0).answer('old');
    expect(store.getState(read)).toMatchObject({ status: 'stale', data: 'old' });
    const reader = collectStates(store.observe(read));
    expect(reader.values).toEqual(['stale old fetching']);
    requests.at(1).answer('new');
    expect(reader.values.at(-1)).toBe('valid new');
    expect(requests.count).toBe(2);
  });

  it('under invalidIfStale hides inferred data too', () => {
    const { store } = storeKit();
    const getLazily = getUser.extend({ name: 'getLazily', invalidIfStale: true });
    store.set(User, ann);
    const reader = collectStates(store.observe(getLazily, '1'));
    store.expireAll(getLazily);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(reader.values).toEqual(['valid Ann', 'invalid fetching', 'valid Anna']);
  });

  it('works at time 0', () => {
    marbles(({ scheduler }) => {
      const store = createStore({ scheduler });
      store.setResponse(read, 'a');
      store.setResponse(readLazily, 'a');
      store.expireAll(read);
      store.expireAll(readLazily);
      expect(store.getState(read)).toMatchObject({ status: 'stale', data: 'a' });
      expect(store.getState(readLazily)).toMatchObject({ status: 'invalid', data: undefined });
    });
  });

  it('during a request that fails keeps the data stale beside the error', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    void store.fetch(read);
    store.expireAll(read);
    requests.at(0).fail(new Error('down'));
    expect(store.getState(read)).toMatchObject({ status: 'stale', data: 'a' });
  });
});

describe('a removed entity', () => {
  it('makes subscribers of its endpoint fetch at once, once', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const reader = collectStates(store.observe(getUser, '1'));
    store.setResponse(removeUser, '1', '1');
    expect(reader.values).toEqual(['valid Ann', 'invalid fetching']);
    requests.last.fail(new Error('404'));
    expect(reader.values.at(-1)).toBe('valid failed: 404');
    expect(requests.count).toBe(1);
  });

  it('leaves the lists that contain it, which are not refetched', () => {
    const { store } = storeKit();
    const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    store.setResponse(removeUser, '1', '1');
    expect(reader.values).toEqual(['valid [Ann Bob]', 'valid [Bob]']);
    expect(requests.count).toBe(0);
  });
});

describe('reset', () => {
  it('removes all data, and subscribers refetch at once, once each', async () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    store.set(User, ann);
    const reader = collectStates(store.observe(read));
    const user = collectStates(store.observe(getUser, '1'));
    await store.reset();
    expect(store.stats().entities).toBe(0);
    expect(store.get(User, '1')).toBeUndefined();
    expect(reader.values).toEqual(['valid a', 'invalid fetching']);
    expect(user.values).toEqual(['valid Ann', 'invalid fetching']);
    expect(requests.count).toBe(2);
  });

  it('is one commit, and one emission of each stream', () => {
    const { store } = storeKit();
    store.set(User, ann);
    let commits = 0;
    let tables = 0;
    store.commits$.subscribe(() => commits++);
    store.entities$.subscribe(() => tables++);
    void store.reset();
    expect(commits).toBe(1);
    expect(tables).toBe(2);
  });

  it('drops the response to a request in flight, and sends one new request', async () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    await store.reset();
    requests.at(0).answer(ann);
    expect(store.stats().entities).toBe(0);
    requests.at(1).answer(bob);
    expect(reader.values).toEqual(['invalid fetching', 'valid Bob']);
    expect(requests.count).toBe(2);
  });

  it('rejects pending promises with a ResetError that names the endpoint', async () => {
    const { store } = storeKit();
    const pending = [store.fetch(read, 1), store.fetch(getUser, '1'), store.fetch(removeUser, '1')];
    void store.reset();
    const results = await Promise.allSettled(pending);
    for (const [i, name] of ['read', 'getUser', 'removeUser'].entries()) {
      expect(results[i]).toMatchObject({
        status: 'rejected',
        reason: { code: 'SB_RESET', name: 'ResetError', message: expect.stringContaining(name) },
      });
    }
  });

  it('drops the response to a mutation in flight', async () => {
    const { store } = storeKit();
    const createUser = getUser.extend({ name: 'createUser', sideEffect: true });
    const created = store.fetch(createUser, '1');
    await store.reset();
    requests.last.answer(ann);
    await expect(created).rejects.toMatchObject({ code: 'SB_RESET' });
    expect(store.stats().entities).toBe(0);
  });

  it('drops further values of a live source', async () => {
    const { store } = storeKit();
    collectStates(store.observe(getUser, '1'));
    requests.at(0).push(ann);
    await store.reset();
    requests.at(0).push(bob);
    expect(store.stats().entities).toBe(0);
    expect(requests.at(0).isFollowed).toBe(false);
  });

  it('aborts the signal of requests in flight', async () => {
    const { store } = storeKit();
    const signals: (AbortSignal | undefined)[] = [];
    const get = new Endpoint(
      function get(this: { context?: { signal: AbortSignal } }) {
        signals.push(this.context?.signal);
        return new Promise<string>(() => {});
      },
      { name: 'get' },
    );
    void store.fetch(get);
    await store.reset();
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('makes lists of all entities unknown again', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const observer = collectStates(store.observe(read));
    await store.reset();
    expect(store.get(User, '1')).toBeUndefined();
    observer.stop();
  });

  it('accepts responses to requests that are sent in the same batch', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    let fetched: Promise<unknown> = Promise.resolve();
    store.batch(() => {
      void store.reset();
      fetched = store.fetch(read);
    });
    requests.last.answer('b');
    expect(await fetched).toBe('b');
    expect(store.getState(read)).toMatchObject({ status: 'valid', data: 'b' });
  });

  it('does not change instances that the program still uses', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const held = store.get(User, '1');
    await store.reset();
    expect(held).toEqual(User.fromJS(ann));
  });
});
