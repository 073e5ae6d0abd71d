import { Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { applyMessages, type ApplyOptions } from '../../../src/features/live/applyMessages.ts';
import type { LiveSource } from '../../../src/features/live/LiveSource.ts';
import { memoryStorage } from '../../../src/features/storage/memoryStorage.ts';
import { persist } from '../../../src/features/persist/persist.ts';
import type { StorePlugin } from '../../../src/kernel/store/Plugins.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { collect } from '../../support/collect.ts';
import { User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { liveKit, type Tick } from '../../support/liveKit.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { pass } from '../../support/pass.ts';
import { storeKit } from '../../support/storeKit.ts';

interface Message {
  readonly id: string;
  readonly name: string;
}

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });

const write = (store: Store, message: Message): void => store.set(User, message);

function setUp(options: ApplyOptions<Message> = {}, apply = write) {
  const clock = new ManualClock();
  const messages$ = new Subject<Message>();
  const errors: unknown[] = [];
  const plugin = applyMessages(messages$, apply, {
    scheduler: clock,
    onError: (error) => errors.push(error),
    ...options,
  });
  const { store } = storeKit({ scheduler: clock, plugins: [plugin] });
  const commits = collect(store.commits$);
  return { store, clock, messages$, errors, commits };
}

const user = (id: string, name = `user ${id}`): Message => ({ id, name });

