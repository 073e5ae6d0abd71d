import {
  animationFrameScheduler,
  asapScheduler,
  config,
  from,
  map,
  observeOn,
  type Observable,
  queueScheduler,
  retry,
  Subject,
  take,
} from 'rxjs';
import type * as rxjs from 'rxjs';
import { Endpoint, schema, type StoreOptions } from 'streambed';
import { collect } from '../support/collect.ts';
import { ann, bob, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });

beforeEach(() => {});
afterEach(() => {
  config.onUnhandledError = null;
});

/** A store with Ann, and a function that changes her name. */
function withAnn(options?: StoreOptions) {
  const kit = storeKit(options);
  kit.store.set(User, ann);
  const rename = (name: string): void => kit.store.set(User, { id: '1', name });
  const name$ = kit.store.query(User, '1').pipe(map((user) => user?.name));
  return { ...kit, rename, name$ };
}

/** The errors of subscribers during `run`, in the order of RxJS's reports. */
async function thrownIn(run: () => void): Promise<unknown[]> {
  const thrown: unknown[] = [];
  config.onUnhandledError = (error) => thrown.push(error);
  run();
  await new Promise((reported) => setTimeout(reported));
  return thrown;
}

it('E1 a write inside a subscriber reaches all subscribers after the previous write: one order, and the last value is current', () => {
  const { store, rename, name$ } = withAnn();
  const first = collect(name$);
  name$.subscribe((name) => {
    if (name === 'two') rename('three');
  });
  const last = collect(name$);
  rename('two');
  expect(first.values).toEqual(['Ann', 'two', 'three']);
  expect(last.values).toEqual(['Ann', 'two', 'three']);
  expect(store.query(User, '1').getValue()?.name).toBe('three');
});

it('E2 a value derived from several entities emits once per commit, never a mix', () => {
  const { store, rename } = withAnn();
  store.setResponse(getUsers, [ann, bob]);
  const pairs = collect(
    store.select(getUsers).pipe(map((users) => users?.map(({ name }) => name).join())),
  );
  store.batch(() => {
    rename('two');
    store.set(User, { id: '2', name: 'two' });
  });
  expect(pairs.values).toEqual(['Ann,Bob', 'two,two']);
  const seen: unknown[] = [];
  store.query(User, '1').subscribe(() => seen.push(store.select(getUsers).getValue()?.[0]?.name));
  rename('three');
  expect(seen).toEqual(['two', 'three']);
});

it('E3 a subscriber that throws is reported; the others are notified and the write is kept', async () => {
  const { store, rename, name$, reported } = withAnn();
  const boom = new Error('of a subscriber');
  const states = collectStates(store.observe(getUser, '1'));
  store.observe(getUser, '1').subscribe(() => {
    throw boom;
  });
  const names = collect(name$);
  const thrown = await thrownIn(() => rename('two'));
  expect(thrown.length + reported.length).toBeGreaterThan(0);
  expect(new Set([...thrown, ...reported])).toEqual(new Set([boom]));
  expect(names.values).toEqual(['Ann', 'two']);
  expect(states.values.at(-1)).toContain('two');
  expect(store.getState(getUser, '1')).toMatchObject({ status: 'valid', error: undefined });
});

it('E4 a projector that throws ends its own subscription; the stream goes on and accepts new subscribers', () => {
  const { store, rename } = withAnn();
  const fussy$: Observable<string> = store.query(User, '1').pipe(
    map((user) => {
      if (user?.name === 'two') throw new Error('projector');
      return user!.name;
    }),
  );
  const [failing, other] = [collect(fussy$), collect(store.query(User, '1'))];
  rename('two');
  expect(failing.errors).toMatchObject([{ message: 'projector' }]);
  rename('three');
  expect(other.values.map((user) => user?.name)).toEqual(['Ann', 'two', 'three']);
  expect(collect(fussy$).values).toEqual(['three']);
  const wake$ = new Subject<void>();
  const again = collect(fussy$.pipe(retry({ delay: () => wake$ })));
  rename('two');
  rename('four');
  wake$.next();
  expect([again.values, again.errors]).toEqual([['three', 'four'], []]);
});

