import { asyncScheduler, BehaviorSubject, exhaustMap, NEVER, switchMap, timer } from 'rxjs';
import { createStore, Endpoint, RestEndpoint } from 'streambed';
import { startTestServer } from '../http/rest/testServer.ts';
import { collect } from '../support/collect.ts';
import { ann, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';
import { codeOf } from './support/codeOf.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const day = 86_400_000;

describe('G1 durations longer than a timer can wait', () => {
  it.each([
    [30 * day, 'stale Ann'],
    [40 * day, 'stale Ann'],
    [2 ** 53, 'valid Ann'],
  ])('G1 are waited for in parts: %d ms', (length, inTheEnd) => {
    const { store, clock } = storeKit({ graceTime: length, gcTime: length });
    const observer = collectStates(
      store.observe(getUser.extend({ dataExpiryLength: length }), '1'),
    );
    requests.last.answer(ann);
    for (const passed of [25 * day, 4 * day]) {
      clock.advance(passed);
      expect(observer.values.at(-1)).toBe('valid Ann');
    }
    clock.advance(12 * day);
    expect(observer.values.at(-1)).toBe(inTheEnd);
    expect(store.stats()).toMatchObject({ entries: 1, entities: 1 });
    expect(requests.count).toBe(1);
  });

  it('G1 do not fire at once with the timers of the platform', async () => {
    jest.useFakeTimers();
    const store = createStore({ scheduler: asyncScheduler, graceTime: 2 ** 40, gcTime: 2 ** 40 });
    const long = getUser.extend({ dataExpiryLength: 2 ** 40 });
    const observer = collectStates(store.observe(long, '1'));
    requests.last.answer(ann);
    jest.advanceTimersByTime(1_000);
    expect(observer.values.at(-1)).toBe('valid Ann');
    // One timer for all deadlines, one for the collection.
    expect(jest.getTimerCount()).toBeLessThan(3);
    store.dispose();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('G1 that are infinite need no timer', () => {
    const { store } = storeKit({ graceTime: Infinity, gcTime: Infinity });
    const observer = collectStates(
      store.observe(getUser.extend({ dataExpiryLength: Infinity }), '1'),
    );
    requests.last.answer(ann);
    expect(store.stats().timers).toBe(0);
    observer.stop();
    expect(store.stats().timers).toBe(0);
  });
});

it.each([NaN, -1, -Infinity, '1000', null, {}, true])(
  'G2 %p is no duration: making the store or the endpoint fails',
  async (wrong) => {
    const length = wrong as number;
    for (const name of ['dataExpiryLength', 'errorExpiryLength', 'graceTime', 'gcTime']) {
      expect(await codeOf(() => createStore({ [name]: length }))).toBe('SB_OPTION_INVALID');
    }
    for (const name of ['dataExpiryLength', 'errorExpiryLength']) {
      expect(await codeOf(() => getUser.extend({ [name]: length }))).toBe('SB_OPTION_INVALID');
      const options = { path: '/x', [name]: length } as const;
      expect(await codeOf(() => new RestEndpoint(options))).toBe('SB_OPTION_INVALID');
    }
  },
);

it('G2 zero and Infinity are durations', async () => {
  for (const length of [0, -0, Infinity]) {
    const options = { dataExpiryLength: length, gcTime: length, graceTime: length };
    expect(await codeOf(() => createStore(options).dispose())).toBe('no error');
  }
});

describe('G3 a clock that is set back', () => {
  it('G3 does not prolong freshness, and lets every request settle', async () => {
    const { store, clock } = storeKit();
    const observer = collectStates(store.observe(getUser, '1'));
    requests.last.answer(ann);
    clock.adjust(-day);
    const late = store.fetch(getUser, '2');
    clock.advance(60_001);
    expect(observer.values.at(-1)).toBe('stale Ann');
    await store.reset();
    await expect(late).rejects.toMatchObject({ code: 'SB_RESET' });
    clock.adjust(-day);
    const next = store.fetch(getUser, '3');
    requests.last.answer({ ...ann, id: '3' });
    await expect(next).resolves.toMatchObject({ name: 'Ann' });
  });

  it('G3 does not delay a time limit', async () => {
    const { store, clock } = storeKit({ timeout: 10_000 });
    const call = store.fetch(getUser, '1');
    clock.adjust(-day);
    clock.advance(10_000);
    await expect(call).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
  });
});

it('G4 a clock that is set forward makes all data stale, once, and sends nothing by itself', () => {
  const { store, clock } = storeKit();
  const observers = Array.from({ length: 100 }, (_, id) => {
    const observer = collectStates(store.observe(getUser, `${id}`));
    requests.last.answer({ ...ann, id: `${id}` });
    observer.news();
    return observer;
  });
  clock.adjust(day);
  clock.advance(60_001);
  expect(observers.map(({ values }) => values.at(-1))).toEqual(observers.map(() => 'stale Ann'));
  expect(observers.every((observer) => observer.news().length === 1)).toBe(true);
  expect(requests.count).toBe(100);
});

it('G5 after a sleep nothing is sent in a burst: retries stay spread, and new observers fetch once', () => {
  let drawn = 0;
  const { store, clock } = storeKit({ random: () => (drawn++ % 10) / 10 });
  const patient = getUser.extend({ retry: { count: 3, delay: 60_000, maxDelay: 60_000 } });
  for (let id = 0; id < 10; id++) {
    void store.fetch(patient, `${id}`).catch(() => {});
    requests.last.fail(Object.assign(new Error('down'), { status: 503 }));
  }
  clock.adjust(8 * 3_600_000);
  const sent: number[] = [];
  for (let second = 0; second < 120; second++) {
    const before = requests.count;
    clock.advance(1_000);
    sent.push(requests.count - before);
  }
  expect(sent.reduce((a, b) => a + b)).toBe(10);
  expect(Math.max(...sent)).toBeLessThan(10);
  const awake = [1, 2, 3].map(() => collectStates(store.observe(getUser, 'new')));
  expect(requests.count).toBe(21);
  expect(awake.map(({ values }) => values.length)).toEqual([1, 1, 1]);
});

describe('G6 and G7 polling', () => {
  it('G6 stops without subscribers and begins again with one request', async () => {
    const { store, clock } = storeKit();
    const hidden$ = new BehaviorSubject(false);
    const observer = store.observe(getUser, '1');
    collect(
      hidden$.pipe(
        switchMap((hidden) => (hidden ? NEVER : timer(0, 10_000, clock))),
        exhaustMap(() => observer.refetch()),
      ),
    );
    collect(observer);
    clock.advance(0);
    requests.last.answer(ann);
    await new Promise(setImmediate);
    hidden$.next(true);
    clock.advance(600_000);
    expect(requests.count).toBe(1);
    hidden$.next(false);
    clock.advance(0);
    expect(requests.count).toBe(2);
  });

  it('G7 never has two requests of a key in flight, however slow the responses are', () => {
    const { store, clock } = storeKit();
    const observer = store.observe(getUser, '1');
    collect(timer(0, 1_000, clock).pipe(switchMap(() => observer.refetch())));
    collect(observer);
    clock.advance(60_000);
    expect([requests.count, store.stats().inFlight]).toEqual([1, 1]);
    requests.last.answer(ann);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
  });
});

it('G8 a hundred observers at one moment share one request, however soon its response expires', () => {
  const { store, clock } = storeKit({ dataExpiryLength: 0 });
  const observers = Array.from({ length: 100 }, () => collectStates(store.observe(getUser, '1')));
  for (let again = 0; again < 100; again++) void store.fetchIfStale(getUser, '1');
  expect(requests.count).toBe(1);
  requests.last.answer(ann);
  expect(observers.map(({ values }) => values.at(-1))).toEqual(observers.map(() => 'valid Ann'));
  clock.advance(1);
  expect(requests.count).toBe(1);
});

it('G9 dates sent by a server do not affect how long its response is fresh', async () => {
  const server = await startTestServer();
  server.answer = (response) =>
    void response
      .writeHead(200, {
        'content-type': 'application/json',
        date: 'Thu, 01 Jan 1970 00:00:00 GMT',
        expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
        'last-modified': 'Fri, 31 Dec 2100 00:00:00 GMT',
        age: '1000000',
      })
      .end(JSON.stringify(ann));
  const { store, clock } = storeKit({ dataExpiryLength: 1_000 });
  const read = new RestEndpoint({ path: '/users/:id', urlPrefix: server.origin, schema: User });
  await store.fetch(read, { id: '1' });
  const { status, expiresAt } = store.getState(read, { id: '1' });
  expect([status, expiresAt]).toEqual(['valid', clock.now() + 1_000]);
  clock.advance(1_001);
  expect(store.getState(read, { id: '1' }).status).toBe('stale');
  collect(store.observe(read, { id: '1' })).stop();
  store.dispose();
  await server.close();
});

it('G10 retries of clients that failed together are spread over the whole wait, and the wait has a cap', () => {
  const waited = (random: () => number): number[] => {
    requests.sent.length = 0;
    const { store, clock } = storeKit({
      random,
      retry: { count: 4, delay: 1_000, maxDelay: 3_000 },
    });
    void store.fetch(getUser, '1').catch(() => {});
    const times: number[] = [];
    for (let ms = 0, last = 0; ms < 20_000; ms += 100) {
      if (requests.last.isFollowed) {
        times.push(ms - last);
        last = ms;
        requests.last.fail(Object.assign(new Error('down'), { status: 503 }));
      }
      clock.advance(100);
    }
    store.dispose();
    return times.slice(1);
  };
  expect(waited(() => 1)).toEqual([1_000, 2_000, 3_000, 3_000]);
  expect(waited(() => 0.5)).toEqual([500, 1_000, 1_500, 1_500]);
});