describe('applyMessages', () => {
  it('writes all messages of a frame as one commit', () => {
    const { store, clock, messages$, commits } = setUp();
    for (const id of ['1', '2', '3']) messages$.next(user(id));
    expect(commits.values).toHaveLength(0);
    clock.advance(16);
    expect(commits.values).toHaveLength(1);
    expect(store.get(User, '3')?.name).toBe('user 3');
  });

  it('writes only the last message of each key', () => {
    const written: string[] = [];
    const { clock, messages$ } = setUp({ key: ({ id }) => id }, (store, message) => {
      written.push(message.name);
      write(store, message);
    });
    for (const name of ['a', 'b', 'c']) messages$.next(user('1', name));
    clock.advance(16);
    expect(written).toEqual(['c']);
  });

  it('reports a message that cannot be written and writes the others', () => {
    const { store, clock, messages$, errors } = setUp();
    for (const id of ['1', '', '3']) messages$.next(user(id));
    clock.advance(16);
    expect(errors).toMatchObject([{ code: 'SB_MESSAGE', cause: { code: 'SB_PK_MISSING' } }]);
    expect([store.get(User, '1')?.name, store.get(User, '3')?.name]).toEqual(['user 1', 'user 3']);
    messages$.next(user('4'));
    clock.advance(16);
    expect(store.get(User, '4')).toBeDefined();
  });

  it('reports a message that has no key and writes the others', () => {
    const key = ({ id }: Message): string => id;
    const { store, clock, messages$, errors } = setUp({ key });
    // The message is the JSON text `null`.
    for (const message of [user('1'), null!, user('2')]) messages$.next(message);
    clock.advance(16);
    expect(errors).toMatchObject([{ code: 'SB_MESSAGE', cause: { name: 'TypeError' } }]);
    expect(['1', '2'].map((id) => store.get(User, id)?.name)).toEqual(['user 1', 'user 2']);
    expect(messages$.observed).toBe(true);
  });

  it('calls onGap if more messages came than it keeps', () => {
    const gaps: Store[] = [];
    const { store, clock, messages$ } = setUp({ limit: 2, onGap: (of) => gaps.push(of) });
    for (const id of ['1', '2', '3']) messages$.next(user(id));
    clock.advance(16);
    expect(gaps).toEqual([store]);
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('drops the messages from before a reset', async () => {
    const { store, clock, messages$ } = setUp();
    messages$.next(user('1'));
    await store.reset();
    messages$.next(user('2'));
    clock.advance(16);
    expect([store.get(User, '1'), store.get(User, '2')?.name]).toEqual([undefined, 'user 2']);
  });

  it('reports what onGap throws, and the error of the source', () => {
    const { clock, messages$, errors } = setUp({
      limit: 1,
      onGap: () => {
        throw new Error('of onGap');
      },
    });
    messages$.next(user('1'));
    messages$.next(user('2'));
    clock.advance(16);
    messages$.error(new Error('closed'));
    expect(errors).toMatchObject([{ message: 'of onGap' }, { message: 'closed' }]);
  });

  it('writes the messages that wait when the source ends or fails', () => {
    for (const end of ['complete', 'error'] as const) {
      const { store, messages$ } = setUp();
      messages$.next(user('1'));
      messages$[end](new Error('closed'));
      expect(store.get(User, '1')?.name).toBe('user 1');
    }
  });

  it('rejects wrong options when it is created', () => {
    expect(() => applyMessages(new Subject(), () => {}, { limit: 0 })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});

describe('applyMessages with a live source', () => {
  function withSource(
    more: { onGap?: (store: Store) => void } = {},
    plugins: readonly StorePlugin[] = [],
  ) {
    let token = 0;
    const kit = liveKit({ url: () => `wss://x/?${++token}` });
    const errors: unknown[] = [];
    const source: LiveSource<Tick> = kit.source;
    const plugin = applyMessages(
      source,
      (store, { value }) => store.set(User, { id: `${value}`, name: 'ticked' }),
      { scheduler: kit.clock, onError: (error) => errors.push(error), ...more },
    );
    const { store } = storeKit({ scheduler: kit.clock, plugins: [...plugins, plugin] });
    return { ...kit, store, errors };
  }

  it('connects with the store and closes with it', () => {
    const { store, sockets } = withSource();
    sockets.last.open();
    expect(sockets.open).toBe(1);
    store.dispose();
    expect(sockets.open).toBe(0);
  });

  it('calls onGap after each reconnect', () => {
    const gaps: unknown[] = [];
    const { sockets, clock } = withSource({ onGap: (store) => gaps.push(store) });
    sockets.last.open();
    expect(gaps).toEqual([]);
    sockets.last.lose();
    pass(clock, 1_000);
    sockets.last.open();
    expect(gaps).toHaveLength(1);
  });

  it.each<readonly [string, (store: Store) => unknown, readonly StorePlugin[]]>([
    ['data', (store) => store.set(User, user('1')), []],
    ['a request in flight', (store) => store.observe(getUser, '1').subscribe(), []],
    ['a result', (store) => store.setError(getUser, '1', new Error('down')), []],
    ['stored data', () => {}, [persist({ name: 'spec', storage: memoryStorage() })]],
  ])('calls onGap when it first opens and the store has %s', (_name, act, plugins) => {
    const gaps: unknown[] = [];
    const { store, sockets, clock } = withSource({ onGap: (of) => gaps.push(of) }, plugins);
    act(store);
    // The first try fails.
    sockets.last.lose();
    pass(clock, 1_000);
    expect(gaps).toEqual([]);
    sockets.last.open();
    expect(gaps).toEqual([store]);
    store.dispose();
  });

  it('calls onGap after a reset if the store has sent requests by then', async () => {
    for (const isObserved of [false, true]) {
      const gaps: unknown[] = [];
      const { store, sockets } = withSource({ onGap: (of) => gaps.push(of) });
      sockets.last.open();
      if (isObserved) store.observe(getUser, '1').subscribe();
      await store.reset();
      sockets.last.open();
      expect(gaps).toHaveLength(isObserved ? 1 : 0);
    }
  });

  it('reconnects after a reset, and ignores the old connection', async () => {
    const { store, sockets, clock } = withSource();
    const old = sockets.last.open();
    old.push({ value: 1 });
    await store.reset();
    expect([sockets.count, sockets.open, sockets.last.url]).toEqual([2, 1, 'wss://x/?2']);
    old.push({ value: 2 });
    sockets.last.open().push({ value: 3 });
    clock.advance(16);
    expect(['1', '2', '3'].map((id) => store.get(User, id)?.name)).toEqual([
      undefined,
      undefined,
      'ticked',
    ]);
  });

  it('goes on if the source is restarted after it was closed for good', () => {
    const gaps: Store[] = [];
    const { source, store, sockets, clock, errors } = withSource({ onGap: (of) => gaps.push(of) });
    for (const times of [1, 2]) {
      sockets.last.open().lose(4401);
      expect([errors.length, sockets.open]).toEqual([times, 0]);
      source.restart();
      source.restart();
      sockets.last.open().push({ value: times });
      clock.advance(16);
      expect(store.get(User, String(times))?.name).toBe('ticked');
      expect([sockets.open, gaps.length]).toEqual([1, times]);
      sockets.last.lose();
      pass(clock, 1_000);
      gaps.pop();
    }
    store.dispose();
    source.restart();
    expect(sockets.open).toBe(0);
  });

  it('goes on after a restart if another subscriber has opened the source meanwhile', () => {
    const gaps: Store[] = [];
    const { source, store, sockets, clock } = withSource({ onGap: (of) => gaps.push(of) });
    sockets.last.open().lose(4401);
    const topic = collect(source.topic('SBD'));
    sockets.last.open().push({ value: 1 });
    source.restart();
    expect([sockets.open, gaps.length]).toEqual([1, 0]);
    sockets.last.open().push({ value: 2, symbol: 'SBD' });
    clock.advance(16);
    expect(['1', '2'].map((id) => store.get(User, id)?.name)).toEqual([undefined, 'ticked']);
    expect([topic.values.length, gaps.length, sockets.count]).toEqual([1, 1, 3]);
    topic.stop();
    store.dispose();
    expect(sockets.open).toBe(0);
  });

  it('subscribes again in the next session if the source was closed for good', async () => {
    const { store, sockets, errors } = withSource();
    sockets.last.open().lose(4401);
    expect(errors).toMatchObject([{ code: 'SB_CONNECTION' }]);
    await store.reset();
    expect([sockets.count, sockets.open]).toEqual([2, 1]);
  });
});
