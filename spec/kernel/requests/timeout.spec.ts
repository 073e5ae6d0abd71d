import { NEVER } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { TimeoutError } from '../../../src/kernel/requests/TimeoutError.ts';
import { createTestTabs } from '../../../src/tools/testing/createTestTabs.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const signals: AbortSignal[] = [];
const read = new Endpoint(
  function read(this: { context?: { signal: AbortSignal } }, ...args: readonly unknown[]) {
    if (this.context) signals.push(this.context.signal);
    return requests.send(...args);
  },
  { name: 'read', timeout: 1_000 },
);

beforeEach(() => {
  requests.sent.length = 0;
  signals.length = 0;
});

describe('timeout', () => {
  it('rejects with TimeoutError, aborts the signal, and shows the error', async () => {
    const { store, clock } = storeKit();
    const reader = collect(store.observe(read));
    const fetched = store.fetch(read);
    clock.advance(999);
    expect(store.stats().inFlight).toBe(1);
    clock.advance(1);
    await expect(fetched).rejects.toBeInstanceOf(TimeoutError);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT', name: 'TimeoutError' });
    expect(signals[0]).toMatchObject({ aborted: true, reason: { code: 'SB_TIMEOUT' } });
    expect(requests.last.isFollowed).toBe(false);
    expect(reader.values.at(-1)).toMatchObject({ status: 'valid', error: { code: 'SB_TIMEOUT' } });
    expect(store.stats().inFlight).toBe(0);
  });

  it('does nothing if the response arrives in time', async () => {
    const { store, clock } = storeKit();
    const fetched = store.fetch(read);
    clock.advance(999);
    requests.last.answer('a');
    clock.advance(10_000);
    expect(await fetched).toBe('a');
    clock.advance(10_000);
    expect(signals[0].aborted).toBe(false);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });

  it('does not end a request whose response arrives while the page is frozen', async () => {
    const tabs = createTestTabs(1, { passThrough: true });
    const fetched = tabs[0].fetch(read);
    await tabs.advance(900);
    tabs[0].freeze();
    await tabs.advance(60_000);
    requests.last.answer('a');
    await tabs.advance(0);
    tabs[0].thaw();
    expect(await fetched).toBe('a');
  });

  it('ends a request without a response a second after the page was frozen', async () => {
    const tabs = createTestTabs(1, { passThrough: true });
    const fetched = tabs[0].fetch(read);
    tabs[0].freeze();
    await tabs.advance(60_000);
    tabs[0].thaw();
    await tabs.advance(999);
    expect(tabs[0].stats().inFlight).toBe(1);
    await tabs.advance(1);
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
  });

  it('counts up to the first value of a live source', () => {
    const { store, clock } = storeKit();
    const reader = collectStates(store.observe(read));
    requests.last.push('a');
    clock.advance(10_000);
    requests.last.push('b');
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'valid b']);
  });

  it('writes nothing from a later response (C16)', async () => {
    const { store, clock } = storeKit();
    let finish = (_body: unknown): void => {};
    const slow = new Endpoint(
      async () => {
        await Promise.resolve('headers');
        return new Promise((resolve) => (finish = resolve));
      },
      { name: 'slow', timeout: 10 },
    );
    const fetched = store.fetch(slow);
    await new Promise(setImmediate);
    clock.advance(10);
    finish({ name: 'late' });
    await expect(fetched).rejects.toMatchObject({ code: 'SB_TIMEOUT' });
    await new Promise(setImmediate);
    expect(store.getState(slow).data).toBeUndefined();
  });

  it('ends requests whose promise never settles, mutations too (F6, P10)', async () => {
    const { store, clock } = storeKit({ timeout: 5_000 });
    const never = new Endpoint(() => new Promise<string>(() => {}), { name: 'never' });
    const silent = new Endpoint(() => NEVER, { name: 'silent' });
    const change = never.extend({ name: 'change', sideEffect: true });
    const all = [store.fetch(never), store.fetch(silent), store.fetch(change)];
    clock.advance(5_000);
    for (const result of await Promise.allSettled(all)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SB_TIMEOUT' } });
    }
    expect(store.stats().inFlight).toBe(0);
  });

  it('of the endpoint overrides that of the store; Infinity disables it', () => {
    const { store, clock } = storeKit({ timeout: 10 });
    void store.fetch(read);
    void store.fetch(read.extend({ timeout: Infinity }), 'no limit');
    clock.advance(10);
    expect(store.stats().inFlight).toBe(2);
    clock.advance(990);
    expect(store.stats().inFlight).toBe(1);
    clock.advance(1_000_000);
    expect(store.stats().inFlight).toBe(1);
  });

  it('applies to each try, and is retried like a network failure', async () => {
    const { store, clock } = storeKit({ random: () => 1 });
    const fetched = store.fetch(read.extend({ retry: 1 }));
    clock.advance(1_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    clock.advance(1_000);
    expect(requests.count).toBe(2);
    clock.advance(999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    clock.advance(10_000);
    expect(signals[1].aborted).toBe(false);
  });

  it('of a RestEndpoint is soft: existing data stays visible', () => {
    const getThing = new RestEndpoint({ path: '/thing', timeout: 10 });
    const { store, clock } = storeKit({ fetch: () => new Promise<Response>(() => {}) });
    store.setResponse(getThing, 'old');
    void store.fetch(getThing);
    clock.advance(10);
    expect(store.getState(getThing)).toMatchObject({ data: 'old', errorPolicy: 'soft' });
  });

  it('leaves no timer behind when the request is aborted', () => {
    const { store } = storeKit();
    collectStates(store.observe(read.extend({ cancel: true }))).stop();
    void store.fetch(read, 2);
    expect(store.stats().timers).toBeGreaterThan(0);
    store.dispose();
    expect(store.stats().timers).toBe(0);
  });
});

