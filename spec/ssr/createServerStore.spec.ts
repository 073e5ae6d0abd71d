import { All, dehydrate, Endpoint } from 'streambed';
import { NEVER } from 'rxjs';
import { createServerStore } from '../../src/ssr/createServerStore.ts';
import { ann, bob, User } from '../support/entities.ts';
import { codeOf } from '../hazards/support/codeOf.ts';
import { FakeRequests } from '../support/FakeRequests.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });
const getLater = new Endpoint(
  function getLater(this: { context?: { signal: AbortSignal } }, _id: string) {
    return new Promise<object>((_, reject) => {
      const signal = this.context?.signal;
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  },
  { name: 'getLater', schema: User },
);

/** The primary keys of the rows that a part holds. */
const pksOf = (part: ReturnType<ReturnType<typeof createServerStore>['takePart']>) =>
  part?.rows.map(([, pk]) => pk);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('a server store', () => {
  it('waits for nothing: neither for keys that are left nor for data that grows old', () => {
    const store = createServerStore();
    const subscription = store.observe(getUser, '1').subscribe();
    requests.last.answer(ann);
    subscription.unsubscribe();
    expect(store.stats()).toMatchObject({ timers: 0, entities: 1 });
  });

  it('keeps the limits of requests', async () => {
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

  it('ends live sources with itself', () => {
    const getTicks = new Endpoint(requests.send, { name: 'getTicks' });
    const store = createServerStore();
    store.observe(getTicks).subscribe();
    requests.last.push(1);
    expect(requests.last.isFollowed).toBe(true);
    store.dispose();
    expect(requests.last.isFollowed).toBe(false);
  });

  it('is aborted by its signal, before or later, and lets go of it', () => {
    const before = AbortSignal.abort();
    expect(() => dehydrate(createServerStore({ signal: before }))).toThrow('SB_ABORTED');
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, 'removeEventListener');
    const store = createServerStore({ signal: controller.signal });
    controller.abort();
    expect(() => dehydrate(store)).toThrow('SB_ABORTED');
    const other = new AbortController();
    const letGo = jest.spyOn(other.signal, 'removeEventListener');
    createServerStore({ signal: other.signal }).dispose();
    expect([removed, letGo].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });

  it('rejects what is in flight as aborted when its visitor leaves, and as disposed when it is disposed', async () => {
    const controller = new AbortController();
    const left = createServerStore({ signal: controller.signal });
    const code = codeOf(() => left.fetch(getLater, '1'));
    controller.abort();
    expect(await code).toBe('SB_ABORTED');
    const disposed = createServerStore();
    const other = codeOf(() => disposed.fetch(getLater, '1'));
    disposed.dispose();
    expect(await other).toBe('SB_DISPOSED');
  });

  it('takes no option that makes no sense for it', () => {
    // @ts-expect-error -- there is nothing to keep
    createServerStore({ gcTime: 5 }).dispose();
    // @ts-expect-error -- nothing is polled
    createServerStore({ active$: NEVER }).dispose();
    expect(() => createServerStore({ timeout: -1 })).toThrow('SB_OPTION_INVALID');
  });
});

describe('takePart()', () => {
  it('gives what was read, once, as soon as it is there', () => {
    const store = createServerStore();
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
    store.setResponse(getUser, '1', ann);
    expect(pksOf(store.takePart())).toEqual(['1']);
    expect(store.takePart()).toBeUndefined();
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
  });

  it('knows reads by select and query, and none of the moment', () => {
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

  it('sends a row again where it is another one', () => {
    const store = createServerStore();
    store.setResponse(getUser, '1', { id: '1', name: 'Ann' });
    store.observe(getUser, '1');
    expect(pksOf(store.takePart())).toEqual(['1']);
    store.set(User, { id: '1', name: 'Bea' });
    store.query(new All(User));
    const part = store.takePart();
    expect(part?.rows[0][3]).toMatchObject({ name: 'Bea' });
  });

  it('passes over null, arguments that make no key, and failures', () => {
    const store = createServerStore();
    store.observe(getUser, null);
    store.observe(getUser, () => {});
    store.query(User, { id: Symbol('s') } as never);
    store.setError(getUser, '1', new Error('down'));
    store.observe(getUser, '1');
    expect(store.takePart()).toBeUndefined();
  });
});
