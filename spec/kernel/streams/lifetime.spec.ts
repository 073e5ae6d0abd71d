import { firstValueFrom, take } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { collect } from '../../support/collect.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });

beforeEach(() => {
  requests.sent.length = 0;
});

const nothing = {
  entries: 0,
  entities: 0,
  inFlight: 0,
  layers: 0,
  timers: 0,
  subscribers: 0,
  computations: 0,
};

describe('stats', () => {
  it('are all 0 in a new store', () => {
    expect(storeKit().store.stats()).toEqual(nothing);
  });

  it('count keys, entities, requests, timers and subscribers', () => {
    const { store } = storeKit();
    collectStates(store.observe(read, 1));
    collectStates(store.observe(read, 2));
    collect(store.query(new All(User)));
    collect(store.select(getUser, '1'));
    store.set(User, ann);
    expect(store.stats()).toMatchObject({
      entries: 3,
      entities: 1,
      inFlight: 2,
      timers: 1,
      subscribers: 4,
    });
  });

  it('count no stream for observables without subscribers', () => {
    const { store } = storeKit();
    store.observe(read);
    store.select(read);
    store.query(new All(User));
    store.getState(read);
    store.get(User, '1');
    expect(store.stats()).toMatchObject({ entries: 0, timers: 0, subscribers: 0 });
    expect(requests.count).toBe(0);
  });
});

describe('an inactive key', () => {
  it('is retained for the grace time, and collected gcTime later, by a timer alone', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.setResponse(read, 'left', 'a');
    clock.advance(10);
    clock.advance(99);
    expect(store.getState(read, 'left').data).toBe('a');
    clock.advance(1);
    expect(store.stats().entries).toBe(0);
    expect(store.getState(read, 'left')).toMatchObject({ status: 'invalid', data: undefined });
  });

  it('is reported by actions$ when it is collected', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.setResponse(read, 'left', 'a');
    clock.advance(10);
    const actions = collect(store.actions$);
    clock.advance(100);
    expect(actions.values).toMatchObject([{ type: 'collect', keys: ['read ["left"]'] }]);
  });

  it('is kept while it has observers, however old it is', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    store.setResponse(read, 'held', 'a');
    const reader = collectStates(store.observe(read, 'held'));
    for (let i = 0; i < 50; i++) clock.advance(100);
    expect(reader.values).toEqual(['valid a']);
    expect(store.getState(read, 'held').data).toBe('a');
  });

  it('is kept for ever with gcTime Infinity', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: Infinity });
    store.setResponse(read, 'left', 'a');
    clock.advance(86_400_000);
    expect(store.getState(read, 'left').data).toBe('a');
  });

  it('is kept while its request is in flight, and collected later', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    collectStates(store.observe(read, 'slow')).stop();
    for (let i = 0; i < 10; i++) clock.advance(100);
    requests.last.answer('late');
    expect(store.getState(read, 'slow').data).toBe('late');
    clock.advance(100);
    clock.advance(100);
    expect(store.stats().entries).toBe(0);
  });

  it('that was invalidated retains no entities of its last response', () => {
    const { store, clock } = storeKit({ graceTime: 100, gcTime: 200 });
    store.setResponse(getUser, '1', ann);
    expect(store.getState(getUser, '1').data).toMatchObject(ann);
    store.invalidate(getUser, '1');
    clock.advance(250);
    expect(store.stats()).toMatchObject({ entries: 1, entities: 0 });
  });

  it('works again after it was collected, for earlier observables too', () => {
    const { store, clock } = storeKit({ graceTime: 10, gcTime: 100 });
    const read$ = store.observe(read, 'left');
    collectStates(read$).stop();
    requests.last.answer('a');
    clock.advance(10);
    clock.advance(100);
    expect(store.stats().entries).toBe(0);
    const again = collectStates(read$);
    requests.last.answer('b');
    expect(again.values).toEqual(['invalid fetching', 'valid b']);
    expect(store.observe(read, 'left')).toBe(read$);
  });
});

describe('a query without observers', () => {
  it('is dropped after the grace time', () => {
    const { store, clock } = storeKit();
    const users = collect(store.query(new All(User)));
    expect(store.stats().subscribers).toBe(1);
    users.stop();
    clock.advance(5_000);
    const { computations } = store.stats();
    store.set(User, ann);
    expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0, computations });
  });
});

