import { concatMap, from, Subject } from 'rxjs';
import { Endpoint, type Interceptor, NetworkError, RestEndpoint } from 'streambed';
import { collect } from '../support/collect.ts';
import { ann, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const updateUser = getUser.extend({ name: 'updateUser', sideEffect: true });

const busy = (headers: Record<string, string> = {}): NetworkError =>
  new NetworkError({
    endpoint: 'getUser',
    method: 'GET',
    url: '/users/1',
    status: 503,
    response: new Response('', { status: 503, headers }),
  });

describe('C14 of two callers of one request', () => {
  const aborting = () => {
    const controller = new AbortController();
    return {
      abort: () => controller.abort(),
      endpoint: getUser.extend({ signal: controller.signal }),
    };
  };

  it('C14 a caller that aborts is rejected, the other one gets the response, and the network request goes on', async () => {
    const { store } = storeKit();
    const [mine, other] = [aborting(), aborting()];
    const calls = [store.fetch(mine.endpoint, '1'), store.fetch(other.endpoint, '1')];
    expect(requests.count).toBe(1);
    mine.abort();
    await expect(calls[0]).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests.last.isFollowed).toBe(true);
    requests.last.answer(ann);
    await expect(calls[1]).resolves.toMatchObject({ name: 'Ann' });
  });

  it('C14 the last caller that aborts ends the network request; a subscriber keeps it', async () => {
    const { store } = storeKit();
    const [mine, other] = [aborting(), aborting()];
    const calls = [store.fetch(mine.endpoint, '1'), store.fetch(other.endpoint, '1')];
    for (const { abort } of [mine, other]) abort();
    await Promise.allSettled(calls);
    expect(requests.last.isFollowed).toBe(false);
    const observer = collectStates(store.observe(getUser, '2'));
    const third = aborting();
    const call = store.fetch(third.endpoint, '2').catch(() => {});
    third.abort();
    await call;
    requests.last.answer({ ...ann, id: '2' });
    expect(observer.values.at(-1)).toBe('valid Ann');
  });
});

describe('C18 a series of retries', () => {
  const patient = getUser.extend({ retry: 5, cancel: true });

  it.each(['the last observer unsubscribes', 'a reset', 'a newer request', 'dispose'])(
    'C18 ends with %s: nothing is sent later',
    async (end) => {
      const { store, clock } = storeKit({ random: () => 1 });
      const observer = collectStates(store.observe(patient, '1'));
      requests.last.fail(busy());
      expect(store.stats().inFlight).toBe(1);
      if (end === 'the last observer unsubscribes') observer.stop();
      if (end === 'a reset') void store.reset();
      if (end === 'a newer request') store.invalidate(patient, '1');
      if (end === 'dispose') store.dispose();
      const fetchesAgain = end === 'a reset' || end === 'a newer request';
      expect(requests.count).toBe(fetchesAgain ? 2 : 1);
      if (fetchesAgain) requests.last.answer(ann);
      clock.advance(120_000);
      expect(requests.count).toBe(fetchesAgain ? 2 : 1);
    },
  );
});

describe('C19 a retry', () => {
  it('C19 happens for reads only: a mutation is sent once, whatever the store says', async () => {
    const { store, clock } = storeKit({ retry: 5, random: () => 1 });
    const call = store.fetch(updateUser, '1');
    requests.last.fail(busy());
    await expect(call).rejects.toMatchObject({ status: 503 });
    clock.advance(120_000);
    expect(requests.count).toBe(1);
  });

  it('C19 keeps the idempotency key of a mutation that an interceptor repeats', async () => {
    const keys: (string | undefined)[] = [];
    let made = 0;
    const repeated: Interceptor = async (request, next) => {
      const headers = { ...request.headers, 'idempotency-key': `key ${++made}` };
      for (let tries = 1; ; tries++) {
        try {
          return await new Promise((resolve, reject) => {
            next({ ...request, headers }).subscribe({ next: resolve, error: reject });
          });
        } catch (error) {
          if (tries === 3) throw error;
        }
      }
    };
    const { store } = storeKit({
      interceptors: [repeated],
      fetch: async (_input, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key') ?? undefined);
        return Response.json(ann, { status: keys.length < 3 ? 503 : 200 });
      },
    });
    const update = new RestEndpoint({ path: '/users/:id', method: 'PUT', schema: User });
    await store.fetch(update, { id: '1' }, { name: 'Ann' });
    expect(keys).toEqual(['key 1', 'key 1', 'key 1']);
  });

  it.each([
    ['in seconds', () => '20', 20_000],
    ['as a date', () => new Date(1_020_000).toUTCString(), 20_000],
    ['beyond every cap', () => '86400', 30_000],
  ])('C19 waits as long as Retry-After says %s, up to a cap', (_, after, wait) => {
    const { store, clock } = storeKit({ retry: { count: 1, delay: 0 }, random: () => 1 });
    void store.fetch(getUser, '1').catch(() => {});
    requests.last.fail(busy({ 'retry-after': after() }));
    clock.advance(wait - 1_000);
    expect(requests.count).toBe(1);
    clock.advance(1_001);
    expect(requests.count).toBe(2);
  });
});

it('C20 mutations are sent at once and independently; concatMap sends them one after the other, and a failure delays none', async () => {
  const { store } = storeKit();
  const atOnce = [1, 2].map((n) => store.fetch(updateUser, '1', n).catch(() => {}));
  expect(requests.count).toBe(2);
  for (const request of requests.sent) request.fail(new Error('no'));
  await Promise.all(atOnce);

  const changes$ = new Subject<string>();
  const one = (name: string) => from(store.fetch(updateUser, '1', name).catch(() => undefined));
  const done = collect(changes$.pipe(concatMap(one)));
  for (const name of ['a', 'b', 'c']) changes$.next(name);
  for (const name of ['a', 'b', 'c']) {
    expect(requests.last.args).toEqual(['1', name]);
    if (name === 'a') requests.last.fail(new Error('no'));
    else requests.last.answer({ ...ann, name });
    await new Promise(setImmediate);
  }
  expect(requests.count).toBe(5);
  expect(done.values).toHaveLength(3);
  expect(store.get(User, '1')?.name).toBe('c');
});
