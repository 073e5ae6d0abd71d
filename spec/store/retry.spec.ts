import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import type { RetryOption } from '../../src/endpoint/RetryOption.ts';
import { NetworkError } from '../../src/rest/NetworkError.ts';
import { RestEndpoint } from '../../src/rest/RestEndpoint.ts';
import type { StoreOptions } from '../../src/store/StoreOptions.ts';
import { collect } from '../support/collect.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const patient = read.extend({ retry: 3 });

beforeEach(() => {
  requests.sent.length = 0;
});

const failure = (status: number, headers?: Record<string, string>): NetworkError =>
  new NetworkError({
    endpoint: 'read',
    method: 'GET',
    url: '/read',
    status,
    ...(headers && { response: new Response('', { status, headers }) }),
  });
const down = failure(503);

/** A store whose waits are as long as they can be; tries are counted as time passes. */
const kit = (options: StoreOptions = {}) => storeKit({ random: () => 1, ...options });

/** The ms after which each further try is sent, when each one fails at once. */
function waits(retry: RetryOption, error: Error = down, options: StoreOptions = {}): number[] {
  requests.sent.length = 0;
  const { store, clock } = kit(options);
  void store.fetch(read.extend({ retry }));
  const found: number[] = [];
  let waited = 0;
  requests.last.fail(error);
  for (let step = 0; step < 2_000; step++) {
    const { count } = requests;
    clock.advance(100);
    waited += 100;
    if (requests.count === count) continue;
    found.push(waited);
    waited = 0;
    requests.last.fail(error);
  }
  store.dispose();
  return found;
}