describe('get() and getState()', () => {
  it('return the same objects while nothing changes', () => {
    const { store } = storeKit();
    const schema = { user: User, page: 1 };
    store.set(User, ann);
    for (const one of [new All(User), schema])
      expect(store.get(one, '1')).toBe(store.get(one, '1'));
    expect(store.getState(getUser, '1')).toBe(store.getState(getUser, '1'));
  });

  it('keep a bounded number of values, after thousands of reads too', () => {
    const { store } = storeKit();
    for (let i = 0; i < 1_000; i++) store.get(User, `${i}`);
    for (let i = 0; i < 1_000; i++) store.getState(read, i);
    expect(store.stats()).toMatchObject({ entries: 0, timers: 0, subscribers: 0 });
    let made = 0;
    class Watched extends User {
      static override validate(): undefined {
        made++;
        return undefined;
      }
    }
    for (let i = 0; i < 1_000; i++) store.get(Watched, `${i}`);
    store.batch(() => {
      for (let i = 0; i < 1_000; i++) store.set(User, { id: `${i}`, name: 'x' });
    });
    expect(made).toBe(0);
  });

  it('do not drop a query that has subscribers', () => {
    const { store, clock } = storeKit();
    collect(store.query(User, '1')).stop();
    store.get(User, '1');
    for (let i = 0; i < 200; i++) store.get(User, `other ${i}`);
    const user = collect(store.query(User, '1'));
    clock.advance(5_000);
    expect(store.stats().subscribers).toBe(1);
    store.set(User, ann);
    expect(user.values).toHaveLength(2);
    store.dispose();
    expect(user.isComplete).toBe(true);
  });
});

describe('cancel: true', () => {
  const signals: AbortSignal[] = [];
  const search = new Endpoint(
    function search(this: { context?: { signal: AbortSignal } }, ...args: readonly unknown[]) {
      if (this.context) signals.push(this.context.signal);
      return requests.send(...args);
    },
    { name: 'search', cancel: true },
  );

  beforeEach(() => {
    signals.length = 0;
  });

  it('aborts the request with the last lease, and leaves no error', () => {
    const { store } = storeKit();
    const [one, two] = [collectStates(store.observe(search)), collectStates(store.observe(search))];
    one.stop();
    expect(signals[0]?.aborted).toBe(false);
    two.stop();
    expect(signals[0]?.aborted).toBe(true);
    expect(requests.last.isFollowed).toBe(false);
    expect(store.getState(search)).toMatchObject({
      status: 'invalid',
      error: undefined,
      fetching: false,
    });
    expect(store.stats().inFlight).toBe(0);
  });

  it('keeps the data when a refetch is aborted', () => {
    const { store, clock } = storeKit();
    store.setResponse(search, 'a');
    clock.advance(60_001);
    collectStates(store.observe(search)).stop();
    expect(store.getState(search)).toMatchObject({ status: 'stale', data: 'a', error: undefined });
  });

  it('does not abort while a promise is pending', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(search);
    collectStates(store.observe(search)).stop();
    expect(signals[0]?.aborted).toBe(false);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
  });

  it('fetches again for the next observer', () => {
    const { store } = storeKit();
    collectStates(store.observe(search)).stop();
    const reader = collectStates(store.observe(search));
    requests.last.answer('a');
    expect(reader.values).toEqual(['invalid fetching', 'valid a']);
    expect(requests.count).toBe(2);
  });

  it('aborts for a subscriber that takes only the first state', () => {
    const { store } = storeKit();
    collect(store.observe(search).pipe(take(1)));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(store.stats()).toMatchObject({ inFlight: 0, subscribers: 0 });
  });

  it('does not apply to other endpoints: their responses are stored', () => {
    const { store } = storeKit();
    collectStates(store.observe(read)).stop();
    requests.last.answer('a');
    expect(store.getState(read).data).toBe('a');
  });
});

