import {
  All,
  Collection,
  dehydrate,
  type DehydratedState,
  Endpoint,
  Entity,
  Invalidate,
  type Read,
  rehydrate,
  type Store,
  StreambedError,
} from 'streambed';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { rehydrated } from '../../support/rehydrated.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getAll = new Endpoint(requests.send, { name: 'getAll', schema: new All(User) });
const getPost = new Endpoint(requests.send, { name: 'getPost', schema: Post, lookup: true });
const getRaw = new Endpoint(requests.send, { name: 'getRaw' });

/** The state after a round trip through JSON. */
const sent = (state: DehydratedState): DehydratedState =>
  JSON.parse(JSON.stringify(state)) as DehydratedState;

/** A rehydrated store with a clock of its own. */
function storeFrom(store: Store, reads?: readonly Read[]) {
  const kit = storeKit();
  rehydrate(kit.store, sent(dehydrate(store, reads)));
  return kit;
}

describe('a rehydrated state', () => {
  describe('with lists of a collection that has rules of its own', () => {
    // The one that is declared first has the rules of lists without their own.
    const users = new Collection([User]);
    const long = new Collection([User], {
      filter: (_args, { name }) => name.length > 3,
      sort: (a, b) => (a.name < b.name ? -1 : 1),
    });
    const listOf = <S>(name: string, schema: S) =>
      new Endpoint((_args: object) => requests.send() as never, { name, schema });
    const getUsersOf = listOf('getUsersOf', users);
    const getLong = listOf('getLong', long);
    const getTotal = listOf('getTotal', { total: long.count });
    const anna = { ...ann, name: 'Anna' };
    const args = { long: 'yes' };
    const page = (): Store => {
      const { store } = storeKit();
      store.setResponse(getUsersOf, { team: '1' }, [ann, bob]);
      store.setResponse(getLong, args, [anna]);
      store.setResponse(getTotal, args, { total: 1 });
      return store;
    };

    it('has them follow once a stream reads them', async () => {
      const there = storeFrom(page()).store;
      expect(there.getState(getLong, args).data).toEqual([anna]);
      expect(there.getState(getTotal, args).data).toEqual({ total: 1 });
      await Promise.resolve();
      there.set(User, { ...bob, name: 'Alexandra' });
      expect(there.getState(getLong, args)).toMatchObject({
        status: 'valid',
        data: [{ name: 'Alexandra' }, anna],
      });
      expect(there.getState(getTotal, args).data).toEqual({ total: 2 });
      there.set(User, ann);
      expect(there.getState(getLong, args).data).toMatchObject([{ name: 'Alexandra' }]);
    });

    it('has them follow at once if a stream of the store had read their key before', () => {
      const { store: there } = storeKit();
      there.observe(getLong, args).subscribe();
      rehydrate(there, sent(dehydrate(page())));
      there.set(User, ann);
      expect(there.getState(getLong, args)).toMatchObject({ status: 'valid', data: [] });
    });

    it('shows them as stale if an entity of their class has changed before they are read', async () => {
      const { clock, store: there } = storeFrom(page());
      clock.advance(5);
      there.set(User, ann);
      expect(there.getState(getLong, args).status).toBe('valid');
      await Promise.resolve();
      expect(there.getState(getLong, args).status).toBe('stale');
    });
  });

  it('shows the same data, as instances, with the same status', () => {
    const { store } = storeKit();
    store.setResponse(getPost, '7', { id: '7', title: 'Seven', author: ann });
    const there = storeFrom(store).store;
    const state = there.getState(getPost, '7');
    expect(state).toEqual(store.getState(getPost, '7'));
    expect(state.data).toBeInstanceOf(Post);
    expect(state.data?.author).toBeInstanceOf(User);
    expect(there.stats()).toMatchObject({ entities: 2, inFlight: 0, timers: 0 });
  });

  it('needs no request while it is valid, and one when it is stale', async () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    requests.sent.length = 0;
    const { store: there, clock } = storeFrom(store);
    there.observe(getUser, '1').subscribe();
    expect(await there.fetchIfStale(getUser, '1')).toMatchObject(ann);
    expect(requests.count).toBe(0);
    clock.advance(60_001);
    there.observe(getUser, '1').subscribe();
    expect(requests.count).toBe(1);
  });

  it('gives inferred data: an entity of a list, all entities of a class', () => {
    const { store } = storeKit();
    store.setResponse(getAll, [ann, bob]);
    const there = storeFrom(store).store;
    expect(there.getState(getUser, '2')).toMatchObject({ status: 'valid', data: bob });
    expect(there.get(new All(User))).toEqual([ann, bob]);
    expect(there.getState(getAll).data).toEqual([ann, bob]);
  });

  it('keeps an empty list of all, which is a result', () => {
    const { store } = storeKit();
    store.setResponse(getAll, []);
    expect(storeFrom(store).store.getState(getAll)).toMatchObject({ status: 'valid', data: [] });
  });

  it('keeps removed entities removed', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    store.set(new Invalidate(User), '2');
    const { store: there } = storeFrom(store);
    expect(there.getState(getUsers).data).toEqual([ann]);
    expect(there.entities$.getValue().isRemoved('User', '2')).toBe(true);
  });

  it('keeps invalidated keys invalid and expired ones stale', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    store.setResponse(getUser, '2', bob);
    store.invalidate(getUser, '1');
    store.expireAll(getUser.extend({ testKey: (key: string) => key.includes('2') }));
    const there = storeFrom(store).store;
    expect(there.getState(getUser, '1')).toMatchObject({ status: 'invalid', data: undefined });
    expect(there.getState(getUser, '2')).toMatchObject({ status: 'stale', expiresAt: 0 });
    // The next response replaces the mark.
    there.setResponse(getUser, '1', ann);
    expect(there.getState(getUser, '1').status).toBe('valid');
  });

  it('contains failures without their stack and cause', () => {
    const { store } = storeKit();
    const secret = new Error('down', { cause: new Error('password=hunter2') });
    Object.assign(secret, { status: 503, headers: { authorization: 'hunter2' }, body: 'hunter2' });
    store.setError(getUser, '1', secret);
    const state = sent(dehydrate(store));
    expect(JSON.stringify(state)).not.toMatch(/hunter2|at .*spec/);
    const { error, status } = rehydrated(storeKit().store, state).getState(getUser, '1');
    expect(error).toMatchObject({ name: 'Error', message: 'down', status: 503 });
    expect(status).toBe('valid');
  });

  it('contains failures of the library with their code and a general message, which quotes no response', () => {
    const { store } = storeKit();
    store.setError(getUser, '1', new StreambedError('SB_ANSWER_SHAPE', 'It said hunter2'));
    const state = sent(dehydrate(store));
    expect(JSON.stringify(state)).not.toContain('hunter2');
    const there = rehydrated(storeKit().store, state);
    const { error } = there.getState(getUser, '1');
    expect(StreambedError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: 'SB_ANSWER_SHAPE' });
    expect(sent(dehydrate(there)).results).toEqual(state.results);
  });

  it('keeps values that JSON lacks', () => {
    const values = {
      date: new Date(5),
      big: 12345678901234567890n,
      nothing: undefined,
      numbers: [NaN, Infinity, -Infinity, -0, 1.5],
      map: new Map<unknown, unknown>([[{ a: 1 }, new Set([1n])]]),
      tagged: { $: 'date', v: 5 },
      nested: { $: { $: 'x' } },
    };
    const { store } = storeKit();
    store.setResponse(getRaw, values);
    store.set(User, { id: '1', name: 'Ann', ...values } as object);
    const there = storeFrom(store).store;
    expect(there.getState(getRaw).data).toStrictEqual(store.getState(getRaw).data);
    expect(there.get(User, { id: '1' })).toStrictEqual(store.get(User, { id: '1' }));
    store.setResponse(getRaw, [new Date(NaN)]);
    const [date] = storeFrom(store).store.getState(getRaw).data as [Date];
    expect(date.getTime()).toBe(NaN);
    expect(Object.is((there.getState(getRaw).data as typeof values).numbers[3], -0)).toBe(true);
  });

  it('keeps members of special names as data, beside values that JSON lacks too', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1}';
    const { store } = storeKit();
    store.setResponse(getRaw, { plain: JSON.parse(text), mixed: [1n, JSON.parse(text)] });
    const { plain, mixed } = storeFrom(store).store.getState(getRaw).data as Record<string, never>;
    expect(JSON.stringify([plain, mixed[1]])).toBe(`[${text},${text}]`);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('keeps URLs', () => {
    const { store } = storeKit();
    store.setResponse(getRaw, { at: new URL('https://a.example/?q=1') });
    const { at } = storeFrom(store).store.getState(getRaw).data as { at: URL };
    expect(at).toBeInstanceOf(URL);
    expect(at.href).toBe('https://a.example/?q=1');
  });

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an instance of a class', /regular/],
    ['an object that contains itself', cycle()],
    ['nested deeper than 500 levels', deep(100_000)],
    ['named by symbols', { [Symbol('s')]: 1 }],
    ['a bigint of too many digits', 10n ** 5_000n],
  ])('cannot contain %s, and the error says where', (what, value) => {
    const { store } = storeKit();
    store.setResponse(getRaw, { list: [value] });
    expect(() => dehydrate(store)).toThrow(
      expect.objectContaining({ code: 'SB_STATE_UNSUPPORTED' }) as Error,
    );
    expect(() => dehydrate(store)).toThrow(what);
    expect(() => dehydrate(store)).toThrow(/getRaw.* at list\.0/);
  });

  it('leaves out requests in flight and optimistic layers', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const rename = new Endpoint(requests.send, {
      name: 'rename',
      schema: User,
      sideEffect: true,
      getOptimisticResponse: () => ({ id: '1', name: 'Promised' }),
    });
    void store.fetch(rename);
    store.observe(getUser, '2').subscribe();
    expect(store.get(User, { id: '1' })?.name).toBe('Promised');
    const there = storeFrom(store).store;
    expect(there.get(User, { id: '1' })?.name).toBe('Ann');
    expect(there.stats()).toMatchObject({ inFlight: 0, layers: 0 });
  });

  it('leaves out keys that endpoints of different schemas share', () => {
    const { store } = storeKit();
    const key = () => 'shared';
    const user = new Endpoint(requests.send, { key, schema: User, lookup: true });
    const post = new Endpoint(requests.send, { key, schema: Post, lookup: true });
    store.observe(user).subscribe();
    requests.last.answer(ann);
    store.observe(post).subscribe();
    requests.last.answer({ id: '1', title: 'One' });
    const { results: answers, rows } = sent(dehydrate(store));
    expect(answers).toEqual([]);
    expect(rows).toHaveLength(2);
  });

  it('is collected when no observer reaches it', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const { store: there, clock } = storeFrom(store);
    expect(dehydrate(there).results).toHaveLength(1);
    clock.advance(600_000);
    expect(dehydrate(there)).toMatchObject({ results: [], rows: [] });
    expect(there.stats().entities).toBe(0);
  });

  it('cannot be made from a disposed store', () => {
    const { store } = storeKit();
    const state = dehydrate(store);
    store.dispose();
    expect(() => dehydrate(store)).toThrow('SB_DISPOSED');
    expect(() => rehydrate(store, state)).toThrow('SB_DISPOSED');
  });
});

