import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import type { ExpiryStatus } from '../../../src/kernel/streams/EndpointState.ts';
import { ann, bob, Link, Post, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collect } from '../../support/collect.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const DAY = 86_400_000;

/** An endpoint without schema: its responses are its data. */
function setUp(options: object = {}) {
  const requests = new FakeRequests();
  const endpoint = new Endpoint(requests.send, { name: 'read', ...options });
  const kit = storeKit();
  return { ...kit, requests, endpoint, read$: kit.store.observe(endpoint) };
}

describe('the status of a key', () => {
  interface Case {
    readonly title: string;
    readonly status: ExpiryStatus;
    readonly fetches: boolean;
    readonly data: Partial<User> | undefined;
    readonly failed?: boolean;
    readonly prepare: (kit: ReturnType<typeof setUpUser>) => void;
  }

  function setUpUser(options: object = {}) {
    const requests = new FakeRequests();
    const getUser = new Endpoint(requests.send, {
      name: 'getUser',
      schema: User,
      lookup: true,
      ...options,
    });
    const lazyUser = getUser.extend({ name: 'lazyUser', invalidIfStale: true });
    const removeUser = new Endpoint(requests.send, {
      name: 'removeUser',
      schema: new Invalidate(User),
      sideEffect: true,
    });
    return { ...storeKit(), requests, getUser, lazyUser, removeUser };
  }

  const cases: Case[] = [
    {
      title: 'is invalid when nothing is in the store',
      status: 'invalid',
      fetches: true,
      data: undefined,
      prepare: () => {},
    },
    {
      title: 'is invalid when the entity was removed',
      status: 'invalid',
      fetches: true,
      data: undefined,
      prepare: ({ store, getUser, removeUser }) => {
        store.setResponse(getUser, '1', ann);
        store.setResponse(removeUser, '1', '1');
      },
    },
    {
      title: 'is invalid after an invalidation, although the entity is known',
      status: 'invalid',
      fetches: true,
      data: undefined,
      prepare: ({ store, getUser }) => {
        store.setResponse(getUser, '1', ann);
        store.invalidate(getUser, '1');
      },
    },
    {
      title: 'is stale when the data has expired',
      status: 'stale',
      fetches: true,
      data: ann,
      prepare: ({ store, clock, getUser }) => {
        store.setResponse(getUser, '1', ann);
        clock.advance(60_001);
      },
    },
    {
      title: 'is valid until the data has expired',
      status: 'valid',
      fetches: false,
      data: ann,
      prepare: ({ store, clock, getUser }) => {
        store.setResponse(getUser, '1', ann);
        clock.advance(60_000);
      },
    },
    {
      title: 'is valid with an error',
      status: 'valid',
      fetches: false,
      data: undefined,
      failed: true,
      prepare: ({ store, getUser }) => store.setError(getUser, '1', new Error('down')),
    },
    {
      title: 'is valid with an error beside data',
      status: 'valid',
      fetches: false,
      data: ann,
      failed: true,
      prepare: ({ store, getUser }) => {
        store.setResponse(getUser, '1', ann);
        store.setError(getUser, '1', new Error('down'));
      },
    },
    {
      title: 'is stale when an error beside data has expired',
      status: 'stale',
      fetches: true,
      data: ann,
      failed: true,
      prepare: ({ store, clock, getUser }) => {
        store.setResponse(getUser, '1', ann);
        store.setError(getUser, '1', new Error('down'));
        clock.advance(1_001);
      },
    },
    {
      title: 'is invalid when an error without data has expired',
      status: 'invalid',
      fetches: true,
      data: undefined,
      failed: true,
      prepare: ({ store, clock, getUser }) => {
        store.setError(getUser, '1', new Error('down'));
        clock.advance(1_001);
      },
    },
  ];

  it.each(cases)('$title', ({ status, fetches, data, failed = false, prepare }) => {
    const kit = setUpUser();
    prepare(kit);
    const state = kit.store.getState(kit.getUser, '1');
    const sentBefore = kit.requests.count;
    const reader = collectStates(kit.store.observe(kit.getUser, '1'));

    expect(state.status).toBe(status);
    expect(state.data).toEqual(data === undefined ? undefined : User.fromJS(data));
    expect(state.error !== undefined).toBe(failed);
    expect(state.fetching).toBe(false);
    expect(kit.requests.count - sentBefore).toBe(fetches ? 1 : 0);
    expect(reader.values).toHaveLength(1);
    expect(reader.values[0]?.endsWith('fetching')).toBe(fetches);
  });

  it('is invalid when data expires under invalidIfStale', () => {
    const { store, clock, requests, lazyUser } = setUpUser();
    store.setResponse(lazyUser, '1', ann);
    clock.advance(60_001);
    const reader = collectStates(store.observe(lazyUser, '1'));
    expect(reader.values).toEqual(['invalid Ann fetching']);
    expect(requests.count).toBe(1);
  });

  it('means nothing for null: no request, no data, no error', () => {
    const { store, requests, getUser } = setUpUser();
    const reader = collectStates(store.observe(getUser, null));
    expect(reader.values).toEqual(['valid']);
    expect(requests.count).toBe(0);
  });
});

