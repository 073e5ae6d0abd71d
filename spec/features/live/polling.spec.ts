import { BehaviorSubject, EMPTY, NEVER, Subject, throwError } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { pass } from '../../support/pass.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const polled = new Endpoint(requests.send, { name: 'polled', pollFrequency: 1_000 });
const slowly = polled.extend({ pollFrequency: 10_000 });

/**
 * A store whose requests get a response at once; `times` are when they were sent, ms since the
 * start.
 */
function answeringKit(options: StoreOptions = {}) {
  const kit = storeKit(options);
  const start = kit.clock.now();
  const times: number[] = [];
  const tick = new Endpoint(
    () => {
      times.push(kit.clock.now() - start);
      return `tick ${times.length}`;
    },
    { name: 'tick', pollFrequency: 1_000 },
  );
  return { ...kit, times, tick };
}

describe('a subscription to an endpoint with a pollFrequency', () => {
  it('fetches at once without data, then at the interval', () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick).subscribe();
    expect(times).toEqual([0]);
    pass(clock, 3_500);
    expect(times).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('counts from when the present data was requested', () => {
    const { store, clock, times, tick } = answeringKit();
    store.setResponse(tick, 'given');
    pass(clock, 400);
    live(store, tick).subscribe();
    pass(clock, 599);
    expect(times).toEqual([]);
    pass(clock, 1);
    expect(times).toEqual([1_000]);
  });

  it('fetches at once if the data is older than the interval', () => {
    const { store, clock, times, tick } = answeringKit();
    store.setResponse(tick, 'given');
    pass(clock, 5_000);
    live(store, tick).subscribe();
    expect(times).toEqual([5_000]);
  });

  it('does not refetch stale data before the next poll', () => {
    const { store, clock, times, tick } = answeringKit({ dataExpiryLength: 100 });
    store.setResponse(tick, 'given');
    pass(clock, 500);
    live(store, tick).subscribe();
    expect(times).toEqual([]);
    pass(clock, 500);
    expect(times).toEqual([1_000]);
  });

  it('fetches invalid data at once, without waiting for the next poll', () => {
    const { store, clock, times, tick } = answeringKit({ dataExpiryLength: 100 });
    const strict = tick.extend({ invalidIfStale: true, pollFrequency: 10_000 });
    store.setResponse(strict, 'given');
    pass(clock, 500);
    const first = live(store, strict).subscribe();
    expect(times).toEqual([500]);
    pass(clock, 500);
    expect(collectStates(live(store, strict)).values.at(-1)).toContain('valid tick 2');
    expect(times).toEqual([500, 1_000]);
    first.unsubscribe();
    pass(clock, 10_000);
    expect(times).toEqual([500, 1_000, 11_000]);
  });

  it('passes every response to observers, without further requests', () => {
    const { store, clock, times, tick } = answeringKit();
    const reader = collectStates(store.observe(tick));
    live(store, tick).subscribe();
    pass(clock, 2_000);
    expect(times).toEqual([0, 1_000, 2_000]);
    expect(reader.values.filter((state) => !state.includes('fetching'))).toEqual([
      'valid tick 1',
      'valid tick 2',
      'valid tick 3',
    ]);
  });

  it('counts from the last request, whatever caused it', () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick).subscribe();
    pass(clock, 700);
    void store.fetch(tick);
    pass(clock, 999);
    expect(times).toEqual([0, 700]);
    pass(clock, 1);
    expect(times).toEqual([0, 700, 1_700]);
  });

  it('sends no second request while one is in flight, and gives a slow server a pause', () => {
    const { store, clock } = storeKit();
    live(store, polled).subscribe();
    pass(clock, 2_500);
    expect([requests.count, store.stats().inFlight]).toEqual([1, 1]);
    requests.last.answer('late');
    pass(clock, 499);
    expect(requests.count).toBe(1);
    pass(clock, 1);
    expect(requests.count).toBe(2);
  });

  it('sends no second request beside the one that an observer has in flight', () => {
    const { store, clock } = storeKit();
    collectStates(store.observe(polled));
    live(store, polled).subscribe();
    pass(clock, 999);
    expect(requests.count).toBe(1);
  });

  it('keeps the data visible when a poll fails, whatever the error policy of the endpoint', () => {
    const { store, clock } = storeKit();
    const hard = polled.extend({ errorPolicy: () => 'hard' as const });
    const reader = collectStates(store.observe(hard));
    live(store, hard).subscribe();
    requests.last.answer('a');
    pass(clock, 1_000);
    requests.last.fail(new Error('down'));
    expect(reader.values.at(-1)).toBe('valid a failed: down');
    expect(store.getState(hard).errorPolicy).toBe('soft');
    pass(clock, 1_000);
    requests.last.answer('b');
    expect(reader.values.at(-1)).toBe('valid b');
  });

  it('continues after failures without data', () => {
    const { store, clock } = storeKit();
    live(store, polled).subscribe();
    requests.last.fail(new Error('down'));
    pass(clock, 1_000);
    requests.last.fail(new Error('down'));
    pass(clock, 1_000);
    expect(requests.count).toBe(3);
  });

  it('with a frequency of Infinity fetches once, if there is no data', () => {
    const { store, clock } = storeKit();
    live(store, polled.extend({ pollFrequency: Infinity })).subscribe();
    expect(requests.count).toBe(1);
    requests.last.answer('a');
    pass(clock, 100_000_000);
    expect(requests.count).toBe(1);
  });

  it.each([0, -1, NaN, '1000', null])(
    'rejects a frequency of %p when the endpoint is created',
    (wrong) => {
      expect(() => polled.extend({ pollFrequency: wrong as number })).toThrow(
        expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
      );
    },
  );
});

