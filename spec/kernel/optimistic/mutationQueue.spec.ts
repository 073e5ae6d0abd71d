import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { dropLayer, replaceArgs, showLayer } from '../../../src/kernel/optimistic/layers.ts';
import {
  acceptResponse,
  pauseMutation,
  restoreMutation,
  resumeMutation,
} from '../../../src/kernel/optimistic/queuedMutations.ts';
import { addExpectedRows, type Mutation } from '../../../src/kernel/optimistic/sendMutation.ts';
import { EntityKeySet } from '../../../src/kernel/table/EntityKeySet.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const allUsers = new All(User);

const rename = new Endpoint((...args: [{ id: string; name: string }]) => requests.send(...args), {
  name: 'rename',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
});

const append = rename.extend({
  name: 'append',
  getOptimisticResponse(snapshot: OptimisticSnapshot, { id, name }: { id: string; name: string }) {
    return { id, name: `${snapshot.get(User, { id })?.name}${name}` };
  },
});

const create = new Endpoint((...args: [{ name: string }]) => requests.send(...args), {
  name: 'create',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
});

const remove = new Endpoint((...args: [{ id: string }]) => requests.send(...args), {
  name: 'remove',
  schema: new Invalidate(User),
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, args: object) => args,
});

interface Queue {
  mayStart(mutation: Mutation): boolean;
  mayRetry(mutation: Mutation, error: Error): boolean;
}

/** A store whose mutations start when the spec wants them to. */
function queuedStore(queue: Partial<Queue> = {}) {
  const clock = new ManualClock();
  const { store } = storeKit({ scheduler: clock });
  const internals = internalsOf(store);
  const mutations = new Set<Mutation>();
  const started = new Set<Mutation>();
  const own: Queue = {
    mayStart(mutation) {
      mutations.add(mutation);
      return started.has(mutation);
    },
    mayRetry: () => false,
    ...queue,
  };
  internals.requests.queue = own;
  store.set(User, ann);
  const start = (): void => {
    for (const mutation of mutations) {
      started.add(mutation);
      mutation.proceed();
    }
  };
  return { clock, store, internals, mutations, start, name: () => store.get(User, '1')?.name };
}

const mayRetry = (mutation: Mutation, error: Error): boolean => {
  pauseMutation(mutation, error);
  return true;
};

const bea = { id: '1', name: 'Bea' };

beforeEach(() => void (requests.sent.length = 0));

describe('a queue of mutations', () => {
  it('decides when a mutation is sent, whose layer is visible at once', async () => {
    const { name, start, store } = queuedStore();
    const promise = store.fetch(rename, bea);
    expect(name()).toBe('Bea');
    expect(requests.sent).toHaveLength(0);
    start();
    expect(requests.sent).toHaveLength(1);
    requests.sent[0].answer({ ...ann, name: 'Beate' });
    expect(await promise).toMatchObject({ name: 'Beate' });
    expect(name()).toBe('Beate');
  });

  it('may begin the placeholder ids with a text of its own', () => {
    const { internals, store } = queuedStore();
    internals.requests.prefix = 'b7-a.';
    const seq = internals.requests.lastSeq + 1;
    void store.fetch(create, { name: 'New' });
    expect(store.get(User, `optimistic:b7-a.${seq}:0`)?.name).toBe('New');
  });

  it('repeats a failed try when it wants to and once, below the same layer', async () => {
    const { clock, mutations, name, start, store } = queuedStore({ mayRetry });
    const promise = store.fetch(rename, bea);
    start();
    requests.sent[0].fail(new Error('offline'));
    clock.advance(1_000_000);
    expect(name()).toBe('Bea');
    expect(requests.sent).toHaveLength(1);
    for (const mutation of mutations) resumeMutation(mutation, false);
    for (const mutation of mutations) resumeMutation(mutation, false);
    expect(requests.sent).toHaveLength(2);
    requests.sent[1].answer({ ...ann, name: 'Beate' });
    await promise;
    expect(name()).toBe('Beate');
    expect(store.stats()).toMatchObject({ layers: 0, timers: 0, inFlight: 0 });
  });

  it('may accept a failure as a success', async () => {
    const accept = (mutation: Mutation): boolean => {
      acceptResponse(mutation, undefined);
      return true;
    };
    const { start, store } = queuedStore({ mayRetry: accept });
    const promise = store.fetch(remove, { id: '1' });
    start();
    requests.sent[0].fail(new Error('404'));
    await promise;
    expect(store.get(User, '1')).toBeUndefined();
    expect(store.get(allUsers)).toEqual([]);
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0, timers: 0 });
  });

  it('has a later try sent with other args', () => {
    const { internals, mutations, name, start, store } = queuedStore();
    void store.fetch(rename, bea);
    for (const mutation of mutations) {
      mutation.args = [{ id: '1', name: 'Bob' }];
      replaceArgs(internals.requests, mutation.id, mutation.args);
    }
    expect(name()).toBe('Bob');
    start();
    expect(requests.sent[0].args).toEqual([{ id: '1', name: 'Bob' }]);
  });

  it('keeps the order of layers that it shows again, by their seq', () => {
    const { internals, name, store } = queuedStore();
    const first = internals.requests.nextSeq();
    void store.fetch(append, { id: '1', name: '3' });
    const call = (suffix: string) => ({
      key: 'append',
      endpoint: append,
      args: [{ id: '1', name: suffix }],
    });
    const queued = { fetchedAt: 5 };
    restoreMutation(internals.requests, call('2'), { ...queued, id: 'b', seq: first + 0.5 });
    restoreMutation(internals.requests, call('1'), { ...queued, id: 'a', seq: first + 0.25 });
    expect(name()).toBe('Ann123');
  });

  it('knows the rows that a mutation is expected to change', () => {
    const { mutations, store } = queuedStore();
    void store.fetch(rename, bea);
    void store.fetch(remove, { id: '2' });
    const rows = [...mutations].map((mutation) => {
      const keys: string[] = [];
      const expected = new EntityKeySet();
      addExpectedRows(mutation, expected);
      expected.forEach((key, pk) => keys.push(`${key} ${pk}`));
      return keys;
    });
    expect(rows).toEqual([['User 1'], ['User 2']]);
  });
});

describe('a layer without a request', () => {
  it('is shown and dropped by its owner, with layers that refer to its placeholder ids', () => {
    const { internals, store } = queuedStore();
    const { requests: own } = internals;
    const call = { key: 'create', endpoint: create, args: [{ name: 'New' }] };
    showLayer({ ...call, requests: own, id: 'tab-2', seq: own.nextSeq(), fetchedAt: 5 });
    expect(store.get(User, 'optimistic:tab-2:0')?.name).toBe('New');
    void store.fetch(rename, { id: 'optimistic:tab-2:0', name: 'Newer' });
    expect(store.get(User, 'optimistic:tab-2:0')?.name).toBe('Newer');
    dropLayer(own, 'tab-2');
    expect(store.get(User, 'optimistic:tab-2:0')).toBeUndefined();
    expect(store.stats().layers).toBe(0);
  });
});
