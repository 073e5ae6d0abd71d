import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, User } from '../../support/entities.ts';
import { type FakeRequest, FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const live = new Endpoint(requests.send, { name: 'live' });
const liveUser = new Endpoint(requests.send, { name: 'liveUser', schema: User, lookup: true });

beforeEach(() => {
  requests.sent.length = 0;
});

/** How many sources are open. */
const open = (): number => requests.sent.filter(({ isFollowed }) => isFollowed).length;

describe('an endpoint that returns several values', () => {
  it('makes one request with several responses', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(live));
    requests.last.push('a');
    requests.last.push('b');
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'valid b']);
    expect(store.stats().inFlight).toBe(0);
    expect(requests.count).toBe(1);
  });

  it('resolves fetch with the first', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(live);
    requests.last.push('a');
    requests.last.push('b');
    expect(await fetched).toBe('a');
  });

  it('gives each value a seq on arrival: it replaces what was written since the last value', () => {
    const { store } = storeKit();
    collectStates(store.observe(liveUser, '1'));
    requests.last.push(ann);
    store.set(User, { ...ann, name: 'Anna' });
    requests.last.push({ ...ann, name: 'Annika' });
    expect(store.get(User, '1')?.name).toBe('Annika');
  });

  it('that fails after several values shows the error beside the last one', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(live));
    requests.last.push('a');
    requests.last.push('b');
    requests.last.fail(new Error('closed'));
    expect(reader.values.at(-1)).toBe('valid b failed: closed');
  });

  it('continues after a value that cannot be normalized, which is an error until the next', async () => {
    const { store, reported } = storeKit();
    const reader = collectStates(store.observe(liveUser, '1'));
    requests.last.push(ann);
    requests.last.push('no user');
    expect(store.getState(liveUser, '1').error).toMatchObject({ code: 'SB_ANSWER_SHAPE' });
    requests.last.push({ ...ann, name: 'Bob' });
    expect(reader.values.at(-1)).toBe('valid Bob');
    // An unhandled rejection would fail this spec.
    await new Promise(setImmediate);
    expect(reported).toEqual([]);
  });

  it('continues after a value that is an Error, which is the failure of that value', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(live));
    requests.last.push(new Error('first'));
    requests.last.push('a');
    requests.last.push(new Error('third'));
    requests.last.push('b');
    expect(reader.values).toEqual([
      'invalid fetching',
      'valid failed: first',
      'valid a',
      'valid a failed: third',
      'valid b',
    ]);
    expect([open(), requests.count]).toEqual([1, 1]);
  });

  it('is valid while the source is open, and stale when it ends', () => {
    const { store, clock } = storeKit();
    const brief = live.extend({ dataExpiryLength: 10 });
    const reader = collectStates(store.observe(brief));
    requests.last.push('a');
    clock.advance(50);
    requests.last.end();
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'stale a']);
  });

  it('is opened again without a state in between', () => {
    const { store, clock } = storeKit();
    const brief = live.extend({ dataExpiryLength: 10 });
    const reader = collectStates(store.observe(brief));
    requests.last.push('a');
    clock.advance(50);
    void store.observe(brief).refetch();
    requests.last.push('b');
    expect(reader.values).toEqual(['invalid fetching', 'valid a', 'stale a fetching', 'valid b']);
    expect(open()).toBe(1);
  });

  it('survives a value that lacks what its schema needs, without an unhandled rejection', async () => {
    const { store } = storeKit();
    class Thing extends Entity {
      id = '';
      owner = User.fromJS();
      static override readonly key = 'Thing';
      static override schema = { owner: User };
    }
    const liveThing = new Endpoint(requests.send, {
      name: 'liveThing',
      schema: Thing,
      lookup: true,
    });
    const remove = new Endpoint(requests.send, {
      name: 'remove',
      schema: new Invalidate(User),
      sideEffect: true,
    });
    const reader = collectStates(store.observe(liveThing, 't'));
    requests.last.push({ id: 't', owner: ann });
    store.setResponse(remove, ann.id, ann.id);
    requests.last.push({ id: 't', owner: ann.id });
    requests.last.push({ id: 't', owner: ann.id });
    await new Promise(setImmediate);
    expect(store.getState(liveThing, 't').error).toMatchObject({ code: 'SB_ANSWER_INCOMPLETE' });
    requests.last.push({ id: 't', owner: ann });
    expect(store.getState(liveThing, 't').data?.owner.name).toBe('Ann');
    reader.stop();
  });

  it('stays open during the grace time and is closed after it', () => {
    const { store, clock } = storeKit();
    collectStates(store.observe(live)).stop();
    requests.last.push('a');
    clock.advance(4_999);
    const reader = collectStates(store.observe(live));
    requests.last.push('b');
    expect(reader.values).toEqual(['valid a', 'valid b']);
    reader.stop();
    expect(open()).toBe(1);
    clock.advance(5_000);
    expect(open()).toBe(0);
    expect(requests.count).toBe(1);
  });

  it('is closed with its first value if it is inactive', () => {
    const { store, clock } = storeKit();
    collectStates(store.observe(live)).stop();
    clock.advance(6_000);
    expect(open()).toBe(1);
    requests.last.push('a');
    expect(store.getState(live)).toMatchObject({ status: 'valid', data: 'a', fetching: false });
    expect(open()).toBe(0);
  });

  it('is opened again for an observer that subscribes after its end', () => {
    const { store, clock } = storeKit({ dataExpiryLength: 1_000 });
    collectStates(store.observe(live)).stop();
    requests.last.push('a');
    clock.advance(6_000);
    const reader = collectStates(store.observe(live));
    expect(reader.values).toEqual(['stale a fetching']);
    expect(requests.count).toBe(2);
    expect(open()).toBe(1);
  });

  it('is not refetched while it is open, however old its last value is', () => {
    const { store, clock } = storeKit();
    collectStates(store.observe(live));
    requests.last.push('a');
    clock.advance(100_000);
    const reader = collectStates(store.observe(live));
    expect(reader.values).toEqual(['valid a']);
    expect(requests.count).toBe(1);
  });

  it('that has ended is refetched when its value is stale', () => {
    const { store, clock } = storeKit();
    collectStates(store.observe(live));
    requests.last.answer('a');
    clock.advance(100_000);
    collectStates(store.observe(live));
    expect(requests.count).toBe(2);
  });

  it('is replaced by a refetch: one source stays open', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(live));
    requests.at(0).push('a');
    void store.fetch(live);
    requests.at(1).push('b');
    expect(requests.count).toBe(2);
    expect(open()).toBe(1);
    requests.at(0).push('old');
    requests.at(1).push('c');
    expect(reader.values).toEqual([
      'invalid fetching',
      'valid a',
      'valid a fetching',
      'valid b',
      'valid c',
    ]);
  });

  it('is replaced after an invalidation: one source stays open', () => {
    const { store } = storeKit();
    collectStates(store.observe(live));
    requests.at(0).push('a');
    store.invalidate(live);
    expect(requests.count).toBe(2);
    expect(requests.at(0).isFollowed).toBe(false);
    requests.at(1).push('b');
    expect(open()).toBe(1);
  });

  it('is replaced after an invalidation before its first value: one source stays open', () => {
    const { store } = storeKit();
    collectStates(store.observe(live));
    store.invalidate(live);
    requests.at(1).push('b');
    requests.at(0).push('old');
    requests.at(0).push('older');
    expect(open()).toBe(1);
    expect(store.getState(live).data).toBe('b');
  });

  it('may be an async iterable', async () => {
    const { store } = storeKit();
    const counted = new Endpoint(
      async function* counted() {
        yield 1;
        yield 2;
        yield 3;
      },
      { name: 'counted' },
    );
    const reader = collectStates(store.observe(counted));
    await new Promise(setImmediate);
    expect(reader.values).toEqual(['invalid fetching', 'valid 1', 'valid 2', 'valid 3']);
  });

  it('may emit synchronously', () => {
    const { store } = storeKit();
    const instant = new Endpoint(() => 'now', { name: 'instant' });
    const reader = collectStates(store.observe(instant));
    expect(reader.values).toEqual(['invalid fetching', 'valid now']);
  });

  it('that ends without a value is an error', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(live);
    requests.last.end();
    await expect(fetched).rejects.toMatchObject({ code: 'SB_ANSWER_EMPTY' });
    expect(store.getState(live)).toMatchObject({ status: 'valid', fetching: false });
  });
});

