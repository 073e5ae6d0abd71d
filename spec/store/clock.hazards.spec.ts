import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const HOUR = 3_600_000;
const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a wall clock that steps', () => {
  it('back by a day does not keep data fresh for a day (G3)', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.answer('a');
    clock.advance(30_000);
    clock.adjust(-24 * HOUR);
    clock.advance(30_001);
    expect(reader.values.at(-1)).toBe('stale a');
  });

  it('back by a day does not keep data fresh that nobody watches (G3)', () => {
    const { store, clock } = storeKit();
    store.setResponse(read, 'a');
    clock.adjust(-24 * HOUR);
    expect(store.getState(read).status).toBe('valid');
    clock.advance(60_001);
    expect(store.getState(read).status).toBe('stale');
  });

  it('back by an hour does not delay a timeout or a retry by an hour (G3)', async () => {
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

  it('back never makes an answer older than the one before (G3)', () => {
    const { store, clock } = storeKit();
    store.setResponse(read, 'a');
    const { fetchedAt } = store.getState(read);
    clock.adjust(-HOUR);
    store.setResponse(read, 'b');
    expect(store.getState(read).data).toBe('b');
    expect(store.getState(read).fetchedAt).toBeGreaterThanOrEqual(fetchedAt);
  });

  it('forward makes data stale once and sends nothing by itself (G4, G5)', () => {
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

  it('forward is noticed by the next reader of a key, though its timer still waits (G5)', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.answer('a');
    clock.adjust(8 * HOUR);
    collectStates(store.observe(read));
    expect(requests.count).toBe(2);
    expect(reader.values.at(-1)).toBe('stale a fetching');
  });

  it('to and fro leaves no timer and settles everything (G3, G4)', async () => {
    const { store, clock } = storeKit({ timeout: 1_000, graceTime: 100 });
    const fetched = store.fetch(read);
    for (const step of [-HOUR, HOUR, -24 * HOUR, 48 * HOUR, -HOUR]) {
      clock.adjust(step);
      clock.advance(300);
    }
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
    clock.advance(1_000);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });
});

describe('many that mount in one tick', () => {
  it('send one request, be the data never fresh (G8)', () => {
    const { store } = storeKit({ dataExpiryLength: 0 });
    for (let i = 0; i < 100; i++) collectStates(store.observe(read));
    expect(requests.count).toBe(1);
  });
});

describe('lengths of time', () => {
  it.each(['graceTime', 'gcTime', 'dataExpiryLength', 'timeout'])(
    'beyond 2^31 ms and Infinity do not fire at once: %s (G1)',
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
