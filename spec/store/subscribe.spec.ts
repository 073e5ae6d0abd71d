import { asyncScheduler, observeOn } from 'rxjs';
import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import type { Interceptor } from '../../src/requests/Interceptor.ts';
import { ann, User } from '../support/entities.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { pass } from '../support/pass.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = new FakeRequests();
const live = new Endpoint(requests.send, { name: 'live' });
const liveUser = new Endpoint(requests.send, { name: 'liveUser', schema: User });
const once = new Endpoint(async () => 'one', { name: 'once' });

beforeEach(() => {
  requests.sent.length = 0;
});

const open = (): number => requests.sent.filter(({ isFollowed }) => isFollowed).length;

describe('a subscription to a live source', () => {
  it('opens it and keeps it open, without a reader', () => {
    const { store, clock } = storeKit();
    store.subscribe(live);
    requests.last.push('a');
    pass(clock, 1_000_000);
    requests.last.push('b');
    expect(store.getState(live).data).toBe('b');
    expect([requests.count, open()]).toEqual([1, 1]);
    expect(store.stats()).toMatchObject({ entries: 1, subscribers: 1 });
  });

  it('shares the source that readers have open, or open later', () => {
    const { store } = storeKit();
    collectStates(store.observe(live));
    store.subscribe(live);
    requests.last.push('a');
    store.subscribe(live);
    collectStates(store.observe(live));
    expect([requests.count, open()]).toEqual([1, 1]);
  });

  it('opens it also where what is there is valid', () => {
    const { store } = storeKit();
    store.set(User, ann);
    expect(store.getState(liveUser, '1').status).toBe('valid');
    store.subscribe(liveUser, '1');
    requests.last.push({ ...ann, name: 'Anna' });
    expect(store.get(User, '1')?.name).toBe('Anna');
  });

  it('lets it go the grace time after the last of all who hold the key', () => {
    const { store, clock } = storeKit();
    const [one, two] = [store.subscribe(live), store.subscribe(live)];
    const reader = collectStates(store.observe(live));
    requests.last.push('a');
    one.unsubscribe();
    two.unsubscribe();
    pass(clock, 10_000);
    expect(open()).toBe(1);
    reader.stop();
    pass(clock, 4_999);
    expect(open()).toBe(1);
    pass(clock, 1);
    expect(open()).toBe(0);
    expect(store.stats()).toMatchObject({ timers: 0, subscribers: 0 });
  });

  it('lets it go then also before its first value', () => {
    const { store, clock } = storeKit();
    const subscription = store.subscribe(live);
    store.invalidate(live);
    subscription.unsubscribe();
    pass(clock, 4_900);
    expect(requests.last.isFollowed).toBe(true);
    pass(clock, 100);
    expect([open(), store.stats().inFlight]).toEqual([0, 0]);
  });

  it('keeps the one source through an unsubscription and the next subscription', () => {
    const { store } = storeKit();
    store.subscribe(live).unsubscribe();
    store.subscribe(live);
    expect([requests.count, open()]).toEqual([1, 1]);
  });

  it('opens another one after an invalidation, an expiry by a call and a reset', async () => {
    const { store } = storeKit();
    store.subscribe(live);
    requests.last.push('a');
    store.invalidate(live);
    expect([requests.count, open()]).toEqual([2, 1]);
    requests.last.push('b');
    store.expireAll(live);
    expect([requests.count, open()]).toEqual([3, 1]);
    requests.last.push('c');
    await store.reset();
    expect([requests.count, open()]).toEqual([4, 1]);
  });

  it('stays as it is where the source ends: the next subscriber opens another one', () => {
    const { store } = storeKit();
    store.subscribe(live);
    requests.last.push('a');
    requests.last.fail(new Error('closed'));
    expect(store.getState(live)).toMatchObject({ data: 'a', error: { message: 'closed' } });
    expect(requests.count).toBe(1);
    store.subscribe(live);
    expect([requests.count, open()]).toEqual([2, 1]);
  });

  it('with a pollFrequency opens it again when it has ended, and does not touch it while it is open', () => {
    const { store, clock } = storeKit();
    store.subscribe(live.extend({ pollFrequency: 1_000 }));
    requests.last.push('a');
    pass(clock, 10_500);
    expect([requests.count, open()]).toEqual([1, 1]);
    requests.last.fail(new Error('closed'));
    pass(clock, 499);
    expect(requests.count).toBe(1);
    pass(clock, 1);
    expect([requests.count, open()]).toEqual([2, 1]);
  });

  it('ends with the store', () => {
    const { store } = storeKit();
    const subscription = store.subscribe(live);
    store.dispose();
    expect([open(), subscription.closed]).toEqual([0, true]);
  });

  it('follows an async iterable', async () => {
    const { store } = storeKit();
    const counted = new Endpoint(
      async function* counted() {
        for (let i = 0; i < 3; i++) yield await Promise.resolve(i);
      },
      { name: 'counted' },
    );
    store.subscribe(counted);
    await new Promise(setImmediate);
    expect(store.getState(counted).data).toBe(2);
  });
});

describe('a subscription to an endpoint that gives one answer and is not polled', () => {
  it('throws an error that says what to do, and holds nothing', async () => {
    const { store, reported } = storeKit();
    expect(() => store.subscribe(once)).toThrow(
      expect.objectContaining({
        code: 'SB_NOT_LIVE',
        message: expect.stringMatching(/once.*pollFrequency/),
      }),
    );
    expect(store.stats().subscribers).toBe(0);
    await new Promise(setImmediate);
    expect(store.getState(once).data).toBe('one');
    expect(reported).toEqual([]);
  });

  it('throws too where a reader has the request under way', () => {
    const { store } = storeKit();
    collectStates(store.observe(once));
    expect(() => store.subscribe(once)).toThrow(expect.objectContaining({ code: 'SB_NOT_LIVE' }));
  });

  it('is reported where an interceptor sends later, and holds nothing then', async () => {
    const later: Interceptor = async (request, next) => {
      await Promise.resolve();
      return next(request);
    };
    const { store, reported } = storeKit({ interceptors: [later] });
    const subscription = store.subscribe(once);
    await new Promise(setImmediate);
    expect(reported).toMatchObject([{ code: 'SB_NOT_LIVE' }]);
    expect([subscription.closed, store.stats().subscribers]).toEqual([true, 0]);
  });

  it('follows an observable behind an interceptor that sends later', async () => {
    const later: Interceptor = (request, next) => next(request).pipe(observeOn(asyncScheduler));
    const { store, reported } = storeKit({ interceptors: [later] });
    const subscription = store.subscribe(live);
    requests.last.push('a');
    await new Promise((told) => setTimeout(told));
    expect(store.getState(live).data).toBe('a');
    expect([reported, subscription.closed]).toEqual([[], false]);
    store.dispose();
  });
});

it('a key that cannot be made is thrown', () => {
  const { store } = storeKit();
  const failing = live.extend({
    key: () => {
      throw new Error('no key');
    },
  });
  expect(() => store.subscribe(failing)).toThrow('no key');
});