describe('the options of requests', () => {
  const bad: [string, unknown[]][] = [
    ['timeout', [0, -1, NaN, -Infinity, '10', null, {}]],
    [
      'retry',
      [
        -1,
        NaN,
        1.5,
        '3',
        true,
        null,
        [],
        { count: -1 },
        { count: 0.5 },
        { delay: -1 },
        { delay: Infinity },
        { delay: '1' },
        { maxDelay: NaN },
        { when: true },
      ],
    ],
  ];
  const good: [string, unknown[]][] = [
    ['timeout', [0.5, 1, Infinity, undefined]],
    ['retry', [0, 3, Infinity, false, undefined, {}, { count: 2, delay: 0, maxDelay: Infinity }]],
  ];
  const invalid = expect.objectContaining({ code: 'SB_OPTION_INVALID' }) as Error;

  it.each(bad)('refuse an invalid %s, on stores and on endpoints', (name, values) => {
    for (const value of values) {
      expect(() => storeKit({ [name]: value })).toThrow(invalid);
      expect(() => read.extend({ [name]: value } as object)).toThrow(invalid);
      expect(() => read.extend({ [name]: value } as object)).toThrow(`Endpoint "read": ${name}`);
    }
  });

  it.each(good)('accept a valid %s', (name, values) => {
    for (const value of values) {
      expect(() => storeKit({ [name]: value })).not.toThrow();
      expect(() => read.extend({ [name]: value } as object)).not.toThrow();
    }
  });

  it.each<[string, unknown[]]>([
    ['random', [5, null, {}]],
    ['interceptors', [() => {}, {}, null, [5], [undefined]]],
    ['fetch', ['/url', null]],
    ['onError', [5]],
  ])('refuse a %s of the wrong type', (name, values) => {
    for (const value of values) expect(() => storeKit({ [name]: value })).toThrow(invalid);
  });

  it('refuse a signal that is not an AbortSignal', () => {
    expect(() => read.extend({ signal: {} } as object)).toThrow(invalid);
    expect(() => read.extend({ signal: new AbortController().signal })).not.toThrow();
  });
});
