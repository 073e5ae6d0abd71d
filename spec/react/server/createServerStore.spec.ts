import { All, dehydrate, Endpoint } from 'streambed';
import { NEVER } from 'rxjs';
import { createServerStore } from '../../../src/react/server/createServerStore.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { codeOf } from '../../hazards/support/codeOf.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getLater = new Endpoint(
  function getLater(this: { context?: { signal: AbortSignal } }, _id: string) {
    return new Promise<object>((_, reject) => {
      const signal = this.context?.signal;
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  },
  { name: 'getLater', schema: User, lookup: true },
);

/** The primary keys of the rows in a part. */
const pksOf = (part: ReturnType<ReturnType<typeof createServerStore>['takePart']>) =>
  part?.rows.map(([, pk]) => pk);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a server store', () => {
  it('sets no timers: neither for unobserved keys nor for the expiry of data', () => {
    const store = createServerStore();
    const subscription = store.observe(getUser, '1').subscribe();
    requests.last.answer(ann);
    subscription.unsubscribe();
    expect(store.stats()).toMatchObject({ timers: 0, entities: 1 });
  });

  it('applies the time limits of requests', async () => {
    jest.useFakeTimers();
    const store = createServerStore({ timeout: 50 });
    const code = codeOf(() => store.fetch(getLater, '1'));
    expect(store.stats().timers).toBe(1);
    jest.advanceTimersByTime(51);
    expect(await code).toBe('SB_TIMEOUT');
    expect(store.stats().timers).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('closes live sources when it is disposed', () => {
    const getTicks = new Endpoint(requests.send, { name: 'getTicks' });
    const store = createServerStore();
    store.observe(getTicks).subscribe();
    requests.last.push(1);
    expect(requests.last.isFollowed).toBe(true);
    store.dispose();
    expect(requests.last.isFollowed).toBe(false);
  });

  it('is aborted by its signal, at once or later, and then releases the signal', () => {
    const before = AbortSignal.abort();
    expect(() => dehydrate(createServerStore({ signal: before }))).toThrow('SB_ABORTED');
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, 'removeEventListener');
    const store = createServerStore({ signal: controller.signal });
    controller.abort();
    expect(() => dehydrate(store)).toThrow('SB_ABORTED');
    const other = new AbortController();
    const released = jest.spyOn(other.signal, 'removeEventListener');
    createServerStore({ signal: other.signal }).dispose();
    expect([removed, released].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });

  it('rejects requests in flight with SB_ABORTED when it is aborted, and with SB_DISPOSED when it is disposed', async () => {
    const controller = new AbortController();
    const aborted = createServerStore({ signal: controller.signal });
    const code = codeOf(() => aborted.fetch(getLater, '1'));
    controller.abort();
    expect(await code).toBe('SB_ABORTED');
    const disposed = createServerStore();
    const other = codeOf(() => disposed.fetch(getLater, '1'));
    disposed.dispose();
    expect(await other).toBe('SB_DISPOSED');
  });

  it('refuses options that have no effect on a server', () => {
    // @ts-expect-error -- a server store does not garbage-collect
    createServerStore({ gcTime: 5 }).dispose();
    // @ts-expect-error -- a server store does not poll
    createServerStore({ active$: NEVER }).dispose();
    expect(() => createServerStore({ timeout: -1 })).toThrow('SB_OPTION_INVALID');
  });
});

describe('takePart()', () => {
  it('returns the data of each read once, as soon as it has arrived', () => {
    const store = createServerStore();
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
    store.setResponse(getUser, '1', ann);
    expect(pksOf(store.takePart())).toEqual(['1']);
    expect(store.takePart()).toBeUndefined();
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
  });

  it('includes reads by select and query, but not by get and getState', () => {
    const store = createServerStore();
    store.set([User], [ann, bob]);
    store.get(User, { id: '1' });
    store.getState(getUser, '1');
    expect(store.takePart()).toBeUndefined();
    store.select(getUser, '1');
    expect(pksOf(store.takePart())).toEqual(['1']);
    store.query(new All(User));
    expect(pksOf(store.takePart())).toEqual(['2']);
  });

  it('sends a row again after it has changed', () => {
    const store = createServerStore();
    store.setResponse(getUser, '1', { id: '1', name: 'Ann' });
    store.observe(getUser, '1');
    expect(pksOf(store.takePart())).toEqual(['1']);
    store.set(User, { id: '1', name: 'Bea' });
    store.query(new All(User));
    const part = store.takePart();
    expect(part?.rows[0][3]).toMatchObject({ name: 'Bea' });
  });

  it('skips null, arguments that make no key, and errors', () => {
    const store = createServerStore();
    store.observe(getUser, null);
    store.observe(getUser, () => {});
    store.query(User, { id: Symbol('s') } as never);
    store.setError(getUser, '1', new Error('down'));
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
  });
});
