import type { Observable } from 'rxjs';
import { combineLatest, config, from, map, of, Subscription, take } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { showData, showState } from '../../support/showState.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const allUsers = new All(User);

beforeEach(() => {
  requests.sent.length = 0;
});

describe('observe', () => {
  it('does nothing before the first subscription', () => {
    const { store } = storeKit();
    const read$ = store.observe(read);
    void read$.data$;
    void read$.dataOrThrow$;
    void read$.status$;
    void read$.error$;
    expect(showState(read$.getValue())).toBe('invalid');
    expect(requests.count).toBe(0);
    expect(store.stats()).toMatchObject({ entries: 0, subscribers: 0, timers: 0, inFlight: 0 });
  });

  it('returns the same observable for the same key', () => {
    const { store } = storeKit();
    expect(store.observe(read, { a: 1 })).toBe(store.observe(read, { a: '1' }));
    expect(store.observe(read, { a: 1 })).not.toBe(store.observe(read, { a: 2 }));
    expect(store.observe(read, { a: 1 }).key).toBe('read [{"a":"1"}]');
  });

  it('starts one request for any number of subscribers in any form', () => {
    const { store } = storeKit();
    const read$ = store.observe(read);
    for (let i = 0; i < 100; i++) collect(read$);
    collect(read$.data$);
    collect(read$.dataOrThrow$);
    collect(read$.status$);
    collect(read$.error$);
    expect(requests.count).toBe(1);
  });

  it('begins with one emission: invalid, with a request in flight', () => {
    const { store } = storeKit();
    expect(collectStates(store.observe(read)).values).toEqual(['invalid fetching']);
  });

  it('begins with one emission inside of a subscriber too', () => {
    const { store } = storeKit();
    const states: string[][] = [];
    store.query(User, '1').subscribe((user) => {
      if (user) states.push(collectStates(store.observe(read, user.id)).values);
    });
    store.set(User, ann);
    expect(states).toEqual([['invalid fetching']]);
    expect(requests.count).toBe(1);
  });

  it('gives a late subscriber the current state once', () => {
    const { store } = storeKit();
    collect(store.observe(read));
    requests.last.answer('a');
    expect(collectStates(store.observe(read)).values).toEqual(['valid a']);
  });

  it('gives a subscriber that joins in a delivery the new state once', () => {
    const { store } = storeKit();
    const joined: string[][] = [];
    const read$ = store.observe(read);
    read$.subscribe(({ data }) => {
      if (data === 'a') joined.push(collectStates(read$).values);
    });
    requests.last.answer('a');
    expect(joined).toEqual([['valid a']]);
  });

  it('emits nothing to a subscriber that unsubscribes in a delivery before its turn', () => {
    const { store } = storeKit();
    const read$ = store.observe(read);
    const later = new Subscription();
    read$.subscribe(({ data }) => data === 'a' && later.unsubscribe());
    const seen: string[] = [];
    later.add(read$.subscribe((state) => seen.push(showState(state))));
    requests.last.answer('a');
    expect(seen).toEqual(['invalid fetching']);
  });

  it('emits only if something changed, and then once', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    store.set(User, cid);
    store.set(User, { ...ann });
    store.set(User, { ...ann, name: 'Anna' });
    expect(reader.values).toEqual(['valid [Ann Bob]', 'valid [Anna Bob]']);
  });

  it('keeps the data when a response brings the same, and emits the new times', () => {
    const { store, clock } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collect(store.observe(getUsers));
    clock.advance(1_000);
    store.setResponse(getUsers, [{ ...ann }, { ...bob }]);
    const [before, after] = reader.values;
    expect(reader.values).toHaveLength(2);
    expect(after.data).toBe(before.data);
    expect(after.expiresAt).toBe(before.expiresAt + 1_000);
  });

  it('keeps the members of a list that a response brings unchanged', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const before = store.getState(getUsers).data!;
    store.setResponse(getUsers, [ann, { ...bob, name: 'Bobby' }, cid]);
    const after = store.getState(getUsers).data!;
    expect(after.map(({ name }) => name)).toEqual(['Ann', 'Bobby', 'Cid']);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('keeps unchanged parts of plain responses', () => {
    const { store } = storeKit();
    store.setResponse(read, { same: { deep: [1] }, other: 1 });
    const before = store.getState(read).data as { same: object };
    store.setResponse(read, { same: { deep: [1] }, other: 2 });
    const after = store.getState(read).data as { same: object };
    expect(after).not.toBe(before);
    expect(after.same).toBe(before.same);
  });

  it('emits frozen data in development', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const users = store.getState(getUsers).data!;
    expect(Object.isFrozen(users)).toBe(true);
    expect(Object.isFrozen(users[0])).toBe(true);
    store.setResponse(read, { plain: { nested: [1] } });
    const plain = store.getState(read).data as { plain: { nested: number[] } };
    expect(Object.isFrozen(plain.plain.nested)).toBe(true);
  });

  it('never errors and never completes', () => {
    const { store, clock } = storeKit();
    const reader = collect(store.observe(read));
    requests.last.fail(new Error('down'));
    clock.advance(10_000);
    expect(reader.errors).toEqual([]);
    expect(reader.isComplete).toBe(false);
  });

  it('works with every operator, and with from() of any copy of RxJS', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    expect(collect(from(store.observe(read)).pipe(map(showState))).values).toEqual(['valid a']);
    expect(collect(store.observe(read).pipe(take(1))).isComplete).toBe(true);
    const foreign = (store.observe(read) as unknown as Record<string, () => Observable<unknown>>)[
      '@@observable'
    ];
    expect(foreign).toBeInstanceOf(Function);
  });

  it('keeps its state for a remount within the grace time', () => {
    const { store, clock } = storeKit();
    const first = collectStates(store.observe(read));
    first.stop();
    clock.advance(4_999);
    const second = collectStates(store.observe(read));
    expect(second.values).toEqual(['invalid fetching']);
    requests.last.answer('a');
    expect(second.values).toEqual(['invalid fetching', 'valid a']);
    expect(requests.count).toBe(1);
  });

  it('emits at once for an endpoint that returns neither a promise nor an observable', () => {
    const { store } = storeKit();
    const plain = new Endpoint(() => ({ subscribe: true }), { name: 'plain' });
    expect(collect(store.observe(plain)).values.at(-1)).toMatchObject({
      status: 'valid',
      data: { subscribe: true },
    });
  });

  it('gives the request a context with signal, key and fetch, without changing the endpoint', () => {
    const contexts: unknown[] = [];
    const fetch = jest.fn();
    const { store } = storeKit({ fetch });
    const withContext = new Endpoint(
      function withContext(this: { context?: unknown }) {
        contexts.push(this.context);
        return of('a');
      },
      { name: 'withContext' },
    );
    collect(store.observe(withContext));
    expect(contexts).toMatchObject([{ key: 'withContext []', attempt: 1 }]);
    expect((contexts[0] as { signal: unknown }).signal).toBeInstanceOf(AbortSignal);
    expect((contexts[0] as { fetch: unknown }).fetch).toBe(fetch);
    expect((withContext as { context?: unknown }).context).toBeUndefined();
  });
});