describe('several subscriptions to a key', () => {
  it('poll it once for all, at the shortest interval', () => {
    const { store, clock, times, tick } = answeringKit();
    const rarely = tick.extend({ pollFrequency: 3_000 });
    live(store, rarely).subscribe();
    live(store, rarely).subscribe();
    const often = live(store, tick).subscribe();
    pass(clock, 2_000);
    expect(times).toEqual([0, 1_000, 2_000]);
    often.unsubscribe();
    pass(clock, 6_000);
    expect(times).toEqual([0, 1_000, 2_000, 5_000, 8_000]);
  });

  it('fetch earlier as soon as one with a shorter interval is added', () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick.extend({ pollFrequency: 10_000 })).subscribe();
    pass(clock, 4_000);
    live(store, tick).subscribe();
    expect(times).toEqual([0, 4_000]);
  });

  it('share one deadline', () => {
    const { store } = storeKit({ dataExpiryLength: Infinity });
    for (let i = 0; i < 10; i++) live(store, polled).subscribe();
    requests.last.answer('a');
    expect(store.stats()).toMatchObject({ timers: 1, entries: 1, subscribers: 10 });
  });

  it('are removed once each, however often they are unsubscribed', () => {
    const { store, clock } = storeKit({ graceTime: 0 });
    const first = live(store, polled).subscribe();
    live(store, slowly).subscribe();
    first.unsubscribe();
    first.unsubscribe();
    requests.last.answer('a');
    pass(clock, 10_000);
    expect(requests.count).toBe(2);
    expect(store.stats().subscribers).toBe(1);
  });
});

describe('the end of a poll', () => {
  it('comes the grace time after the last subscriber', () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick).subscribe().unsubscribe();
    pass(clock, 4_999);
    expect(times).toHaveLength(5);
    pass(clock, 100_000);
    expect(times).toHaveLength(5);
    expect(store.stats()).toMatchObject({ timers: 0, subscribers: 0 });
  });

  it('does not come if a subscriber returns in time, and no request is sent twice', () => {
    const { store, clock, times, tick } = answeringKit();
    const first = live(store, tick).subscribe();
    first.unsubscribe();
    live(store, tick).subscribe();
    expect(times).toEqual([0]);
    pass(clock, 20_500);
    expect(times).toHaveLength(21);
  });

  it('comes also if other observers stay', () => {
    const { store, clock, times, tick } = answeringKit();
    collectStates(store.observe(tick));
    live(store, tick).subscribe().unsubscribe();
    pass(clock, 100_000);
    expect(times).toHaveLength(5);
  });

  it('comes at once with a reset, if there is no subscriber', async () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick).subscribe().unsubscribe();
    await store.reset();
    pass(clock, 100_000);
    expect(times).toEqual([0]);
  });

  it('does not come sooner if keys are garbage-collected at once', () => {
    const { store, clock, times, tick } = answeringKit({ gcTime: 0, graceTime: 60_000 });
    live(store, tick.extend({ pollFrequency: 10_000 }))
      .subscribe()
      .unsubscribe();
    pass(clock, 1);
    store.gc();
    pass(clock, 59_000);
    expect(times).toHaveLength(6);
    pass(clock, 41_000);
    expect(times).toHaveLength(6);
    expect(store.stats()).toMatchObject({ entries: 0, timers: 0 });
  });

  it('comes with the disposal of the store, and leaves nothing behind', () => {
    const active$ = new Subject<boolean>();
    const { store, clock } = storeKit({ active$ });
    const subscription = live(store, polled).subscribe();
    live(store, slowly).subscribe();
    expect(active$.observed).toBe(true);
    store.dispose();
    expect(active$.observed).toBe(false);
    expect(subscription.closed).toBe(true);
    pass(clock, 100_000);
    expect(requests.count).toBe(1);
    expect(Object.values(store.stats()).every((count) => count === 0)).toBe(true);
    subscription.unsubscribe();
    expect(() => live(store, polled).subscribe()).toThrow(
      expect.objectContaining({ code: 'SB_DISPOSED' }),
    );
  });
});