describe('the first value of a source, after a later read and a later write', () => {
  const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });
  const update = getUser.extend({ name: 'update', sideEffect: true });
  const microtask = () => Promise.resolve();

  /** The source is open; then a user is read and another one is written. */
  function opened() {
    const { store } = storeKit();
    const reader = collectStates(store.observe(liveUser, '1'));
    const source = requests.last;
    store.observe(getUser, '1').subscribe();
    requests.last.answer(ann);
    store.set(User, { ...ann, email: 'written' });
    const shown = () => store.get(User, '1')?.name;
    return { store, reader, source, shown };
  }
  const event = { ...ann, name: 'event' };

  it('is newer, as its source stays open', async () => {
    const { source, shown } = opened();
    source.push(event);
    await microtask();
    expect(shown()).toBe('event');
  });

  it.each<readonly [string, (source: FakeRequest) => void]>([
    ['another value', (source) => source.push({ ...event, name: 'second' })],
    ['a failure', (source) => source.push(new Error('third'))],
  ])('is not overtaken by %s of the same moment', (_name, follow) => {
    const { reader, source } = opened();
    source.push(event);
    follow(source);
    expect(reader.values.join()).toMatch(/valid event,valid (second|event failed: third)$/);
  });

  it.each<readonly [string, (source: FakeRequest) => void]>([
    ['ends', (source) => source.end()],
    ['fails', (source) => source.fail(new Error('closed'))],
  ])('counts from its request if the source %s with it', async (_name, end) => {
    const { source, shown } = opened();
    source.push(event);
    end(source);
    await microtask();
    expect(shown()).toBe('Ann');
  });

  it('counts from its request if a mutation overlaps it: it may be the state before', async () => {
    const { store, source, shown } = opened();
    void store.fetch(update, '1');
    requests.last.answer({ ...ann, name: 'updated' });
    source.push(event);
    await microtask();
    expect(shown()).toBe('updated');
    source.push(event);
    expect([shown(), source.isFollowed]).toEqual(['event', true]);
  });

  it('counts from its request if another read has replaced that', async () => {
    const { store, source, shown } = opened();
    store.expireAll(liveUser);
    source.push(event);
    await microtask();
    expect([shown(), source.isFollowed]).toEqual(['Ann', false]);
  });

  it('is dropped if its observers leave at once, and cancel it', async () => {
    const { store } = storeKit();
    const subscription = store.observe(liveUser.extend({ cancel: true }), '1').subscribe();
    store.set(User, ann);
    requests.last.push(event);
    subscription.unsubscribe();
    await microtask();
    expect([store.get(User, '1')?.name, open()]).toEqual(['Ann', 0]);
  });
});