describe('getValue', () => {
  it('returns the current state without a request', () => {
    const { store } = storeKit();
    const users$ = store.observe(getUsers);
    store.setResponse(getUsers, [ann]);
    expect(users$.getValue().data?.[0]?.name).toBe('Ann');
    store.set(User, { ...ann, name: 'Anna' });
    expect(users$.getValue().data?.[0]?.name).toBe('Anna');
    expect(requests.count).toBe(0);
  });

  it('returns the same object while nothing changes', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    const users$ = store.observe(getUsers);
    expect(users$.getValue()).toBe(users$.getValue());
    collect(users$);
    expect(users$.getValue()).toBe(users$.getValue());
  });

  it('returns the state of the latest commit inside of any subscriber', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    store.setResponse(getUser, '1', ann);
    const streams = {
      users: store.observe(getUsers).pipe(map(({ data }) => data?.[0]?.name)),
      user: store.observe(getUser, '1').pipe(map(({ data }) => data?.name)),
      query: store.query(User, '1').pipe(map((user) => user?.name)),
      select: store.select(getUsers).pipe(map((users) => users?.[0]?.name)),
      all: store.query(allUsers).pipe(map((users) => users?.[0]?.name)),
      entities: store.entities$,
      commits: store.commits$,
      actions: store.actions$,
    };
    const now = (): string =>
      [
        store.observe(getUsers).getValue().data?.[0]?.name,
        store.observe(getUser, '1').getValue().data?.name,
        store.query(User, '1').getValue()?.name,
        store.select(getUsers).getValue()?.[0]?.name,
        store.query(allUsers).getValue()?.[0]?.name,
        store.get(User, '1')?.name,
        (store.entities$.getValue().get('User', '1') as User | undefined)?.name,
      ].join();
    const seen = new Map<string, string>();
    for (const [name, stream] of Object.entries<Observable<unknown>>(streams)) {
      stream.subscribe(() => seen.set(name, now()));
    }
    seen.clear();
    store.set(User, { ...ann, name: 'Anna' });
    const everywhere = Array(7).fill('Anna').join();
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(Object.keys(streams).map((name) => [name, everywhere])),
    );
  });

  it('shows the request that a commit has caused to every subscriber of that commit', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    const seen: string[] = [];
    collect(store.observe(read));
    store.select(read).subscribe(() => seen.push(showState(store.observe(read).getValue())));
    store.invalidate(read);
    expect(seen).toEqual(['valid a', 'invalid fetching']);
  });
});

