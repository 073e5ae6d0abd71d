import { auditTime, map, Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { live } from '../../../src/features/live/live.ts';
import { atArrival } from '../../../src/features/live/atArrival.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { collect } from '../../support/collect.ts';
import { ann, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });
const updateUser = getUser.extend({ name: 'updateUser', sideEffect: true });
const removal = new Invalidate(User);
const removeUser = updateUser.extend({ name: 'removeUser', schema: removal });

/** What a message does to the store. */
type Message = (store: Store) => void;

const rename =
  (name: string): Message =>
  (store) =>
    store.set(User, { ...ann, name });

/** Messages wait in `applyMessages`, or in an operator of the program. */
describe.each(['applyMessages', 'atArrival'] as const)('a message that waits in %s', (by) => {
  function setUp() {
    const clock = new ManualClock();
    const messages$ = new Subject<Message>();
    const options = { scheduler: clock, interval: 100 };
    const plugin = applyMessages(messages$, (to, message) => message(to), options);
    const isOwn = by === 'atArrival';
    const { store } = storeKit({ scheduler: clock, plugins: isOwn ? [] : [plugin] });
    if (isOwn) {
      messages$
        .pipe(
          map((message) => atArrival(store, () => message(store))),
          auditTime(100, clock),
        )
        .subscribe((write) => write());
    }
    store.set(User, ann);
    const name = (): string | undefined => store.get(User, '1')?.name;
    const apply = (): void => clock.advance(100);
    return { store, clock, messages$, name, apply };
  }

  it('loses against a later local write', () => {
    const { store, messages$, name, apply } = setUp();
    messages$.next(rename('message'));
    store.set(User, { ...ann, name: 'later' });
    apply();
    expect(name()).toBe('later');
  });

  it('loses against the response to a mutation that arrives later', () => {
    const { store, messages$, name, apply } = setUp();
    void store.fetch(updateUser, '1');
    messages$.next(rename('message'));
    requests.at(0).answer({ ...ann, name: 'response' });
    apply();
    expect(name()).toBe('response');
  });

  it('does not bring back an entity that was removed later', () => {
    const { store, messages$, name, apply } = setUp();
    messages$.next(rename('message'));
    void store.fetch(removeUser, '1');
    requests.at(0).answer(undefined);
    apply();
    expect(name()).toBeUndefined();
  });

  it('loses against the response to a read that was sent later', () => {
    const { store, messages$, name, apply } = setUp();
    messages$.next(rename('message'));
    void store.fetch(getUser, '1');
    requests.at(0).answer({ ...ann, name: 'response' });
    apply();
    expect(name()).toBe('response');
  });

  it('wins against the response to a read that was sent earlier', () => {
    const { store, messages$, name, apply } = setUp();
    void store.fetch(getUser, '1');
    messages$.next(rename('message'));
    requests.at(0).answer({ ...ann, name: 'response' });
    apply();
    expect(name()).toBe('message');
  });

  it('does not remove an entity that was written later', () => {
    const { store, messages$, name, apply } = setUp();
    messages$.next((to) => to.set(removal, '1'));
    store.set(User, { ...ann, name: 'later' });
    apply();
    expect(name()).toBe('later');
  });

  it('does not replace or invalidate a result that was requested later', () => {
    const { store, messages$, apply } = setUp();
    for (const message of [
      (to: Store) => to.setResponse(getUser, '1', { ...ann, name: 'message' }),
      (to: Store) => to.invalidate(getUser, '1'),
      (to: Store) => to.expireAll(getUser),
      (to: Store) => to.setError(getUser, '1', new Error('message')),
    ]) {
      messages$.next(message);
      void store.fetch(getUser, '1');
      requests.at(requests.sent.length - 1).answer({ ...ann, name: 'response' });
      apply();
      const { data, error, status } = store.getState(getUser, '1');
      expect([data?.name, status, error]).toEqual(['response', 'valid', undefined]);
    }
  });

  it('does not undo a later expiry when it invalidates', () => {
    const { store, messages$, apply } = setUp();
    messages$.next((to) => to.invalidate(getUser, '1'));
    void store.fetch(getUser, '1');
    store.expireAll(getUser);
    apply();
    requests.last.answer(ann);
    expect(store.getState(getUser, '1').status).toBe('stale');
  });

  it('leaves what observers write when they are notified of it later than itself', () => {
    const { store, messages$, name, apply } = setUp();
    const seen = store.query(User, '1').subscribe((user) => {
      if (user?.name === 'message') store.set(User, { ...ann, name: 'observer' });
    });
    messages$.next(rename('message'));
    apply();
    messages$.next(rename('second'));
    apply();
    expect(name()).toBe('second');
    seen.unsubscribe();
  });

  it('has the time of its arrival', () => {
    const { store, clock, messages$, apply } = setUp();
    const fetchedAt = clock.now();
    messages$.next((to) => to.setResponse(getUser, '1', ann));
    apply();
    expect(store.getState(getUser, '1').fetchedAt).toBe(fetchedAt);
  });

  it('is dropped by a reset', async () => {
    const { store, messages$, name, apply } = setUp();
    messages$.next(rename('message'));
    await store.reset();
    apply();
    expect(name()).toBeUndefined();
  });
});