describe('retry', () => {
  it('is off by default: one failure is the failure', () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(read));
    requests.last.fail(down);
    clock.advance(900);
    expect(reader.values).toHaveLength(2);
    clock.advance(1_000_000);
    expect(requests.count).toBe(1);
    expect(store.stats().timers).toBe(0);
  });

  it('resolves with the answer of a later try', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    clock.advance(1_000);
    requests.last.fail(failure(0));
    clock.advance(2_000);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    expect(requests.count).toBe(3);
    expect(store.getState(patient)).toMatchObject({ status: 'valid', data: 'a', error: undefined });
  });

  it('gives up after its count, with the failure of the last try', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(read.extend({ retry: 1 }));
    requests.last.fail(failure(500));
    clock.advance(1_000);
    requests.last.fail(down);
    await expect(fetched).rejects.toBe(down);
    expect(store.getState(read).error).toBe(down);
    clock.advance(1_000_000);
    expect(requests.count).toBe(2);
  });

  it('doubles its waits up to maxDelay', () => {
    expect(waits(7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(waits({ delay: 100, maxDelay: 300 })).toEqual([100, 200, 300]);
    expect(waits({ count: 1 })).toEqual([1_000]);
  });

  it('spreads each wait over its whole length (G10)', () => {
    expect(waits(3, down, { random: () => 0.5 })).toEqual([500, 1_000, 2_000]);
    const sums = Array.from({ length: 20 }, () =>
      waits(3, down, { random: Math.random }).reduce((sum, wait) => sum + wait, 0),
    );
    expect(new Set(sums).size).toBeGreaterThan(5);
    expect(Math.max(...sums)).toBeLessThanOrEqual(7_300);
  });

  it.each([0, 408, 429, 500, 502, 503, 504])('tries again after status %d', (status) => {
    expect(waits(1, failure(status))).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 410, 422])('does not try again after status %d', (status) => {
    expect(waits(3, failure(status))).toEqual([]);
  });

  it('knows the failures of fetch, whatever the platform calls them', () => {
    for (const text of ['Failed to fetch', 'fetch failed', 'Load failed', 'terminated']) {
      expect(waits(1, new TypeError(text))).toHaveLength(1);
    }
    expect(waits(1, new TypeError('x is not a function'))).toEqual([]);
    expect(waits(1, new Error('no status'))).toEqual([]);
  });

  it('asks when, with the error and the number of the try that failed', () => {
    const asked: unknown[] = [];
    const when = (error: Error, attempt: number): boolean => {
      asked.push([error, attempt]);
      return attempt < 2;
    };
    const odd = new Error('odd');
    expect(waits({ count: 5, when }, odd)).toEqual([1_000]);
    expect(asked).toEqual([
      [odd, 1],
      [odd, 2],
    ]);
  });

  it('reports a when that throws, and keeps the failure of the request', async () => {
    const { store, reported } = kit();
    const when = (): boolean => {
      throw new Error('odd when');
    };
    const fetched = store.fetch(read.extend({ retry: { when } }));
    requests.last.fail(down);
    await expect(fetched).rejects.toBe(down);
    expect(reported).toMatchObject([{ message: 'odd when' }]);
  });

  it('is that of the store where the endpoint does not say', () => {
    const { store, clock } = kit({ retry: 1 });
    void store.fetch(read);
    requests.last.fail(down);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
  });

  it.each<RetryOption>([false, 0])('%s on the endpoint switches that of the store off', (retry) => {
    const { store, clock } = kit({ retry: 5 });
    void store.fetch(read.extend({ retry }));
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('is for reads: mutations are sent once, whatever the store says (C19)', async () => {
    const { store, clock } = kit({ retry: 5 });
    const create = read.extend({ name: 'create', sideEffect: true });
    const created = store.fetch(create);
    requests.last.fail(down);
    await expect(created).rejects.toBe(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('does not repeat what failed in the store: an answer that cannot be used', async () => {
    const { store, clock } = kit();
    const broken = patient.extend({
      schema: {
        normalize: () => {
          throw failure(503);
        },
      },
    });
    const fetched = store.fetch(broken);
    requests.last.answer('a');
    await expect(fetched).rejects.toThrow();
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('counts tries in the state, and shows no error before the last', () => {
    const { store, clock } = kit();
    const attempts = collect(store.observe(patient));
    requests.last.fail(down);
    clock.advance(1_000);
    requests.last.fail(down);
    clock.advance(2_000);
    requests.last.answer('a');
    expect(
      attempts.values.map(({ attempt, fetching, error }) => [attempt, fetching, error]),
    ).toEqual([
      [1, true, undefined],
      [2, true, undefined],
      [3, true, undefined],
      [0, false, undefined],
    ]);
  });

  it('tells the endpoint which try it is, and tells each one in actions$', () => {
    const tries: unknown[] = [];
    const counting = patient.extend({
      fetch(this: { context?: { attempt: number } }) {
        tries.push(this.context?.attempt);
        return requests.send();
      },
    });
    const { store, clock } = kit();
    const actions = collect(store.actions$);
    void store.fetch(counting);
    requests.last.fail(down);
    clock.advance(1_000);
    expect(tries).toEqual([1, 2]);
    expect(actions.values.map(({ type }) => type)).toEqual(['fetch', 'fetch']);
  });

  it('keeps the data that is there', () => {
    const { store, clock } = kit();
    store.setResponse(patient, 'old');
    const reader = collectStates(store.observe(patient));
    void store.fetch(patient);
    requests.last.fail(down);
    clock.advance(1_000);
    requests.last.answer('new');
    expect(reader.values).toEqual([
      'valid old',
      'valid old fetching',
      'valid old fetching',
      'valid new',
    ]);
  });

  it('places the answer where its try was sent, not where the first was', () => {
    const { store, clock } = kit();
    void store.fetch(patient);
    requests.last.fail(down);
    store.setResponse(patient, 'written while it waited');
    clock.advance(1_000);
    requests.last.answer('newer');
    expect(store.getState(patient).data).toBe('newer');
  });

  it('does not go on once a live source has given a value', () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(patient));
    requests.last.push('a');
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    expect(reader.values[2]).toMatch(/^valid a failed/);
  });

  it('of an abort does not happen (C15)', async () => {
    const { store, clock } = kit();
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    const fetched = store.fetch(read.extend({ retry: { when: () => true } }));
    requests.last.fail(aborted);
    await expect(fetched).rejects.toBe(aborted);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });
});

describe('Retry-After', () => {
  const waitsFor = (
    retryAfter: string,
    headers: Record<string, string> = {},
    random = 0,
  ): number[] =>
    waits({ count: 1 }, failure(429, { 'retry-after': retryAfter, ...headers }), {
      random: () => random,
    });

  it('in seconds is waited for', () => {
    expect(waitsFor('7')).toEqual([7_000]);
  });

  it('is spread: who was told the same does not come back together (G10)', () => {
    expect(waitsFor('7', {}, 0.5)).toEqual([7_500]);
  });

  it('as a date is waited for', () => {
    // The clock of the kit starts at 1,000,000 ms.
    expect(waitsFor(new Date(1_009_000).toUTCString())).toEqual([9_000]);
  });

  it('as a date counts from the date of the answer, whatever the clock says (G9)', () => {
    const at = Date.UTC(2031, 0, 1);
    const headers = { date: new Date(at).toUTCString() };
    expect(waitsFor(new Date(at + 5_000).toUTCString(), headers)).toEqual([5_000]);
  });

  it('is capped by maxDelay', () => {
    expect(waitsFor('3600')).toEqual([30_000]);
    expect(waitsFor('9'.repeat(400))).toEqual([30_000]);
  });

  it.each(['', 'soon', '-5', '1.5', 'NaN', new Date(0).toUTCString()])(
    'of "%s" asks for nothing more',
    (text) => {
      expect(waitsFor(text, {}, 1)).toEqual([1_000]);
    },
  );

  it('is read from the answer that a RestEndpoint got', async () => {
    let sent = 0;
    const { store, clock } = kit({
      random: () => 0,
      retry: 1,
      fetch: async () =>
        ++sent === 1
          ? new Response('busy', { status: 503, headers: { 'retry-after': '5' } })
          : Response.json('a'),
    });
    const fetched = store.fetch(new RestEndpoint({ path: '/thing' }));
    await new Promise(setImmediate);
    clock.advance(4_999);
    expect(sent).toBe(1);
    clock.advance(1);
    expect(await fetched).toBe('a');
  });

  it('without retry does nothing', () => {
    expect(waits(false, failure(503, { 'retry-after': '1' }))).toEqual([]);
  });
});

describe('one chain of tries', () => {
  it('serves fifty callers, who all get the same error (C17)', async () => {
    const { store, clock } = kit();
    const callers = Array.from({ length: 25 }, () => store.fetch(patient));
    requests.last.fail(down);
    clock.advance(500);
    callers.push(...Array.from({ length: 25 }, () => store.fetch(patient)));
    const reader = collectStates(store.observe(patient));
    for (const wait of [500, 2_000, 4_000]) {
      clock.advance(wait);
      requests.last.fail(down);
    }
    expect(requests.count).toBe(4);
    for (const result of await Promise.allSettled(callers)) {
      expect(result).toEqual({ status: 'rejected', reason: down });
    }
    expect(reader.values.at(-1)).toMatch(/^valid failed/);
    expect(store.getState(patient).error).toBe(down);
  });

  it('is no unhandled rejection for callers that do not look (C17)', async () => {
    const { store, clock } = kit();
    for (let i = 0; i < 50; i++) void store.fetch(read.extend({ retry: 1 }));
    requests.last.fail(down);
    clock.advance(1_000);
    requests.last.fail(down);
    await new Promise(setImmediate);
    expect(store.stats().inFlight).toBe(0);
  });

  it('ends with the last lease, and the next reader asks at once (C18)', () => {
    const { store, clock } = kit();
    const [one, two] = [
      collectStates(store.observe(patient)),
      collectStates(store.observe(patient)),
    ];
    requests.last.fail(down);
    one.stop();
    expect(store.stats().inFlight).toBe(1);
    two.stop();
    expect(store.stats().inFlight).toBe(0);
    clock.advance(1_000);
    expect(requests.count).toBe(1);
    expect(store.getState(patient)).toMatchObject({ error: undefined, fetching: false });
    const next = collectStates(store.observe(patient));
    expect(next.values).toEqual(['invalid fetching']);
    expect(requests.count).toBe(2);
  });

  it('does not go on when its try fails after the last lease is gone (C18)', () => {
    const { store, clock } = kit();
    collectStates(store.observe(patient)).stop();
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });

  it('ends with a reset', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    await store.reset();
    await expect(fetched).rejects.toMatchObject({ code: 'SB_RESET' });
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('ends with dispose', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    store.dispose();
    await expect(fetched).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    expect(store.stats().timers).toBe(0);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('ends when an invalidation sends a newer request (C18)', async () => {
    const { store, clock } = kit();
    const reader = collectStates(store.observe(patient));
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    store.invalidate(patient);
    expect(requests.count).toBe(2);
    await expect(fetched).rejects.toBe(down);
    clock.advance(100_000);
    expect(requests.count).toBe(2);
    requests.last.answer('a');
    expect(reader.values.at(-1)).toBe('valid a');
    expect(store.stats().inFlight).toBe(0);
  });

  it('of a try from before an invalidation does not go on (C18)', () => {
    const { store, clock } = kit();
    collectStates(store.observe(patient));
    store.invalidate(patient);
    requests.at(0).fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(2);
  });

  it('that only a promise waits for goes on through an invalidation', async () => {
    const { store, clock } = kit();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    store.invalidate(patient);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    expect(store.getState(patient)).toMatchObject({ status: 'valid', data: 'a' });
  });

  it('does not come back all at once after a sleep (G5)', () => {
    let next = 0;
    const random = (): number => (next = (next + 0.1) % 1);
    const { store, clock } = kit({ random });
    for (let i = 0; i < 9; i++) {
      void store.fetch(patient, i);
      requests.last.fail(down);
    }
    clock.adjust(3_600_000);
    clock.advance(100);
    expect(requests.count).toBeLessThan(12);
    clock.advance(1_000);
    expect(requests.count).toBe(18);
  });
});