describe('select', () => {
  it('emits the data of the store and never fetches', () => {
    const { store, clock } = storeKit();
    const users = collect(store.select(getUsers).pipe(map((data) => data && showData(data))));
    store.setResponse(getUsers, [ann]);
    clock.advance(100_000);
    store.set(User, { ...ann, name: 'Anna' });
    store.expireAll(getUsers);
    store.invalidate(getUsers);
    expect(users.values).toEqual([undefined, '[Ann]', '[Anna]', undefined]);
    expect(requests.count).toBe(0);
  });

  it('does not make an observed key refetch after its active observers have left', () => {
    const { store } = storeKit();
    collect(store.select(read));
    const reader = collectStates(store.observe(read));
    expect(reader.values).toEqual(['invalid fetching']);
    reader.stop();
    store.invalidate(read);
    expect(requests.count).toBe(1);
  });

  it('emits data only when it changes', () => {
    const { store, clock } = storeKit();
    store.setResponse(getUsers, [ann]);
    const users = collect(store.select(getUsers));
    clock.advance(60_001);
    store.setResponse(getUsers, [{ ...ann }]);
    store.setError(getUsers, new Error('down'));
    expect(users.values).toHaveLength(1);
  });

  it('leaves the request after an invalidation to the next active observer', () => {
    const { store } = storeKit();
    store.setResponse(read, 'a');
    collect(store.select(read));
    store.expireAll(read);
    expect(requests.count).toBe(0);
    expect(collectStates(store.observe(read)).values).toEqual(['stale a fetching']);
  });

  it('has no data for null', () => {
    const { store } = storeKit();
    expect(collect(store.select(read, null)).values).toEqual([undefined]);
  });
});

