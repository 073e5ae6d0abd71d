import { All, dehydrate, type DehydratedState, Endpoint, Invalidate, rehydrate } from 'streambed';
import { ann, bob, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { rehydrated } from '../../support/rehydrated.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });

/** Two stores, on clocks that show the same time. */
function twoStores() {
  const server = storeKit();
  const client = storeKit();
  const pass = (ms: number): void => {
    server.clock.advance(ms);
    client.clock.advance(ms);
  };
  const send = (): DehydratedState =>
    JSON.parse(JSON.stringify(dehydrate(server.store))) as DehydratedState;
  return { server: server.store, client: client.store, clock: client.clock, pass, send };
}

describe('rehydrate() of a store in use', () => {
  it('notifies subscribers, in one commit', () => {
    const { server, client, send } = twoStores();
    const reader = collectStates(client.observe(getUser, '1'));
    const commits: number[] = [];
    client.commits$.subscribe(({ version }) => commits.push(version));
    server.setResponse(getUsers, [ann, bob]);
    server.setResponse(getUser, '1', ann);
    rehydrate(client, send());
    expect(reader.values).toEqual(['invalid fetching', 'valid Ann fetching']);
    expect(commits).toHaveLength(1);
    // The request of this store is later.
    requests.last.answer({ ...ann, name: 'Later' });
    expect(reader.values.at(-1)).toBe('valid Later');
  });

  it('takes newer data, and keeps newer data of its own', () => {
    const { server, client, pass, send } = twoStores();
    client.setResponse(getUser, '1', { ...ann, name: 'Here first' });
    pass(10);
    server.setResponse(getUser, '1', { ...ann, name: 'There' });
    server.setResponse(getUser, '2', { ...bob, name: 'There' });
    const state = send();
    pass(10);
    client.setResponse(getUser, '2', { ...bob, name: 'Here last' });
    rehydrate(client, state);
    expect(client.getState(getUser, '1').data?.name).toBe('There');
    expect(client.getState(getUser, '2').data?.name).toBe('Here last');
  });

  it('adds missing members to an entity that is newer here', () => {
    const { server, client, pass, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    const state = send();
    pass(10);
    client.set(User, { id: '1', name: 'Here' });
    rehydrate(client, state);
    expect(client.get(User, { id: '1' })).toMatchObject({ name: 'Here', email: ann.email });
  });

  it('keeps the references of equal data, and emits nothing', () => {
    const { server, client, send } = twoStores();
    client.setResponse(getUser, '1', ann);
    const reader = collectStates(client.observe(getUser, '1'));
    const before = client.getState(getUser, '1').data;
    server.setResponse(getUser, '1', ann);
    rehydrate(client, send());
    expect(client.getState(getUser, '1').data).toBe(before);
    expect(reader.values).toEqual(['valid Ann']);
  });

  it('does not bring back entities that were removed here', () => {
    const { server, client, pass, send } = twoStores();
    client.setResponse(getUsers, [ann, bob]);
    client.set(new Invalidate(User), '2');
    pass(10);
    server.setResponse(getUsers, [ann, bob]);
    rehydrate(client, send());
    expect(client.getState(getUsers).data).toEqual([ann]);
  });

  it('removes entities that were removed there later', () => {
    const { server, client, pass, send } = twoStores();
    client.setResponse(getUsers, [ann, bob]);
    pass(10);
    server.setResponse(getUsers, [ann, bob]);
    server.set(new Invalidate(User), '1');
    rehydrate(client, send());
    expect(client.get(new All(User))).toEqual([bob]);
  });

  it('does not show a key that was invalidated here, nor make an expired one valid', () => {
    const { server, client, pass, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    server.setResponse(getUser, '2', bob);
    client.setResponse(getUser, '1', ann);
    client.setResponse(getUser, '2', bob);
    pass(10);
    client.invalidate(getUser, '1');
    client.expireAll(getUser.extend({ testKey: (key: string) => key.includes('2') }));
    rehydrate(client, send());
    expect(client.getState(getUser, '1').status).toBe('invalid');
    expect(client.getState(getUser, '2').status).toBe('stale');
  });

  it('merges parts of one state in order, within one millisecond too', () => {
    const { server, client, send } = twoStores();
    server.setResponse(getUser, '1', { ...ann, name: 'First' });
    const first = send();
    server.setResponse(getUser, '1', { ...ann, name: 'Second' });
    rehydrate(client, first);
    rehydrate(client, send());
    expect(client.getState(getUser, '1').data?.name).toBe('Second');
  });

  it('leaves optimistic layers on top', () => {
    const { server, client, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    const rename = new Endpoint(requests.send, {
      name: 'rename',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: () => ({ id: '1', name: 'Promised' }),
    });
    const renamed = client.fetch(rename);
    rehydrate(client, send());
    expect(client.get(User, { id: '1' })).toMatchObject({ name: 'Promised', email: ann.email });
    requests.last.fail(new Error('no'));
    expect(client.get(User, { id: '1' })?.name).toBe('Ann');
    return expect(renamed).rejects.toThrow('no');
  });
});

describe('the data that a page was rendered with', () => {
  const getRaw = new Endpoint(requests.send, { name: 'getRaw' });

  it('is known while the store shows other data, until the first collection', () => {
    const { server, client, clock, send } = twoStores();
    server.setResponse(getUsers, [ann, bob]);
    server.setResponse(getRaw, { a: 1 });
    const observed = client.observe(getUser, '1');
    expect(observed.served()).toBeUndefined();
    rehydrate(client, send());
    // Equal data: nothing to emit.
    expect(observed.served()).toBeUndefined();
    client.set(User, { id: '1', name: 'Changed' });
    expect(client.getState(getUser, '1').data?.name).toBe('Changed');
    expect(observed.served()).toEqual(ann);
    expect(client.observe(getUsers).served()).toEqual([ann, bob]);
    expect(client.observe(getRaw).served()).toEqual({ a: 1 });
    expect(client.observe(getUser, '9').served()).toBeUndefined();
    clock.advance(900_000);
    expect(observed.served()).toBeUndefined();
  });

  it('is dropped by a reset', async () => {
    const { server, client, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    rehydrate(client, send());
    client.set(User, { id: '1', name: 'Changed' });
    await client.reset();
    expect(client.observe(getUser, '1').served()).toBeUndefined();
  });
});

describe('the clocks of both stores', () => {
  const state = () => {
    const { server, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    return send();
  };

  it('determine how old the state is', () => {
    const { client, clock } = twoStores();
    clock.advance(60_001);
    rehydrate(client, state());
    expect(client.getState(getUser, '1')).toMatchObject({ status: 'stale', fetchedAt: 1_000_000 });
  });

  it('do not extend an expiry if the one here is behind', () => {
    const { client, clock } = twoStores();
    clock.adjust(-900_000);
    rehydrate(client, state());
    const { status, expiresAt, fetchedAt } = client.getState(getUser, '1');
    expect({ status, expiresAt, fetchedAt }).toEqual({
      status: 'valid',
      expiresAt: 160_000,
      fetchedAt: 100_000,
    });
  });

  it('are ignored if the age of the state is known', () => {
    const { client, clock } = twoStores();
    clock.advance(5_000_000);
    rehydrate(client, state(), { age: 10 });
    expect(client.getState(getUser, '1')).toMatchObject({
      status: 'valid',
      expiresAt: 6_000_000 + 60_000 - 10,
    });
  });

  it.each([-1, NaN, Infinity])('an age of %d is refused', (age) => {
    const { client } = twoStores();
    expect(() => rehydrate(client, state(), { age })).toThrow('SB_OPTION_INVALID');
  });

  it('make data stale that claims to be newer than its state', () => {
    const { client } = twoStores();
    const forged = { ...state(), stamps: [[9e15, 9e15, null]] as DehydratedState['stamps'] };
    rehydrate(client, forged);
    expect(client.getState(getUser, '1')).toMatchObject({ status: 'stale', fetchedAt: 1_000_000 });
  });
});

describe('a state that no store has made', () => {
  const good = () => {
    const { server, send } = twoStores();
    server.setResponse(getUser, '1', ann);
    return send();
  };

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', '{}'],
    ['an array', []],
    ['an empty object', {}],
    ['another version', { ...good(), streambed: 2 }],
    ['no time', { ...good(), at: null }],
    ['no valid seq', { ...good(), seq: 2 ** 53 }],
    ['a seq below 0', { ...good(), seq: -1 }],
    ['no stamps', { ...good(), stamps: [] }],
    ['a stamp without times', { ...good(), stamps: [[1, 'x', 2]] }],
    ['an invalid row', { ...good(), rows: [null] }],
    ['a row without an entity key', { ...good(), rows: [[7, '1', 0, {}]] }],
    ['a row named `at`', { ...good(), types: [], rows: [['at', '1', 0, {}]] }],
    ['a row without a key', { ...good(), rows: [[0, 1, 0, {}]] }],
    ['an invalid record', { ...good(), rows: [[0, '1', 0, 'x']] }],
    ['a value of an unknown kind', { ...good(), rows: [[0, '1', 0, { a: { $: 'function' } }]] }],
    ['a kind from the prototype', { ...good(), rows: [[0, '1', 0, { a: { $: 'toString' } }]] }],
    ['an invalid bigint', { ...good(), results: [answer({ $: 'bigint', v: '1e9' })] }],
    ['a long bigint', { ...good(), results: [answer({ $: 'bigint', v: '9'.repeat(1e6) })] }],
    ['an invalid URL', { ...good(), results: [answer({ $: 'url', v: 'x' })] }],
    ['an invalid map', { ...good(), results: [answer({ $: 'map', v: [1] })] }],
    ['a value too deep', { ...good(), results: [answer(deep())] }],
    ['a result without a key', { ...good(), results: [{ stamp: 0 }] }],
    ['an error without text', { ...good(), results: [{ key: 'a', stamp: 0, error: {} }] }],
  ])('is refused as a whole: %s', (_, state) => {
    const { store } = storeKit();
    store.setResponse(getUser, '9', { id: '9', name: 'Nine' });
    const before = store.entities$.getValue();
    expect(() => rehydrate(store, state as DehydratedState)).toThrow(
      expect.objectContaining({ code: 'SB_STATE_INVALID' }) as Error,
    );
    expect(store.entities$.getValue()).toBe(before);
    expect(store.getState(getUser, '9').status).toBe('valid');
  });

  it('sets no prototype, whatever its names are', () => {
    const text = JSON.stringify(good())
      .replaceAll('"name":"Ann"', '"__proto__":{"isAdmin":true},"name":"Ann"')
      .replaceAll('"User"', '"__proto__"')
      .replace('"pk"', '"__proto__"');
    const { store } = storeKit();
    rehydrate(store, JSON.parse(text) as DehydratedState);
    expect(store.entities$.getValue().get('__proto__', '1')).toMatchObject({ name: 'Ann' });
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    const user = JSON.parse(
      JSON.stringify(good()).replace('{"id"', '{"__proto__":{"isAdmin":1},"id"'),
    );
    const other = rehydrated(storeKit().store, user as DehydratedState);
    const ofOther = other.get(User, { id: '1' }) as object;
    expect(ofOther).toBeInstanceOf(User);
    expect('isAdmin' in ofOther).toBe(false);
  });

  it('does not restore the separate key of another schema', () => {
    const { store } = storeKit();
    rehydrate(store, { ...good(), results: [{ ...answer(1), key: 'a\u00001' }] as never });
    expect(dehydrate(store).results).toEqual([]);
  });

  function answer(result: unknown) {
    return { key: 'a', stamp: 0, result };
  }

  function deep(): unknown {
    return JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
  }
});
