import { asyncScheduler, BehaviorSubject, firstValueFrom, observeOn, of } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { live } from '../../../src/features/live/live.ts';
import type { Interceptor } from '../../../src/kernel/requests/Interceptor.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { collect } from '../../support/collect.ts';
import { ann, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { pass } from '../../support/pass.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const ticks = new Endpoint(requests.send, { name: 'ticks' });
const liveUser = new Endpoint(requests.send, { name: 'liveUser', schema: User, lookup: true });
/** Its type does not tell that it is not live; the compiler would refuse it. */
const once: ReadEndpoint<() => Promise<string>> = new Endpoint(async () => 'one', { name: 'once' });

const open = (): number => requests.sent.filter(({ isFollowed }) => isFollowed).length;

describe('a subscription to a live source', () => {
  it('opens the source and keeps it open, without another observer', () => {
    const { store, clock } = storeKit();
    live(store, ticks).subscribe();
    requests.last.push('a');
    pass(clock, 1_000_000);
    requests.last.push('b');
    expect(store.getState(ticks).data).toBe('b');
    expect([requests.count, open()]).toEqual([1, 1]);
    expect(store.stats()).toMatchObject({ entries: 1, subscribers: 1 });
  });

  it('shares the source with observers that came before or come later', () => {
    const { store } = storeKit();
    collectStates(store.observe(ticks));
    live(store, ticks).subscribe();
    requests.last.push('a');
    live(store, ticks).subscribe();
    collectStates(store.observe(ticks));
    expect([requests.count, open()]).toEqual([1, 1]);
  });

  it('opens the source also if the data is valid', () => {
    const { store } = storeKit();
    store.set(User, ann);
    expect(store.getState(liveUser, '1').status).toBe('valid');
    live(store, liveUser, '1').subscribe();
    requests.last.push({ ...ann, name: 'Anna' });
    expect(store.get(User, '1')?.name).toBe('Anna');
  });

  it('closes the source the grace time after the last subscriber or observer of the key', () => {
    const { store, clock } = storeKit();
    const [one, two] = [live(store, ticks).subscribe(), live(store, ticks).subscribe()];
    const reader = collectStates(store.observe(ticks));
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

  it('closes the source then also before its first value', () => {
    const { store, clock } = storeKit();
    const subscription = live(store, ticks).subscribe();
    store.invalidate(ticks);
    subscription.unsubscribe();
    pass(clock, 4_900);
    expect(requests.last.isFollowed).toBe(true);
    pass(clock, 100);
    expect([open(), store.stats().inFlight]).toEqual([0, 0]);
  });

  it('keeps one source through an unsubscription and the next subscription', () => {
    const { store } = storeKit();
    live(store, ticks).subscribe().unsubscribe();
    live(store, ticks).subscribe();
    expect([requests.count, open()]).toEqual([1, 1]);
  });

  it('opens a new source after invalidate, expireAll and reset', async () => {
    const { store } = storeKit();
    live(store, ticks).subscribe();
    requests.last.push('a');
    store.invalidate(ticks);
    expect([requests.count, open()]).toEqual([2, 1]);
    requests.last.push('b');
    store.expireAll(ticks);
    expect([requests.count, open()]).toEqual([3, 1]);
    requests.last.push('c');
    await store.reset();
    expect([requests.count, open()]).toEqual([4, 1]);
  });

  it('keeps its state when the source ends; the next subscriber opens a new source', () => {
    const { store } = storeKit();
    live(store, ticks).subscribe();
    requests.last.push('a');
    requests.last.fail(new Error('closed'));
    expect(store.getState(ticks)).toMatchObject({ data: 'a', error: { message: 'closed' } });
    expect(requests.count).toBe(1);
    live(store, ticks).subscribe();
    expect([requests.count, open()]).toEqual([2, 1]);
  });

  it('counts from its last event', () => {
    const { store, clock } = storeKit();
    live(store, ticks).subscribe();
    requests.last.push('a');
    const { fetchedAt } = store.getState(ticks);
    pass(clock, 500);
    requests.last.push('b');
    expect(store.getState(ticks)).toMatchObject({ data: 'b', fetchedAt: fetchedAt + 500 });
  });

  it('with a pollFrequency reopens an ended source, and leaves an open one alone', () => {
    const { store, clock } = storeKit();
    live(store, ticks.extend({ pollFrequency: 1_000 })).subscribe();
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
    const subscription = live(store, ticks).subscribe();
    store.dispose();
    expect([open(), subscription.closed]).toEqual([0, true]);
  });

  it('emits the values of an async iterable', async () => {
    const { store } = storeKit();
    const counted = new Endpoint(
      async function* counted() {
        for (let i = 0; i < 3; i++) yield await Promise.resolve(i);
      },
      { name: 'counted' },
    );
    live(store, counted).subscribe();
    await new Promise(setImmediate);
    expect(store.getState(counted).data).toBe(2);
  });
});

describe('an endpoint that returns one response and is not polled', () => {
  const notLive = expect.objectContaining({
    code: 'SB_NOT_LIVE',
    message: expect.stringMatching(/once.*pollFrequency/),
  });
  const sync = new Endpoint(() => 'one', { name: 'once' });
  const later: Interceptor = async (request, next) => {
    await Promise.resolve();
    return next(request);
  };

  it('throws at the call if its function is async, and sends nothing', () => {
    const { store } = storeKit();
    expect(() => live(store, once)).toThrow(notLive);
    const rest: ReadEndpoint = new RestEndpoint({ path: '/once' });
    expect(() => live(store, rest)).toThrow('SB_NOT_LIVE');
    expect(store.stats()).toMatchObject({ entries: 0, inFlight: 0, subscribers: 0 });
  });

  it('throws at the call if an observer has the request in flight', () => {
    const { store } = storeKit();
    const promised: ReadEndpoint<() => Promise<string>> = new Endpoint(
      () => Promise.resolve('one'),
      { name: 'once' },
    );
    expect(() => live(store, promised)).not.toThrow();
    collectStates(store.observe(promised));
    expect(() => live(store, promised)).toThrow(notLive);
  });

  it('makes the subscription error on an error that only the request reveals, and retains nothing', () => {
    const { store, reported } = storeKit();
    const states = collect(live(store, sync));
    expect(states.errors).toEqual([notLive]);
    expect(store.stats().subscribers).toBe(0);
    expect(store.getState(sync).data).toBe('one');
    expect(reported).toEqual([]);
  });

  it('makes the subscription error also if an interceptor sends later', async () => {
    const { store, reported } = storeKit({ interceptors: [later] });
    const states = collect(live(store, once));
    expect(states.errors).toEqual([]);
    await new Promise(setImmediate);
    expect(states.errors).toEqual([notLive]);
    expect(store.stats().subscribers).toBe(0);
    expect(store.getState(once).data).toBe('one');
    expect(reported).toEqual([]);
  });

  it('makes data$, error$ and status$ error too', () => {
    const { store } = storeKit();
    const { data$, error$, status$ } = live(store, sync);
    for (const made$ of [data$, error$, status$]) {
      expect(collect<unknown>(made$).errors).toEqual([notLive]);
    }
  });

  it('is live if an interceptor responds with a stream', () => {
    const { store } = storeKit({ interceptors: [() => of('a', 'b')] });
    const states = collect(live(store, once).data$);
    expect(states).toMatchObject({ values: ['a', 'b'], errors: [] });
  });

  it('is live if an interceptor sends an observable later', async () => {
    const delayed: Interceptor = (request, next) => next(request).pipe(observeOn(asyncScheduler));
    const { store, reported } = storeKit({ interceptors: [delayed] });
    const subscription = live(store, ticks).subscribe();
    requests.last.push('a');
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.getState(ticks).data).toBe('a');
    expect([reported, subscription.closed]).toEqual([[], false]);
    store.dispose();
  });
});

describe('a live observable', () => {
  const polled = new Endpoint(requests.send, { name: 'polled', pollFrequency: 1_000 });

  it('does nothing without subscribers', () => {
    const { store, clock } = storeKit();
    const tick$ = live(store, ticks, 'a');
    expect(tick$.getValue()).toBe(store.getState(ticks, 'a'));
    expect(live(store, polled).status$.getValue()).toBe('invalid');
    pass(clock, 10_000);
    expect(requests.count).toBe(0);
    expect(store.stats()).toMatchObject({ entries: 0, subscribers: 0, timers: 0 });
  });

  it('is the same object for the same store, key and pollFrequency', () => {
    const { store } = storeKit();
    const { store: other } = storeKit();
    const tick$ = live(store, ticks, { a: 1, b: 2 });
    expect(live(store, ticks, { b: 2, a: 1 })).toBe(tick$);
    expect(live(store, ticks, { a: 1, b: 2 }).data$).toBe(tick$.data$);
    expect(live({ ...store }, ticks, { a: 1, b: 2 })).toBe(tick$);
    expect(live(store, ticks.extend({ pollFrequency: 5 }), { a: 1, b: 2 })).not.toBe(tick$);
    expect(live(store, ticks, { a: 2 })).not.toBe(tick$);
    expect(live(other, ticks, { a: 1, b: 2 })).not.toBe(tick$);
    expect(store.observe(ticks, { a: 1, b: 2 })).not.toBe(tick$);
    expect(tick$.key).toBe(ticks.key({ a: 1, b: 2 }));
  });

  it('emits the states that store.observe emits', () => {
    const { store, clock } = storeKit();
    const observers = [collectStates(live(store, polled)), collectStates(store.observe(polled))];
    requests.last.answer('a');
    pass(clock, 1_000);
    requests.last.fail(new Error('down'));
    pass(clock, 1_000);
    requests.last.answer('b');
    store.dispose();
    const states = [
      'invalid fetching',
      'valid a',
      'valid a fetching',
      'valid a failed: down',
      'valid a failed: down fetching',
      'valid b',
    ];
    expect(observers.map(({ values }) => values)).toEqual([states, states]);
    expect(observers.every(({ isComplete }) => isComplete)).toBe(true);
  });

  it('joins refetches and emits the data, errors and status of the key', async () => {
    const { store } = storeKit();
    const tick$ = live(store, ticks);
    const [data, status, error] = [tick$.data$, tick$.status$, tick$.error$].map(collect<unknown>);
    const refetched = tick$.refetch();
    requests.last.push('a');
    expect(await refetched).toBe('a');
    requests.last.push(new Error('one event'));
    requests.last.push('b');
    expect(data.values).toEqual(['a', 'b']);
    expect(status.values).toEqual(['invalid', 'valid']);
    expect(error.values).toEqual([undefined, new Error('one event'), undefined]);
    expect([requests.count, open()]).toEqual([1, 1]);
  });

  it('releases everything if a subscriber takes only the first response, which comes at once', async () => {
    const { store, clock } = storeKit();
    const tick = new Endpoint(() => 'tick', { name: 'tick', pollFrequency: 1_000 });
    const events = new Endpoint(() => new BehaviorSubject('event'), { name: 'events' });
    expect(await firstValueFrom(live(store, tick).data$)).toBe('tick');
    expect(await firstValueFrom(live(store, events).data$)).toBe('event');
    pass(clock, 5_000);
    expect(store.stats()).toMatchObject({ subscribers: 0, inFlight: 0, timers: 0 });
  });

  it('emits the data of its own schema if endpoints share a key', () => {
    const { store } = storeKit();
    const [plain, user] = [
      live(store, liveUser.extend({ schema: undefined }), '1'),
      live(store, liveUser, '1'),
    ];
    const shown = [collect(plain.data$), collect(user.data$)];
    requests.at(0).push({ ...ann, name: 'plain' });
    requests.at(1).push(ann);
    expect(shown[0].values).toEqual([{ ...ann, name: 'plain' }]);
    expect(shown[1].values).toEqual([store.get(User, '1')]);
  });

  it('is inactive with null', () => {
    const { store } = storeKit();
    const states = collect(live(store, ticks, null));
    const inactive = store.observe(ticks, null).getValue();
    expect(states.values).toEqual([inactive]);
    expect(inactive).toMatchObject({ status: 'valid', data: undefined, fetching: false });
    expect(requests.count).toBe(0);
    store.dispose();
    expect(states.isComplete).toBe(true);
  });

  it('throws for a disposed store, and so does a new subscription to an older one', () => {
    const { store } = storeKit();
    const tick$ = live(store, ticks);
    store.dispose();
    expect(() => live(store, ticks)).toThrow('SB_DISPOSED');
    expect(collect(tick$).errors).toMatchObject([{ code: 'SB_DISPOSED' }]);
  });

  it('throws for a store of a second copy of the package', async () => {
    let other: Store | undefined;
    await jest.isolateModulesAsync(async () => {
      const { createStore } = await import('../../../src/kernel/store/createStore.ts');
      other = createStore();
    });
    expect(() => live(other!, ticks)).toThrow('SB_TWO_COPIES');
  });
});

it('live throws the error of the key function', () => {
  const { store } = storeKit();
  const failing = ticks.extend({
    key: () => {
      throw new Error('no key');
    },
  });
  expect(() => live(store, failing)).toThrow('no key');
});