describe('expiry', () => {
  it('is counted from the arrival of the response', () => {
    const { store, endpoint, clock, requests, read$ } = setUp({ dataExpiryLength: 100 });
    const reader = collectStates(read$);
    clock.advance(500);
    requests.last.answer('a');
    const { expiresAt, fetchedAt } = store.getState(endpoint);
    expect(expiresAt - clock.now()).toBe(100);
    expect(fetchedAt).toBe(clock.now() - 500);
    reader.stop();
  });

  it('of the endpoint overrides that of the store, which overrides the default', () => {
    const lengthWith = (ofStore: object, ofEndpoint: object): number => {
      const { store, clock } = storeKit(ofStore);
      const endpoint = new Endpoint(() => 'a', { name: 'read', ...ofEndpoint });
      store.setResponse(endpoint, 'a');
      return store.getState(endpoint).expiresAt - clock.now();
    };
    expect(lengthWith({}, {})).toBe(60_000);
    expect(lengthWith({ dataExpiryLength: 7 }, {})).toBe(7);
    expect(lengthWith({ dataExpiryLength: 7 }, { dataExpiryLength: 3 })).toBe(3);
    expect(lengthWith({ dataExpiryLength: 7 }, { dataExpiryLength: 0 })).toBe(0);
  });

  it('of errors has an option of its own', () => {
    const { store, endpoint, clock } = setUp({ dataExpiryLength: 100, errorExpiryLength: 20 });
    store.setError(endpoint, new Error('down'));
    expect(store.getState(endpoint).expiresAt - clock.now()).toBe(20);
    const plain = setUp();
    plain.store.setError(plain.endpoint, new Error('down'));
    expect(plain.store.getState(plain.endpoint).expiresAt - plain.clock.now()).toBe(1_000);
  });

  it('emits stale at its time, without a request', () => {
    const { clock, requests, read$ } = setUp({ dataExpiryLength: 100 });
    const reader = collectStates(read$);
    requests.last.answer('a');
    reader.news();
    clock.advance(100);
    expect(reader.news()).toEqual([]);
    clock.advance(1);
    expect(reader.news()).toEqual(['stale a']);
    clock.advance(DAY);
    expect(reader.news()).toEqual([]);
    expect(requests.count).toBe(1);
  });

  it('emits invalid at its time under invalidIfStale, keeps the data, and does not fetch', () => {
    const { clock, requests, read$ } = setUp({ dataExpiryLength: 100, invalidIfStale: true });
    const reader = collectStates(read$);
    requests.last.answer('a');
    reader.news();
    clock.advance(101);
    expect(reader.news()).toEqual(['invalid a']);
    clock.advance(DAY);
    expect(reader.news()).toEqual([]);
    expect(requests.count).toBe(1);
  });

  it('emits that an error has expired, and does not fetch', () => {
    const { clock, requests, read$ } = setUp({ errorExpiryLength: 100 });
    const reader = collectStates(read$);
    requests.last.fail(new Error('down'));
    clock.advance(DAY);
    expect(reader.values).toEqual([
      'invalid fetching',
      'valid failed: down',
      'invalid failed: down',
    ]);
    expect(requests.count).toBe(1);
  });

  it('of 0 gives waiting observers the data, with one request', () => {
    const { clock, requests, read$ } = setUp({ dataExpiryLength: 0 });
    const readers = [collectStates(read$), collectStates(read$)];
    requests.last.answer('a');
    clock.advance(DAY);
    for (const { values } of readers) {
      expect(values).toEqual(['invalid fetching', 'valid a', 'stale a']);
    }
    expect(requests.count).toBe(1);
  });

  it('of 0 under invalidIfStale gives waiting observers the data, with one request', () => {
    const { clock, requests, read$ } = setUp({ dataExpiryLength: 0, invalidIfStale: true });
    const reader = collectStates(read$);
    requests.last.answer('a');
    clock.advance(DAY);
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'invalid a']);
    expect(requests.count).toBe(1);
  });

  it('of Infinity never comes and needs no timer', () => {
    const { store, clock, requests, read$ } = setUp({ dataExpiryLength: Infinity });
    const reader = collectStates(read$);
    requests.last.answer('a');
    expect(store.stats().timers).toBe(0);
    clock.advance(400 * DAY);
    expect(reader.values).toEqual(['invalid fetching', 'valid a']);
  });

  it('starts again with the next response', () => {
    const { store, endpoint, clock, requests, read$ } = setUp({ dataExpiryLength: 100 });
    const reader = collectStates(read$);
    requests.last.answer('a');
    clock.advance(80);
    void store.fetch(endpoint);
    requests.last.answer('a');
    reader.news();
    clock.advance(100);
    expect(reader.news()).toEqual([]);
    clock.advance(1);
    expect(reader.news()).toEqual(['stale a']);
  });

  it('needs a timer only while there is an observer', () => {
    const { store, clock, requests, read$ } = setUp();
    const reader = collectStates(read$);
    requests.last.answer('a');
    expect(store.stats().timers).toBe(1);
    reader.stop();
    clock.advance(5_000);
    expect(store.stats().timers).toBe(0);
  });

  it('is visible to getState() without observers', () => {
    const { store, endpoint, clock } = setUp({ dataExpiryLength: 100 });
    store.setResponse(endpoint, 'a');
    expect(store.getState(endpoint).status).toBe('valid');
    clock.advance(101);
    expect(store.getState(endpoint).status).toBe('stale');
  });

  it('accepts a response after the clock was set back', () => {
    const { store, clock, requests, read$ } = setUp();
    const reader = collectStates(read$);
    clock.adjust(-500_000);
    requests.last.answer('a');
    expect(reader.values).toEqual(['invalid fetching', 'valid a']);
    expect(store.stats().inFlight).toBe(0);
  });

  it.each(['dataExpiryLength', 'errorExpiryLength', 'graceTime', 'gcTime'])(
    'refuses a %s that is not a valid duration',
    (name) => {
      for (const value of [Number.NaN, -1, -Infinity, '10', null, {}]) {
        expect(() => storeKit({ [name]: value })).toThrow(
          expect.objectContaining({ code: 'SB_OPTION_INVALID' }) as Error,
        );
      }
      expect(() => storeKit({ [name]: Infinity })).not.toThrow();
      expect(() => storeKit({ [name]: 0 })).not.toThrow();
    },
  );
});