describe('polls while active$ is false', () => {
  it('rest; a poll that was due is made up for once when they resume, and the next one counts from there', () => {
    const active$ = new BehaviorSubject(true);
    const { store, clock, times, tick } = answeringKit({ active$ });
    live(store, tick).subscribe();
    pass(clock, 500);
    active$.next(false);
    expect(store.stats().timers).toBe(1);
    pass(clock, 60_000);
    expect(times).toEqual([0]);
    active$.next(true);
    expect(times).toEqual([0, 60_500]);
    pass(clock, 1_000);
    expect(times).toEqual([0, 60_500, 61_500]);
  });

  it('rest, and keep their time if none was due', () => {
    const active$ = new BehaviorSubject(true);
    const { store, clock, times, tick } = answeringKit({ active$ });
    live(store, tick).subscribe();
    pass(clock, 200);
    active$.next(false);
    pass(clock, 200);
    active$.next(true);
    expect(times).toEqual([0]);
    pass(clock, 600);
    expect(times).toEqual([0, 1_000]);
  });

  it('wait if they begin then', () => {
    const active$ = new BehaviorSubject(false);
    const { store, clock, times, tick } = answeringKit({ active$ });
    live(store, tick).subscribe();
    pass(clock, 10_000);
    expect(times).toEqual([]);
    active$.next(true);
    expect(times).toEqual([10_000]);
  });

  it('subscribe to active$ only as long as there is a poll', () => {
    const active$ = new BehaviorSubject(true);
    const { store, clock } = storeKit({ active$, graceTime: 1_000 });
    expect(active$.observed).toBe(false);
    const one = live(store, polled).subscribe();
    const two = live(store, polled.extend({ name: 'other' })).subscribe();
    expect(active$.observed).toBe(true);
    one.unsubscribe();
    two.unsubscribe();
    pass(clock, 1_000);
    expect(active$.observed).toBe(false);
  });

  it('run until active$ emits, whatever it emitted for earlier polls', () => {
    const active$ = new Subject<boolean>();
    const { store, clock, times, tick } = answeringKit({ active$, graceTime: 0 });
    const first = live(store, tick).subscribe();
    active$.next(false);
    first.unsubscribe();
    pass(clock, 10_000);
    live(store, tick).subscribe();
    expect(times).toEqual([0, 10_000]);
  });

  it.each([
    ['emits nothing', NEVER],
    ['ends', EMPTY],
    ['fails', throwError(() => new Error('no page'))],
  ])('run if active$ %s', (_how, active$) => {
    const { store, clock, times, tick, reported } = answeringKit({ active$ });
    live(store, tick).subscribe();
    pass(clock, 1_000);
    expect(times).toEqual([0, 1_000]);
    expect(reported).toHaveLength(_how === 'fails' ? 1 : 0);
  });

  it('fall due only once after a sleep of the machine', () => {
    const { store, clock, times, tick } = answeringKit();
    live(store, tick).subscribe();
    // After a sleep, timers run late and the clock is far ahead.
    clock.advance(3_600_000);
    expect(times).toEqual([0, 3_600_000]);
    pass(clock, 1_000);
    expect(times).toEqual([0, 3_600_000, 3_601_000]);
  });
});

it('a subscription refetches invalidated, expired, removed and reset data, without another observer', async () => {
  const { store, clock } = storeKit();
  const user = new Endpoint(requests.send, {
    name: 'user',
    schema: User,
    lookup: true,
    pollFrequency: 100_000,
  });
  const remove = new Endpoint(requests.send, {
    name: 'remove',
    schema: new Invalidate(User),
    sideEffect: true,
  });
  live(store, user, '1').subscribe();
  requests.last.answer(ann);
  store.invalidate(user, '1');
  expect(requests.count).toBe(2);
  requests.last.answer(ann);
  store.expireAll(user);
  expect(requests.count).toBe(3);
  requests.last.answer(ann);
  store.setResponse(remove, '1', '1');
  expect(requests.count).toBe(4);
  requests.last.answer(ann);
  await store.reset();
  expect(requests.count).toBe(5);
  requests.last.answer(bob);
  pass(clock, 99_000);
  expect(requests.count).toBe(5);
});

it('a subscription refetches removed data also if it has not fetched before', () => {
  const { store } = storeKit();
  const user = new Endpoint(requests.send, {
    name: 'user',
    schema: User,
    lookup: true,
    pollFrequency: 100_000,
  });
  store.set(User, ann);
  live(store, user, '1').subscribe();
  expect(requests.count).toBe(0);
  store.set(new Invalidate(User), { id: '1' });
  expect(requests.count).toBe(1);
});

it('an endpoint with cancel aborts the poll in flight when the last subscriber leaves', () => {
  const { store } = storeKit();
  const subscription = live(store, polled.extend({ cancel: true })).subscribe();
  expect(requests.last.isFollowed).toBe(true);
  subscription.unsubscribe();
  expect(requests.last.isFollowed).toBe(false);
});

it('null is inactive: nothing is fetched or retained', () => {
  const { store } = storeKit();
  const subscription = live(store, polled, null).subscribe();
  expect(subscription.closed).toBe(false);
  expect(store.stats()).toMatchObject({ entries: 0, subscribers: 0, timers: 0 });
  subscription.unsubscribe();
  expect(requests.count).toBe(0);
});
