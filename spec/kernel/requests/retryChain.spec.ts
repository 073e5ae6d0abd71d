import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { failure, longPauses } from '../../support/retryKit.ts';
import { collectStates } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const patient = read.extend({ retry: 3 });
const down = failure(503);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('one chain of tries', () => {
  it('serves fifty callers, which all get the same error (C17)', async () => {
    const { store, clock } = longPauses();
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

  it('is not an unhandled rejection for callers that ignore the promise (C17)', async () => {
    const { store, clock } = longPauses();
    for (let i = 0; i < 50; i++) void store.fetch(read.extend({ retry: 1 }));
    requests.last.fail(down);
    clock.advance(1_000);
    requests.last.fail(down);
    await new Promise(setImmediate);
    expect(store.stats().inFlight).toBe(0);
  });

  it('ends with the last lease, and the next observer fetches at once (C18)', () => {
    const { store, clock } = longPauses();
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

  it('ends when its try fails after the last lease was released (C18)', () => {
    const { store, clock } = longPauses();
    collectStates(store.observe(patient)).stop();
    requests.last.fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });

  it('ends with a reset', async () => {
    const { store, clock } = longPauses();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    await store.reset();
    await expect(fetched).rejects.toMatchObject({ code: 'SB_RESET' });
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('ends with dispose', async () => {
    const { store, clock } = longPauses();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    store.dispose();
    await expect(fetched).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    expect(store.stats().timers).toBe(0);
    clock.advance(100_000);
    expect(requests.count).toBe(1);
  });

  it('ends when an invalidation sends a newer request (C18)', async () => {
    const { store, clock } = longPauses();
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

  it('ends when a try fails that was sent before an invalidation (C18)', () => {
    const { store, clock } = longPauses();
    collectStates(store.observe(patient));
    store.invalidate(patient);
    requests.at(0).fail(down);
    clock.advance(100_000);
    expect(requests.count).toBe(2);
  });

  it('that only a promise waits for continues after an invalidation', async () => {
    const { store, clock } = longPauses();
    const fetched = store.fetch(patient);
    requests.last.fail(down);
    store.invalidate(patient);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    expect(store.getState(patient)).toMatchObject({ status: 'valid', data: 'a' });
  });

  it('serves observers that join its next try, even after an invalidation in the pause', () => {
    const { store, clock } = longPauses();
    void store.fetch(patient);
    requests.last.fail(down);
    store.invalidate(patient);
    clock.advance(1_000);
    const reader = collectStates(store.observe(patient));
    requests.last.answer('a');
    expect(requests.count).toBe(2);
    expect(reader.values).toEqual(['invalid fetching', 'valid a']);
  });

  it('does not send the tries of all keys at once after a sleep (G5)', () => {
    let next = 0;
    const random = (): number => (next = (next + 0.1) % 1);
    const { store, clock } = longPauses({ random });
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