it('E5 streams complete when the store is disposed, and not before: neither on failures nor on invalidations', async () => {
  const { store } = storeKit();
  const streams = [
    collect<unknown>(store.observe(getUser, '1')),
    collect<unknown>(store.query(User, '1')),
    collect<unknown>(store.select(getUser, '1')),
    ...[store.entities$, store.actions$, store.commits$].map((stream$) =>
      collect<unknown>(stream$),
    ),
  ];
  requests.last.fail(new Error('down'));
  store.invalidate(getUser, '1');
  requests.last.answer('of the wrong shape');
  store.set(new schema.Invalidate(User), '1');
  await store.reset();
  expect(streams.map(({ errors, isComplete }) => [errors.length, isComplete])).toEqual(
    streams.map(() => [0, false]),
  );
  store.dispose();
  expect(streams.map(({ isComplete }) => isComplete)).toEqual(streams.map(() => true));
});

it('E6 a source without subscribers is closed at the end of the grace time', () => {
  const { store, clock } = storeKit({ graceTime: 5_000 });
  const ticks = new Subject<object>();
  const live = new Endpoint(() => ticks, { name: 'live', schema: User, lookup: true });
  const observer = collect(store.observe(live));
  ticks.next(ann);
  observer.stop();
  expect(ticks.observed).toBe(true);
  clock.advance(5_000);
  expect(ticks.observed).toBe(false);
  expect(store.get(User, '1')?.name).toBe('Ann');
});

it('E7 unsubscribing and subscribing again within the grace time opens the source once', () => {
  const { store, clock } = storeKit();
  for (let churn = 0; churn < 10; churn++) {
    collect(store.observe(getUser, '1')).stop();
    clock.advance(100);
    if (churn === 0) requests.last.push(ann);
  }
  expect(requests.count).toBe(1);
  expect(requests.last.isFollowed).toBe(true);
});

it('E8 a late subscriber gets the current value synchronously, exactly once, and then only changes', () => {
  const { store, rename } = withAnn();
  const early = collect(store.observe(getUser, '1'));
  const late = [
    collect(store.observe(getUser, '1')),
    collect(store.observe(getUser, '1').data$),
    collect(store.query(User, '1')),
    collect(store.entities$),
  ];
  expect(late.map(({ values }) => values.length)).toEqual([1, 1, 1, 1]);
  expect(late[0].values[0]).toBe(early.values.at(-1));
  rename('Ann');
  expect(late.map(({ values }) => values.length)).toEqual([1, 1, 1, 1]);
});

describe('E9 during an emission', () => {
  it('E9 a subscriber that unsubscribes gets no more values', () => {
    const { rename, name$ } = withAnn();
    const later: { stop?: () => void } = {};
    name$.subscribe((name) => {
      if (name === 'two') later.stop?.();
    });
    const values = collect(name$);
    later.stop = () => values.stop();
    rename('two');
    rename('three');
    expect(values.values).toEqual(['Ann']);
  });

  it('E9 a new subscriber gets the current value once', () => {
    const { rename, name$ } = withAnn();
    const added: { values: unknown[] }[] = [];
    name$.subscribe((name) => {
      if (name === 'two') added.push(collect(name$));
    });
    rename('two');
    expect(added.map(({ values }) => values)).toEqual([['two']]);
    rename('three');
    expect(added.map(({ values }) => values)).toEqual([['two', 'three']]);
  });
});