describe('query', () => {
  it('emits the data of the store, synchronously and at every change', () => {
    const { store } = storeKit();
    const users = collect(store.query(allUsers).pipe(map((data) => data && showData(data))));
    store.set(User, ann);
    store.set(User, bob);
    expect(users.values).toEqual([undefined, '[Ann]', '[Ann Bob]']);
    expect(requests.count).toBe(0);
  });

  it('returns the identical object everywhere while it has subscribers', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann]);
    collect(store.query(allUsers));
    collect(store.observe(getUsers));
    const user = store.get(User, '1');
    expect(store.query(User, { id: 1 }).getValue()).toBe(user);
    expect(store.observe(getUsers).getValue().data?.[0]).toBe(user);
    expect(store.query(allUsers).getValue()?.[0]).toBe(user);
    expect(store.get(new All(User))).toBe(store.query(allUsers).getValue());
  });

  it('keeps an inferred object while its members are unchanged', () => {
    const { store } = storeKit();
    const schema = { user: User, page: 1 };
    store.set(User, ann);
    const pairs = collect(store.query(schema, { id: '1' }));
    store.setResponse(getUsers, [{ ...ann }]);
    store.set(User, bob);
    expect(pairs.values).toHaveLength(1);
    expect(store.query(schema, { id: '1' }).getValue()).toBe(pairs.values[0]);
  });

  it('errors to its subscriber when user code throws, and recovers for a new subscription', () => {
    class Event extends Entity {
      id = '';
      on = '';
      static override readonly key = 'Event';
      static override schema = {
        on: (text: string): string => {
          if (text === 'never') throw new Error('no date');
          return text;
        },
      };
    }
    const { store } = storeKit();
    store.set(Event, { id: 'e', on: 'today' });
    const events = collect(store.query(Event, 'e').pipe(map((event) => event?.on)));
    store.set(Event, { id: 'e', on: 'never' });
    expect(events.values).toEqual(['today']);
    expect(events.errors).toMatchObject([{ message: 'no date' }]);
    store.set(Event, { id: 'e', on: 'soon' });
    expect(collect(store.query(Event, 'e')).values).toMatchObject([{ on: 'soon' }]);
  });
});

describe('a derived stream', () => {
  it('that combines two streams of one commit ends with a consistent value', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const pair$ = combineLatest([store.query(User, '1'), store.query(allUsers)]);
    const pairs = collect(pair$.pipe(map(([user, all]) => user === all?.[0])));
    store.set(User, { ...ann, name: 'Anna' });
    expect(pairs.values.at(-1)).toBe(true);
  });
});

describe('a subscriber that throws', () => {
  const thrown: unknown[] = [];
  const { onUnhandledError } = config;

  beforeEach(() => {
    thrown.length = 0;
    config.onUnhandledError = (error) => thrown.push(error);
  });
  afterEach(async () => {
    await reported();
    config.onUnhandledError = onUnhandledError;
  });

  /** RxJS reports in a task of its own. */
  const reported = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  it('is reported, and neither stops other subscribers nor the write', async () => {
    const { store } = storeKit();
    const broken = (): never => {
      throw new Error('broken');
    };
    store.query(User, '1').subscribe((user) => user && broken());
    store.entities$.subscribe((table) => table.has('User', '1') && broken());
    store.commits$.subscribe(broken);
    store.actions$.subscribe(broken);
    const others = [
      collect(store.query(User, '1')),
      collect(store.entities$),
      collect(store.commits$),
      collect(store.actions$),
    ];
    expect(() => store.set(User, ann)).not.toThrow();
    expect(store.get(User, '1')?.name).toBe('Ann');
    expect(others.map(({ values }) => values.length)).toEqual([2, 2, 1, 1]);
    await reported();
    expect(thrown.map((error) => (error as Error).message)).toEqual(Array(4).fill('broken'));
  });

  it('is still notified afterwards', () => {
    const { store } = storeKit();
    const seen: (string | undefined)[] = [];
    store.query(User, '1').subscribe((user) => {
      seen.push(user?.name);
      throw new Error('broken');
    });
    store.set(User, ann);
    store.set(User, { ...ann, name: 'Anna' });
    expect(seen).toEqual([undefined, 'Ann', 'Anna']);
  });
});