describe('dispose', () => {
  it('completes every stream', () => {
    const { store } = storeKit();
    const streams = [
      collect(store.observe(read)),
      collect(store.observe(read).data$),
      collect(store.observe(read).dataOrThrow$),
      collect(store.observe(read).status$),
      collect(store.observe(read, null)),
      collect(store.select(read)),
      collect(store.query(new All(User))),
      collect(store.entities$),
      collect(store.actions$),
      collect(store.commits$),
    ];
    store.dispose();
    expect(streams.map(({ isComplete }) => isComplete)).toEqual(streams.map(() => true));
    expect(streams.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('leaves nothing: all stats are 0, even after pending promises have settled', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    collectStates(store.observe(read));
    collectStates(store.observe(getUser, '1'));
    collect(store.query(User, '1'));
    const pending = store.fetch(read);
    store.dispose();
    expect(store.stats()).toEqual(nothing);
    await expect(pending).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    await new Promise(setImmediate);
    expect(store.stats()).toEqual(nothing);
    expect(requests.sent.map(({ isFollowed }) => isFollowed)).toEqual([false]);
  });

  it('rejects pending promises with SB_DISPOSED', async () => {
    const { store } = storeKit();
    const create = read.extend({ name: 'create', sideEffect: true });
    const pending = [store.fetch(read), store.fetch(create)];
    store.dispose();
    for (const promise of pending)
      await expect(promise).rejects.toMatchObject({ code: 'SB_DISPOSED' });
  });

  it('does nothing the second time', () => {
    const { store } = storeKit();
    store.dispose();
    expect(() => store.dispose()).not.toThrow();
  });

  it('inside of a subscriber lets the running delivery finish', () => {
    const { store } = storeKit();
    const seen: string[] = [];
    store.query(User, '1').subscribe((user) => {
      if (user) store.dispose();
    });
    store.query(User, '1').subscribe({
      next: (user) => seen.push(user?.name ?? 'none'),
      complete: () => seen.push('complete'),
    });
    store.set(User, ann);
    expect(seen).toEqual(['none', 'complete']);
    expect(store.stats()).toEqual(nothing);
  });

  const uses: Record<string, (store: Store) => unknown> = {
    observe: (store) => store.observe(read),
    select: (store) => store.select(read),
    query: (store) => store.query(User, '1'),
    set: (store) => store.set(User, ann),
    setResponse: (store) => store.setResponse(read, 'a'),
    setError: (store) => store.setError(read, new Error('down')),
    invalidate: (store) => store.invalidate(read),
    invalidateAll: (store) => store.invalidateAll(read),
    expireAll: (store) => store.expireAll(read),
    batch: (store) => store.batch(() => {}),
    reset: (store) => store.reset(),
    get: (store) => store.get(User, '1'),
    getState: (store) => store.getState(read),
  };

  it.each(Object.keys(uses))('makes %s throw SB_DISPOSED', (name) => {
    const { store } = storeKit();
    store.dispose();
    expect(() => uses[name](store)).toThrow(
      expect.objectContaining({ code: 'SB_DISPOSED' }) as Error,
    );
  });

  it('makes fetch and fetchIfStale reject with SB_DISPOSED', async () => {
    const { store } = storeKit();
    store.dispose();
    await expect(store.fetch(read)).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    await expect(store.fetchIfStale(read)).rejects.toMatchObject({ code: 'SB_DISPOSED' });
  });

  it('makes earlier observables error with SB_DISPOSED', async () => {
    const { store } = storeKit();
    const observables = [
      store.observe(read),
      store.select(read),
      store.query(User, '1'),
      store.entities$,
    ];
    const read$ = store.observe(read);
    store.dispose();
    for (const observable of observables) {
      expect(collect<unknown>(observable).errors).toMatchObject([{ code: 'SB_DISPOSED' }]);
      expect(() => observable.getValue()).toThrow(
        expect.objectContaining({ code: 'SB_DISPOSED' }) as Error,
      );
    }
    await expect(read$.refetch()).rejects.toMatchObject({ code: 'SB_DISPOSED' });
    await expect(firstValueFrom(read$)).rejects.toMatchObject({ code: 'SB_DISPOSED' });
  });

  it('drops later responses', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    store.dispose();
    requests.last.answer(ann);
    expect(reader.values).toEqual(['invalid fetching']);
    expect(store.stats()).toEqual(nothing);
  });
});