describe('dehydrate() of some reads', () => {
  it('contains the data of these, and nothing else', () => {
    const { store } = storeKit();
    store.setResponse(getPost, '7', { id: '7', title: 'Seven', author: ann });
    store.setResponse(getUser, '2', { ...bob, name: 'hunter2' });
    const state = sent(dehydrate(store, [{ endpoint: getPost, args: ['7'] }]));
    expect(JSON.stringify(state)).not.toContain('hunter2');
    const there = rehydrated(storeKit().store, state);
    expect(there.getState(getPost, '7').data?.author).toMatchObject(ann);
    expect(there.stats().entities).toBe(2);
  });

  it('contains inferred data, of queries too, and nothing for null', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    store.set(Post, { id: '7', title: 'Seven' });
    const one = storeFrom(store, [
      { endpoint: getUser, args: ['2'] },
      { endpoint: getPost, args: [null] },
    ]).store;
    expect(one.get(User, { id: '2' })).toMatchObject(bob);
    expect(one.stats().entities).toBe(1);
    const all = storeFrom(store, [{ schema: new All(User), args: [] }]).store;
    expect(all.get(new All(User))).toEqual([ann, bob]);
    expect(all.stats().entities).toBe(2);
  });
});

describe('several states', () => {
  it('are merged one after the other, and one that cannot be read changes nothing', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const first = sent(dehydrate(store));
    store.setResponse(getUser, '2', bob);
    const second = sent(dehydrate(store));
    const there = rehydrated(storeKit().store, first);
    expect(() => rehydrate(there, { ...second, streambed: 99 })).toThrow('SB_STATE_INVALID');
    expect(there.getState(getUser, '2').data).toBeUndefined();
    rehydrate(there, second);
    expect(there.getState(getUser, '1').data).toMatchObject(ann);
    expect(there.getState(getUser, '2').data).toMatchObject(bob);
  });
});

describe('a rehydrated store', () => {
  it('keeps the order of entities over all classes', () => {
    class Link extends Entity {
      id = '';
      type = '';
      static override key = 'Link';
    }
    class Person extends User {
      type = '';
    }
    const feed = new All({ user: Person, link: Link }, 'type');
    const { store } = storeKit();
    store.set(Link, { id: 'l1', type: 'link' });
    store.set(Person, { ...ann, type: 'user' });
    store.set(Link, { id: 'l2', type: 'link' });
    expect(storeFrom(store).store.get(feed)).toEqual(store.get(feed));
    expect(store.get(feed)?.map(({ id }) => id)).toEqual(['l1', '1', 'l2']);
  });

  it('gives its first requests a higher seq than all rehydrated rows', () => {
    const { store } = storeKit();
    for (let i = 0; i < 20; i++) store.setResponse(getUser, '1', { ...ann, name: `Ann ${i}` });
    const { store: there } = storeFrom(store);
    there.setResponse(getUser, '1', { ...ann, name: 'Later' });
    expect(there.getState(getUser, '1').data?.name).toBe('Later');
  });
});

function cycle(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

function deep(levels: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}
