import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { LAYERS, SHOWN_LAYERS } from '../../../src/kernel/optimistic/layers.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { inSlot } from '../../../src/kernel/table/StateSlot.ts';
import { User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const COUNT = 1_000;

const requests = new FakeRequests();
let calls = 0;

/** A mutation that counts how often its prediction is made. */
function mutation(predict: (snapshot: OptimisticSnapshot, id: string) => object) {
  return new Endpoint(requests.send, {
    name: 'mutation',
    schema: User,
    sideEffect: true,
    getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: readonly unknown[]) {
      calls++;
      return predict(snapshot, String(args[0]));
    },
  });
}

/** How often predictions are made while `act` runs. */
function callsOf(act: () => void): number {
  calls = 0;
  act();
  return calls;
}

/** How often `act` reads what the layers of a store show. */
function looksOf(store: Store, act: () => void): number {
  let looks = 0;
  for (const layer of inSlot(internalsOf(store).commits.latest.visible, SHOWN_LAYERS)) {
    for (const [name, value] of Object.entries(layer)) {
      if (name === 'seq' || name === 'layer') continue;
      const get = (): unknown => (looks++, value);
      Object.defineProperty(layer, name, { configurable: true, enumerable: true, get });
    }
  }
  act();
  return looks;
}

/** How many requests the store looks at while `act` runs. */
function requestsLookedAt(store: Store, act: () => void): number {
  const { live } = internalsOf(store).requests;
  const all = live.values.bind(live);
  let looks = 0;
  const value = function* () {
    for (const request of all()) {
      looks++;
      yield request;
    }
  };
  Object.defineProperty(live, Symbol.iterator, { value });
  act();
  return looks;
}

const shown: [string, ReturnType<typeof mutation>][] = [
  ['write a row', mutation((_, id) => ({ id, name: 'shown' }))],
  [
    'read the row that they write',
    mutation((snapshot, id) => ({ id, name: `${snapshot.get(User, { id })?.name}!` })),
  ],
];

describe.each(shown)('a thousand pending layers that %s', (_title, endpoint) => {
  const { store } = storeKit();
  const users = Array.from({ length: COUNT + 1 }, (_user, at) => ({ id: `${at}`, name: 'known' }));
  store.set([User], users);
  store.query(new All(User)).subscribe();

  it('are each made once when they are added', () => {
    const added = callsOf(() => {
      for (let at = 0; at < COUNT; at++) void store.fetch(endpoint, `${at}`).catch(() => {});
    });
    expect(added).toBe(COUNT);
    expect(store.stats().layers).toBe(COUNT);
  });

  it('are not looked at by a commit of another row', () => {
    expect(looksOf(store, () => store.set(User, { id: `${COUNT}`, name: 'looked' }))).toBe(0);
  });

  it('are not made again for a write to another row', () => {
    expect(callsOf(() => store.set(User, { id: `${COUNT}`, name: 'written' }))).toBe(0);
  });

  it('are made again one by one for a write to the row of one', () => {
    expect(callsOf(() => store.set(User, { id: '7', email: 'seven@example.org' }))).toBe(1);
    expect(store.get(User, '7')).toMatchObject({ email: 'seven@example.org' });
    expect(store.get(User, '7')?.name).not.toBe('known');
  });

  it('cost the others nothing when one fails or is confirmed', () => {
    expect(callsOf(() => requests.at(requests.count - 1).fail(new Error('refused')))).toBe(0);
    const last = { id: `${COUNT - 2}`, name: 'confirmed' };
    expect(callsOf(() => requests.at(requests.count - 2).answer(last))).toBe(0);
    expect(store.get(User, `${COUNT - 1}`)?.name).toBe('known');
    expect(store.get(User, `${COUNT - 2}`)?.name).toBe('confirmed');
    expect(store.stats().layers).toBe(COUNT - 2);
  });

  it('are not looked at by a layer that is added above them', () => {
    const add = (): unknown => store.fetch(endpoint, `${COUNT}`).catch(() => {});
    expect(looksOf(store, add)).toBeLessThan(3);
  });
});

