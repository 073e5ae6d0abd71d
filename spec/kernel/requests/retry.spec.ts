import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { RetryOption } from '../../../src/data/endpoint/RetryOption.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { failure, longPauses, pauses } from '../../support/retryKit.ts';
import { collectStates } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const patient = read.extend({ retry: 3 });
const down = failure(503);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('retry', () => {
  it('is off by default: one failed try is a failure', () => {
    const { store, clock } = longPauses();
    const reader = collectStates(store.observe(read));
    requests.last.fail(down);
    clock.advance(900);
    expect(reader.values).toHaveLength(2);
    clock.advance(1_000_000);
    expect(requests.count).toBe(1);
    expect(store.stats().timers).toBe(0);
  });

  it('resolves with the response of a later try', async () => {
    const { store, clock } = longPauses();
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

  it('fails after its count, with the failure of the last try', async () => {
    const { store, clock } = longPauses();
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
    expect(pauses(7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(pauses({ delay: 100, maxDelay: 300 })).toEqual([100, 200, 300]);
    expect(pauses({ count: 1 })).toEqual([1_000]);
  });

  it('randomizes each wait over its whole length (G10)', () => {
    expect(pauses(3, down, { random: () => 0.5 })).toEqual([500, 1_000, 2_000]);
    const sums = Array.from({ length: 20 }, () =>
      pauses(3, down, { random: Math.random }).reduce((sum, wait) => sum + wait, 0),
    );
    expect(new Set(sums).size).toBeGreaterThan(5);
    expect(Math.max(...sums)).toBeLessThanOrEqual(7_300);
  });

  it.each([0, 408, 429, 500, 502, 503, 504])('tries again after status %d', (status) => {
    expect(pauses(1, failure(status))).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 410, 422])('does not try again after status %d', (status) => {
    expect(pauses(3, failure(status))).toEqual([]);
  });

  it('recognizes failures of fetch on every platform', () => {
    for (const text of ['Failed to fetch', 'fetch failed', 'Load failed', 'terminated']) {
      expect(pauses(1, new TypeError(text))).toHaveLength(1);
    }
    expect(pauses(1, new TypeError('x is not a function'))).toEqual([]);
    expect(pauses(1, new Error('no status'))).toEqual([]);
  });

  it('calls `when` with the error and the number of the failed try', () => {
    const calls: unknown[] = [];
    const when = (error: Error, attempt: number): boolean => {
      calls.push([error, attempt]);
      return attempt < 2;
    };
    const odd = new Error('odd');
    expect(pauses({ count: 5, when }, odd)).toEqual([1_000]);
    expect(calls).toEqual([
      [odd, 1],
      [odd, 2],
    ]);
  });

  it('reports a `when` that throws, and keeps the failure of the request', async () => {
    const { store, reported } = longPauses();
    const when = (): boolean => {
      throw new Error('odd when');
    };
    const fetched = store.fetch(read.extend({ retry: { when } }));
    requests.last.fail(down);
    await expect(fetched).rejects.toBe(down);
    expect(reported).toMatchObject([{ message: 'odd when' }]);
  });

  it('defaults to that of the store', () => {
    const { store, clock } = longPauses({ retry: 1 });
    void store.fetch(read);
    requests.last.fail(down);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
  });

  it.each<RetryOption>([false, 0])('%s on the endpoint disables that of the store', (retry) => {
    const { store, clock } = longPauses({ retry: 5 });
    void store.fetch(read.extend({ retry }));
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('is for reads: mutations are sent once, whatever the option of the store (C19)', async () => {
    const { store, clock } = longPauses({ retry: 5 });
    const create = read.extend({ name: 'create', sideEffect: true });
    const created = store.fetch(create);
    requests.last.fail(down);
    await expect(created).rejects.toBe(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('does not repeat a request whose response cannot be normalized', async () => {
    const { store, clock } = longPauses();
    const broken = patient.extend({
      schema: {
        normalize: () => {
          throw down;
        },
      },
    });
    const fetched = store.fetch(broken);
    requests.last.answer('a');
    await expect(fetched).rejects.toBe(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('counts tries in the state, and shows no error before the last', () => {
    const { store, clock } = longPauses();
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

  it('passes the number of the try to the endpoint, and emits each try in actions$', () => {
    const tries: unknown[] = [];
    const counting = patient.extend({
      fetch(this: { context?: { attempt: number } }) {
        tries.push(this.context?.attempt);
        return requests.send();
      },
    });
    const { store, clock } = longPauses();
    const actions = collect(store.actions$);
    void store.fetch(counting);
    requests.last.fail(down);
    clock.advance(1_000);
    expect(tries).toEqual([1, 2]);
    expect(actions.values.map(({ type }) => type)).toEqual(['fetch', 'fetch']);
  });

  it('keeps the data', () => {
    const { store, clock } = longPauses();
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

  it('orders the response by its own try, not by the first', () => {
    const { store, clock } = longPauses();
    void store.fetch(patient);
    requests.last.fail(down);
    store.setResponse(patient, 'written while it waited');
    clock.advance(1_000);
    requests.last.answer('newer');
    expect(store.getState(patient).data).toBe('newer');
  });

  it('stops after the first value of a live source', () => {
    const { store, clock } = longPauses();
    const reader = collectStates(store.observe(patient));
    requests.last.push('a');
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    expect(reader.values[2]).toMatch(/^valid a failed/);
  });

  it('does not repeat an aborted request (C15)', async () => {
    const { store, clock } = longPauses();
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    const fetched = store.fetch(read.extend({ retry: { when: () => true } }));
    requests.last.fail(aborted);
    await expect(fetched).rejects.toBe(aborted);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });
});