describe('inference', () => {
  const requests = new FakeRequests();
  const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
  const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
  const allUsers = new Endpoint(requests.send, { name: 'allUsers', schema: new All(User) });
  const getPair = new Endpoint(requests.send, {
    name: 'getPair',
    schema: { user: User, page: '' },
    lookup: true,
  });
  const union = new Union(
    { user: User, link: Link },
    (value) => (value as unknown as { type: string }).type,
  );
  const getEither = new Endpoint(requests.send, { name: 'getEither', schema: union, lookup: true });

  beforeEach(() => {
    requests.sent.length = 0;
  });

  it('finds an entity by its primary key: valid, with the expiry of the entity, without a request', () => {
    const { store, clock } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    clock.advance(40_000);
    const reader = collectStates(store.observe(getUser, { id: '1' }));
    expect(reader.news()).toEqual(['valid Ann']);
    clock.advance(20_001);
    expect(reader.news()).toEqual(['stale Ann']);
    expect(requests.count).toBe(0);
  });

  it('is valid until the expiry of the last write, whatever earlier writes had', () => {
    const { store, clock } = storeKit();
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    clock.advance(50_000);
    store.set(User, { ...ann, name: 'Anna' });
    clock.advance(60_000);
    expect(reader.news()).toEqual(['valid Ann', 'valid Anna']);
    clock.advance(1);
    expect(reader.news()).toEqual(['stale Anna']);
  });

  it('is stale at an earlier expiry than the one before', () => {
    const { store, clock } = storeKit();
    const getSoon = getUsers.extend({ name: 'getSoon', dataExpiryLength: 1_000 });
    store.set(User, ann);
    const reader = collectStates(store.observe(getUser, '1'));
    store.setResponse(getSoon, [ann]);
    clock.advance(1_001);
    expect(reader.news()).toEqual(['valid Ann', 'valid Ann', 'stale Ann']);
  });

  it('finds an entity by a bare id', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    expect(store.getState(getUser, '2').data).toBe(store.getState(getUser, { id: 2 }).data);
    expect(store.getState(getUser, '2').status).toBe('valid');
  });

  it('finds an entity by a declared index', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUser, { email: bob.email }));
    expect(reader.values).toEqual(['valid Bob']);
    expect(requests.count).toBe(0);
  });

  it('follows an index when another entity takes the value', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUser, { email: ann.email }));
    store.batch(() => {
      store.set(User, { ...ann, email: 'other@example.org' });
      store.set(User, { ...bob, email: ann.email });
    });
    expect(reader.values).toEqual(['valid Ann', 'valid Bob']);
  });

  it('is valid again when another response brings the entity', () => {
    const { store, clock } = storeKit();
    store.setResponse(getUsers, [ann]);
    const reader = collectStates(store.observe(getUser, '1'));
    clock.advance(60_001);
    store.setResponse(getUsers, [ann]);
    expect(reader.values).toEqual(['valid Ann', 'stale Ann', 'valid Ann']);
  });

  it('gives an entity that another response brings to an observer that waits for its own', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    store.set(User, ann);
    expect(reader.values).toEqual(['invalid fetching', 'valid Ann fetching']);
  });

  it('of an object gives its entities, and its literals until they are fetched once', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const reader = collect(store.observe(getPair, '1'));
    const inferred = { user: User.fromJS(ann), page: '' };
    expect(reader.news()).toMatchObject([{ status: 'stale', fetching: true, data: inferred }]);
    const { count } = requests;
    requests.last.answer({ user: ann, page: 'p2' });
    expect(reader.news()).toMatchObject([{ status: 'valid', data: { page: 'p2' } }]);
    expect(requests.count).toBe(count);
  });

  it('of an object keeps the data when a response brings an unchanged entity', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const data$ = store.observe(getPair, '1').data$;
    const seen: unknown[] = [];
    data$.subscribe((data) => seen.push(data));
    store.setResponse(getUsers, [{ ...ann }]);
    expect(seen).toHaveLength(1);
  });

  it('of a union takes the first entity class that has the entity', () => {
    const { store } = storeKit();
    store.set(Link, { id: '7', url: '/' });
    expect(store.getState(getEither, '7').data).toBeInstanceOf(Link);
    expect(store.getState(getEither, { id: '7', type: 'user' }).data).toBeUndefined();
    expect(store.getState(getEither, '8').status).toBe('invalid');
  });

  it('of All is never valid: the data is shown at once and fetched once', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(allUsers));
    expect(reader.values).toEqual(['stale [Ann Bob] fetching']);
    requests.last.answer([ann, bob]);
    expect(reader.values).toEqual(['stale [Ann Bob] fetching', 'valid [Ann Bob]']);
    expect(requests.count).toBe(1);
  });

  it('of a list that was never fetched has no data', () => {
    const { store } = storeKit();
    store.set(User, ann);
    expect(store.getState(getUsers).status).toBe('invalid');
    expect(store.getState(getUsers).data).toBeUndefined();
  });

  it('accepts an empty response: All is valid with [] after one request', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(allUsers));
    requests.last.answer([]);
    clock.advance(59_000);
    reader.stop();
    const later = collectStates(store.observe(allUsers));
    expect(reader.values).toEqual(['invalid fetching', 'valid []']);
    expect(later.values).toEqual(['valid []']);
    expect(requests.count).toBe(1);
  });

  it('knows from another endpoint that All is empty', () => {
    const { store } = storeKit();
    store.setResponse(allUsers, []);
    const others = allUsers.extend({ name: 'others' });
    expect(store.getState(others)).toMatchObject({ status: 'stale', data: [] });
  });

  it('does not apply to an invalidated key, even if its entity is known', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    store.invalidate(getUser, '1');
    expect(store.getState(getUser, '1')).toMatchObject({ status: 'invalid', data: undefined });
    store.set(User, { ...ann, name: 'Anna' });
    expect(store.getState(getUser, '1')).toMatchObject({ status: 'invalid', data: undefined });
  });

  it('keeps showing inferred data beside a soft error', () => {
    const { store } = storeKit();
    const soft = getUser.extend({ errorPolicy: () => 'soft' });
    store.setResponse(getUsers, [ann]);
    store.setError(soft, '1', new Error('down'));
    expect(store.getState(soft, '1')).toMatchObject({
      status: 'valid',
      data: User.fromJS(ann),
      errorPolicy: 'soft',
    });
  });

  it('includes nested entities that arrive later', () => {
    const { store } = storeKit();
    const getPost = new Endpoint(requests.send, { name: 'getPost', schema: Post, lookup: true });
    store.set(Post, { id: 'p', title: 'T', author: '1' });
    const reader = collectStates(store.observe(getPost, 'p'));
    store.set(User, ann);
    expect(store.getState(getPost, 'p').data?.author).toEqual(User.fromJS(ann));
    reader.stop();
  });
});
