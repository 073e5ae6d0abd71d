import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const HOUR = 3_600_000;
const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a wall clock that is changed', () => {
  it('by a day backwards does not keep data valid for a day (G3)', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.answer('a');
    clock.advance(30_000);
    clock.adjust(-24 * HOUR);
    clock.advance(30_001);
    expect(reader.values.at(-1)).toBe('stale a');
  });

  it('by a day backwards does not keep unobserved data valid (G3)', () => {
    const { store, clock } = storeKit();
    store.setResponse(read, 'a');
    clock.adjust(-24 * HOUR);
    expect(store.getState(read).status).toBe('valid');
    clock.advance(60_001);
    expect(store.getState(read).status).toBe('stale');
  });

  it('by an hour backwards does not delay a timeout or a retry (G3)', async () => {
    const { store, clock } = storeKit({ timeout: 10_000, retry: 1, random: () => 1 });
    const fetched = store.fetch(read);
    clock.adjust(-HOUR);
    clock.advance(10_000);
    clock.adjust(-HOUR);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
    clock.advance(10_000);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
  });

  it('backwards never makes a result older than the one before (G3)', () => {
    const { store, clock } = storeKit();
    store.setResponse(read, 'a');
    const { fetchedAt } = store.getState(read);
    clock.adjust(-HOUR);
    store.setResponse(read, 'b');
    expect(store.getState(read).data).toBe('b');
    expect(store.getState(read).fetchedAt).toBeGreaterThanOrEqual(fetchedAt);
  });

  it('forwards makes data stale once and sends no request (G4, G5)', () => {
    const { store, clock } = storeKit();
    const readers = [1, 2, 3].map((id) => {
      const reader = collectStates(store.observe(read, id));
      requests.last.answer('a');
      return reader;
    });
    clock.adjust(24 * HOUR);
    clock.advance(60_001);
    expect(readers.map(({ values }) => values.slice(2))).toEqual([
      ['stale a'],
      ['stale a'],
      ['stale a'],
    ]);
    expect(requests.count).toBe(3);
  });

  it('forwards is noticed by the next observer of a key, before its timer fires (G5)', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.answer('a');
    clock.adjust(8 * HOUR);
    collectStates(store.observe(read));
    expect(requests.count).toBe(2);
    expect(reader.values.at(-1)).toBe('stale a fetching');
  });

  it('back and forth leaves no timer and settles every promise (G3, G4)', async () => {
    const { store, clock } = storeKit({ timeout: 1_000, graceTime: 100 });
    const fetched = store.fetch(read);
    for (const step of [-HOUR, HOUR, -24 * HOUR, 48 * HOUR, -HOUR]) {
      clock.adjust(step);
      clock.advance(300);
    }
    // A clock that is set forward looks as if the page was frozen: there may be a response.
    clock.advance(1_000);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
    clock.advance(1_000);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });
});

describe('many observers that subscribe in one tick', () => {
  it('send one request, even if the data is never valid (G8)', () => {
    const { store } = storeKit({ dataExpiryLength: 0 });
    for (let i = 0; i < 100; i++) collectStates(store.observe(read));
    expect(requests.count).toBe(1);
  });
});

describe('durations', () => {
  it.each(['graceTime', 'gcTime', 'dataExpiryLength', 'timeout'])(
    'above 2^31 ms and Infinity do not fire at once: %s (G1)',
    (name) => {
      for (const length of [2 ** 31, 2 ** 40, Infinity]) {
        requests.sent.length = 0;
        const { store, clock } = storeKit({ [name]: length });
        const reader = collectStates(store.observe(read));
        clock.advance(1_000);
        requests.last.answer('a');
        clock.advance(24 * HOUR);
        expect(store.getState(read).data).toBe('a');
        expect(reader.values.slice(0, 2)).toEqual(['invalid fetching', 'valid a']);
        store.dispose();
      }
    },
  );
});
