import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';

const requests = new FakeRequests();
const signals: AbortSignal[] = [];
const read = new Endpoint(
  function read(this: { context?: { signal: AbortSignal } }, ...args: readonly unknown[]) {
    if (this.context) signals.push(this.context.signal);
    return requests.send(...args);
  },
  { name: 'read' },
);

beforeEach(() => {
  requests.sent.length = 0;
  signals.length = 0;
});

/** A variant of an endpoint for one caller, with the function that aborts its signal. */
function caller() {
  const controller = new AbortController();
  return { endpoint: read.extend({ signal: controller.signal }), controller };
}

describe('aborting the signal of a caller', () => {
  it('rejects that caller at once, and the others get the response (C14)', async () => {
    const { store } = storeKit();
    const [a, b] = [caller(), caller()];
    const one = store.fetch(a.endpoint);
    const two = store.fetch(b.endpoint);
    a.controller.abort();
    await expect(one).rejects.toBe(a.controller.signal.reason);
    await expect(one).rejects.toMatchObject({ name: 'AbortError' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    requests.last.answer('a');
    expect(await two).toBe('a');
    expect(requests.count).toBe(1);
  });

  it('does not affect callers without a signal, in whatever order they called (C14)', async () => {
    const { store } = storeKit();
    const a = caller();
    const plain = store.fetch(read);
    const one = store.fetch(a.endpoint);
    a.controller.abort(new Error('my reason'));
    await expect(one).rejects.toThrow('my reason');
    expect(signals[0].aborted).toBe(false);
    requests.last.answer('a');
    expect(await plain).toBe('a');
  });

  it('aborts the request with its last caller (C14)', async () => {
    const { store } = storeKit();
    const [a, b] = [caller(), caller()];
    const all = [store.fetch(a.endpoint), store.fetch(b.endpoint)];
    a.controller.abort();
    expect(signals[0].aborted).toBe(false);
    b.controller.abort();
    expect(signals[0].aborted).toBe(true);
    expect(requests.last.isFollowed).toBe(false);
    await Promise.allSettled(all);
    expect(store.stats().inFlight).toBe(0);
  });

  it('leaves the request to a subscriber, early or late (C14)', () => {
    const { store } = storeKit();
    const before = caller();
    const reader = collectStates(store.observe(read));
    void store.fetch(before.endpoint);
    before.controller.abort();
    expect(signals[0].aborted).toBe(false);
    requests.last.answer('a');
    const after = caller();
    void store.fetch(after.endpoint);
    after.controller.abort();
    expect(signals[1].aborted).toBe(false);
    requests.last.answer('b');
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'valid a fetching', 'valid b']);
  });

  it('keeps a request running for a caller without a signal, except under cancel: true', () => {
    const { store } = storeKit();
    const a = caller();
    void store.fetch(a.endpoint, 1);
    collectStates(store.observe(read, 1)).stop();
    a.controller.abort();
    expect(signals[0].aborted).toBe(false);
    const b = caller();
    const search = b.endpoint.extend({ cancel: true });
    void store.fetch(search, 2);
    collectStates(store.observe(search, 2)).stop();
    b.controller.abort();
    expect(signals[1].aborted).toBe(true);
  });

  it('aborts requests from before an invalidation too, under cancel: true', () => {
    const { store } = storeKit();
    const search = read.extend({ cancel: true });
    const reader = collectStates(store.observe(search, 1));
    store.invalidate(search, 1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    reader.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('leaves no error, keeps the data, and the next read fetches (C15)', async () => {
    const { store } = storeKit();
    store.setResponse(read, 'old');
    const a = caller();
    const fetched = store.fetch(a.endpoint);
    expect(store.getState(read).fetching).toBe(true);
    a.controller.abort();
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
    expect(store.getState(read)).toMatchObject({
      status: 'valid',
      data: 'old',
      error: undefined,
      fetching: false,
      attempt: 0,
    });
    void store.fetch(read);
    expect(requests.count).toBe(2);
  });

  it('leaves the key unchanged if it was the first request (C15)', async () => {
    const { store, clock } = storeKit({ retry: 3 });
    const a = caller();
    const fetched = store.fetch(a.endpoint);
    a.controller.abort();
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
    clock.advance(100_000);
    expect(store.getState(read)).toMatchObject({ status: 'invalid', error: undefined });
    expect(requests.count).toBe(1);
    const reader = collectStates(store.observe(read));
    expect(reader.values).toEqual(['invalid fetching']);
  });

  it('ends the retries if no other caller waits for them', async () => {
    const { store, clock } = storeKit({ retry: 3 });
    const a = caller();
    const fetched = store.fetch(a.endpoint);
    requests.last.fail(Object.assign(new Error('down'), { status: 503 }));
    a.controller.abort();
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });

  it('sends no request if it happened before the call', async () => {
    const { store } = storeKit();
    const a = caller();
    a.controller.abort();
    await expect(store.fetch(a.endpoint)).rejects.toMatchObject({ name: 'AbortError' });
    const change = a.endpoint.extend({ name: 'change', sideEffect: true });
    await expect(store.fetch(change)).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests.count).toBe(0);
    expect(store.stats().entries).toBe(0);
  });

  it('aborts a mutation', async () => {
    const { store } = storeKit();
    const a = caller();
    const change = a.endpoint.extend({ name: 'change', sideEffect: true });
    const changed = store.fetch(change);
    a.controller.abort();
    await expect(changed).rejects.toMatchObject({ name: 'AbortError' });
    expect(signals[0].aborted).toBe(true);
    expect(store.stats().inFlight).toBe(0);
  });

  it('changes nothing after the response', async () => {
    const { store } = storeKit();
    const a = caller();
    const fetched = store.fetch(a.endpoint);
    requests.last.answer('a');
    a.controller.abort();
    expect(await fetched).toBe('a');
    expect(store.getState(read)).toMatchObject({ status: 'valid', data: 'a' });
  });

  it('writes nothing while the body is read (C16)', async () => {
    let finish = (): void => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"late"}'));
          controller.close();
        };
      },
    });
    const headers = { 'content-type': 'application/json' };
    const { store } = storeKit({ fetch: async () => new Response(body, { headers }) });
    const controller = new AbortController();
    const getThing = new RestEndpoint({ path: '/thing' });
    const fetched = store.fetch(getThing.extend({ signal: controller.signal }));
    await new Promise(setImmediate);
    controller.abort();
    finish();
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise(setImmediate);
    expect(store.getState(getThing)).toMatchObject({ data: undefined, error: undefined });
  });

  it('passes the signal of the request to a RestEndpoint, not that of the caller', async () => {
    const given: unknown[] = [];
    const { store } = storeKit({
      fetch: (_input, init) => {
        given.push(init?.signal);
        return Promise.resolve(Response.json('a'));
      },
    });
    const controller = new AbortController();
    const getThing = new RestEndpoint({ path: '/thing', signal: controller.signal });
    const [one, two] = [
      store.fetch(getThing),
      store.fetch(getThing.extend({ signal: undefined as never })),
    ];
    controller.abort();
    await expect(one).rejects.toMatchObject({ name: 'AbortError' });
    expect(await two).toBe('a');
    expect(given).toEqual([expect.objectContaining({ aborted: false })]);
  });

  it('leaves no listener on the signal, however the request ends (F7)', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const { store } = storeKit();
    const mine = read.extend({ signal });
    const all = [1, 2, 3, 4].map((id) => store.fetch(mine, id));
    expect(listeners).toBe(4);
    requests.at(0).answer('a');
    requests.at(1).fail(new Error('down'));
    await store.reset();
    void store.fetch(mine, 5);
    store.dispose();
    await Promise.allSettled(all);
    await new Promise(setImmediate);
    expect(listeners).toBe(0);
  });

  it('rejects each of many callers with its own reason, with one request', async () => {
    const { store } = storeKit();
    const all = Array.from({ length: 50 }, caller);
    const fetched = all.map(({ endpoint }) => store.fetch(endpoint));
    all.forEach(({ controller }, at) => at % 2 === 0 && controller.abort(new Error(`no. ${at}`)));
    requests.last.answer('a');
    const results = await Promise.allSettled(fetched);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(results[48]).toMatchObject({ reason: { message: 'no. 48' } });
    expect(requests.count).toBe(1);
  });
});