describe('a layer', () => {
  it('is made again when a row changes that its function has only read', () => {
    const { store } = storeKit();
    store.set([User], [{ id: '1' }, { id: '2', name: 'Bo' }]);
    const copyName = mutation((snapshot, id) => ({
      id,
      name: snapshot.get(User, '2')?.name ?? '',
    }));
    void store.fetch(copyName, '1').catch(() => {});
    store.set(User, { id: '2', name: 'Bob' });
    expect(store.get(User, '1')?.name).toBe('Bob');
  });

  it('stays in an earlier state as it was, whatever is replayed since', () => {
    const { store } = storeKit();
    const { commits } = internalsOf(store);
    store.set([User], [{ id: '1' }, { id: '2', name: 'Bo' }]);
    const copyName = mutation((snapshot, id) => ({
      id,
      name: snapshot.get(User, '2')?.name ?? '',
    }));
    void store.fetch(copyName, '1').catch(() => {});
    const sent = requests.last;
    const { confirmed } = commits.latest;
    const membersOf = () => inSlot(confirmed, LAYERS).flatMap((layer) => Object.values(layer));
    const members = membersOf();
    store.set(User, { id: '2', name: 'Bob' });
    sent.answer({ id: '1', name: 'Bob' });
    expect(members).not.toEqual([]);
    membersOf().forEach((member, at) => expect(member).toBe(members[at]));
  });

  it('is made again when the layer below it fails', () => {
    const { store } = storeKit();
    store.set(User, { id: '1', name: 'a' });
    const append = mutation((snapshot, id) => ({ id, name: `${snapshot.get(User, id)?.name}b` }));
    void store.fetch(append, '1').catch(() => {});
    const first = requests.last;
    void store.fetch(append, '1').catch(() => {});
    expect(store.get(User, '1')?.name).toBe('abb');
    first.fail(new Error('refused'));
    expect(store.get(User, '1')?.name).toBe('ab');
  });
});

it('a removed row that a layer shows again comes after the rows that were confirmed meanwhile', () => {
  const { store } = storeKit();
  const all = new All(User);
  const getAll = new Endpoint(requests.send, { name: 'getAll', schema: all });
  const quiet = mutation(() => {
    throw new Error('predicts nothing');
  });
  const revive = mutation((_, id) => ({ id, name: 'shown', email: '', age: 0 }));
  void store.fetch(getAll);
  const read = requests.last;
  void store.fetch(quiet, '1');
  store.set(User, { id: '1', name: 'known' });
  store.set(new Invalidate(User), { id: '2' });
  void store.fetch(revive, '2');
  expect(store.get(all)?.map(({ id }) => id)).toEqual(['1', '2']);
  read.answer(['1', '2', '3'].map((id) => ({ id, name: 'known' })));
  expect(store.get(all)?.map(({ id }) => id)).toEqual(['1', '3', '2']);
});

it('a created row comes after the confirmed ones, also when an earlier layer was made again', () => {
  const { store } = storeKit();
  const all = new All(User);
  const getAll = new Endpoint(requests.send, { name: 'getAll', schema: all });
  store.setResponse(
    getAll,
    ['1', '2'].map((id) => ({ id, name: 'known' })),
  );
  const copy = mutation((snapshot) => ({ id: '1', name: snapshot.get(User, '2')?.name ?? '' }));
  void store.fetch(copy, '1').catch(() => {});
  void store
    .fetch(
      mutation((_, id) => ({ id, name: 'shown' })),
      '4',
    )
    .catch(() => {});
  store.set(User, { id: '2', name: 'changed' });
  store.set(User, { id: '3', name: 'confirmed' });
  expect(store.get(User, '1')?.name).toBe('changed');
  expect(store.get(all)?.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

it('layers that begin in one commit look at each request once', () => {
  const { store } = storeKit();
  internalsOf(store).requests.queue = { mayStart: () => false, mayRetry: () => false };
  const write = mutation((_, id) => ({ id, name: 'shown' }));
  const looks = requestsLookedAt(store, () =>
    store.batch(() => {
      for (let at = 0; at < COUNT; at++) void store.fetch(write, `${at}`).catch(() => {});
    }),
  );
  expect(store.stats().layers).toBe(COUNT);
  expect(looks).toBe(COUNT);
});