it('E10 fetch waits for one response: it settles even if the stream of the data never emits', async () => {
  const { store } = storeKit();
  const data = collect(store.observe(getUser, '1').data$.pipe(take(1)));
  const call = store.fetch(getUser, '1');
  requests.last.fail(new Error('down'));
  await expect(call).rejects.toThrow('down');
  expect([data.values, data.errors, data.isComplete]).toEqual([[], [], false]);
  const ended = store.fetch(getUser, '2');
  requests.last.end();
  await expect(ended).rejects.toMatchObject({ code: 'SB_ANSWER_EMPTY' });
});

it('E11 subscribers that write without end are stopped with a typed error that names the key; the store goes on', () => {
  const { store, rename, name$, reported } = withAnn();
  let isOpen = true;
  name$.subscribe((name) => {
    if (isOpen && name !== 'Ann') rename(`${name}!`);
  });
  expect(() => rename('two')).toThrow(expect.objectContaining({ code: 'SB_COMMIT_LOOP' }));
  isOpen = false;
  rename('calm');
  expect(store.get(User, '1')?.name).toBe('calm');
  expect(reported).toEqual([]);
});

it('E12 emissions come synchronously in the order of the writes, and keep it through any scheduler', async () => {
  const { store, rename, name$ } = withAnn();
  globalThis.requestAnimationFrame ??= (run) => Number(setTimeout(() => run(0), 0));
  globalThis.cancelAnimationFrame ??= (id) => clearTimeout(id);
  const both$ = store.commits$.pipe(map(({ version }) => version));
  const orders = [queueScheduler, asapScheduler, animationFrameScheduler].map((scheduler) =>
    collect(both$.pipe(observeOn(scheduler))),
  );
  const sync = collect(name$);
  for (const name of ['two', 'three', 'four']) {
    rename(name);
    expect(sync.values.at(-1)).toBe(name);
    store.set(User, { ...bob, name });
  }
  await new Promise((later) => setTimeout(later, 30));
  const versions = orders[0].values;
  expect(versions).toHaveLength(6);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  for (const { values } of orders) expect(values).toEqual(versions);
});

it('E13 ten thousand writes in one batch emit once, with the last value', () => {
  const { store, rename, name$ } = withAnn();
  const names = collect(name$);
  const states = collect(store.observe(getUser, '1'));
  const before = states.values.length;
  store.batch(() => {
    for (let write = 0; write < 10_000; write++) rename(`name ${write}`);
  });
  expect(names.values).toEqual(['Ann', 'name 9999']);
  expect(states.values.length - before).toBe(1);
});

it('E14 the configuration of RxJS is untouched, and other copies of RxJS accept the streams', () => {
  const before = { ...config };
  const { store, rename } = withAnn();
  const query$ = store.query(User, '1');
  const interop = (query$ as unknown as Record<symbol, () => Observable<User>>)[
    Symbol.observable ?? ('@@observable' as never)
  ];
  expect(interop.call(query$)).toBe(query$);
  let copy!: typeof rxjs;
  jest.isolateModules(() => (copy = jest.requireActual('rxjs')));
  expect(copy.Observable).not.toBe(query$.constructor);
  const names: unknown[] = [];
  copy
    .from(query$ as never)
    .pipe(copy.map((user: User) => user.name))
    .subscribe((name) => names.push(name));
  from(query$).subscribe();
  rename('two');
  expect(names).toEqual(['Ann', 'two']);
  expect({ ...config }).toEqual(before);
});

it('E15 the resources of a stream are released with its last subscriber: old keys keep no subject', () => {
  const { store, clock } = storeKit({ graceTime: 10, gcTime: 0 });
  for (let key = 0; key < 1_000; key++) {
    const observers = [
      collect(store.observe(getUser, `${key}`)),
      collect(store.query(User, `${key}`)),
      collect(store.select(getUser, `${key}`)),
    ];
    requests.last.answer({ id: `${key}`, name: 'x' });
    for (const observer of observers) observer.stop();
    clock.advance(20);
  }
  clock.advance(20);
  expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0, inFlight: 0 });
  expect(store.stats().entries).toBeLessThan(3);
});