describe('several messages that wait', () => {
  it('keep their order, and add members that later responses lack', () => {
    const clock = new ManualClock();
    const messages$ = new Subject<Message>();
    const plugin = applyMessages(messages$, (to, message) => message(to), { scheduler: clock });
    const { store } = storeKit({ scheduler: clock, plugins: [plugin] });
    store.set(User, ann);
    messages$.next((to) => to.set(User, { id: '1', email: 'first' }));
    messages$.next((to) => to.set(User, { id: '1', email: 'second' }));
    void store.fetch(updateUser, '1');
    requests.at(0).answer({ id: '1', name: 'response' });
    clock.advance(16);
    expect(store.get(User, '1')).toMatchObject({ name: 'response', email: 'second' });
  });
});

describe('a message that waits while garbage is collected', () => {
  it('does not bring back an entity that was removed later', () => {
    const clock = new ManualClock();
    const messages$ = new Subject<Message>();
    const plugin = applyMessages(messages$, (to, message) => message(to), { scheduler: clock });
    const { store } = storeKit({ gcTime: 0, plugins: [plugin] });
    store.set(User, ann);
    messages$.next(rename('message'));
    store.set(removal, '1');
    store.gc();
    clock.advance(16);
    expect(store.get(User, '1')).toBeUndefined();
  });
});

describe('messages that wait when a response arrives', () => {
  function setUp(message = rename) {
    const clock = new ManualClock();
    const messages$ = new Subject<Message>();
    const onError = (): void => {
      throw new Error('onError');
    };
    const options = { scheduler: clock, onError };
    const plugin = applyMessages(messages$, (to, one) => one(to), options);
    const { store } = storeKit({ plugins: [plugin] });
    const seen = collect(store.query(User, '1').pipe(map((user) => user?.name)));
    return {
      store,
      clock,
      seen,
      wait: () => messages$.next(message('message')),
    };
  }

  it('are applied before it, in a commit of their own', () => {
    const { store, clock, seen, wait } = setUp();
    void store.fetch(getUser, '1');
    wait();
    wait();
    void store.fetch(getUser, '1', 'later');
    requests.last.answer({ ...ann, name: 'response' });
    expect(seen.values).toEqual([undefined, 'message', 'response']);
    expect(clock.actions).toEqual([]);
  });

  it('wait until the end of a batch, which may fail', () => {
    const { store, clock, seen, wait } = setUp();
    wait();
    const batch = (): void =>
      store.batch(() => {
        void store.fetch(getUser, '1').catch(() => {});
        requests.last.answer({ ...ann, name: 'response' });
        throw new Error('batch');
      });
    expect(batch).toThrow('batch');
    clock.advance(16);
    expect(seen.values).toEqual([undefined, 'message']);
  });

  it('that fail keep no response from its request, also if onError throws', async () => {
    const reportError = (globalThis.reportError = jest.fn());
    const failing = (): Message => () => {
      throw new Error('message');
    };
    const { store, wait } = setUp(failing);
    wait();
    const fetched = store.fetch(getUser, '1');
    requests.last.answer(ann);
    expect(await fetched).toMatchObject(ann);
    Reflect.deleteProperty(globalThis, 'reportError');
    expect(reportError).toHaveBeenCalledWith(new Error('onError'));
  });

  it('may abort its request: observers of them are notified first', () => {
    const { store, seen, wait } = setUp();
    const subscription = store.query(User, '1').subscribe((user) => user && void store.reset());
    void store.fetch(getUser, '1').catch(() => {});
    wait();
    requests.last.answer({ ...ann, name: 'response' });
    expect(seen.values).toEqual([undefined, 'message', undefined]);
    subscription.unsubscribe();
  });
});

describe('a live source', () => {
  const watch = new Endpoint(requests.send, { name: 'watch', schema: User });
  const setUp = () => {
    const { store } = storeKit();
    live(store, watch, '1').subscribe();
    const source = requests.at(0);
    const event = (name: string): void => source.push({ ...ann, name });
    const name = (): string | undefined => store.get(User, '1')?.name;
    const opened = (): number => requests.sent.filter(({ args }) => args.length === 1).length;
    const update = () => {
      void store.fetch(updateUser, '1', {});
      return requests.last;
    };
    return { store, source, event, name, opened, update };
  };

  it('stays open if its first event overlaps a mutation', () => {
    const { source, event, name, opened, update } = setUp();
    const mutation = update();
    event('event 1');
    mutation.answer({ ...ann, name: 'response' });
    event('event 2');
    expect([opened(), source.isFollowed, name()]).toEqual([1, true, 'event 2']);
  });

  it('shows a first event that arrives after the response to an overlapping mutation', () => {
    const { source, event, name, opened, update } = setUp();
    update().answer({ ...ann, name: 'response' });
    event('event 1');
    expect([opened(), source.isFollowed, name()]).toEqual([1, true, 'event 1']);
  });

  it('stays open if two mutations overlap each other, before and after its first event', () => {
    for (const isOpen of [false, true]) {
      requests.sent.length = 0;
      const { source, event, name, opened, update } = setUp();
      if (isOpen) event('event 0');
      const [first, second] = [update(), update()];
      second.answer({ ...ann, name: 'second' });
      first.answer({ ...ann, name: 'first' });
      event('event 1');
      expect([opened(), source.isFollowed, name()]).toEqual([1, true, 'event 1']);
    }
  });

  it('is opened again by an invalidation, and by a reset', () => {
    const { store, source, event, opened } = setUp();
    event('event 1');
    store.invalidate(watch, '1');
    expect([opened(), source.isFollowed]).toEqual([2, false]);
    requests.last.push(ann);
    void store.reset();
    expect(opened()).toBe(3);
  });
});
