import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });

/** How many refetches of one commit start at once. */
const SLICE = 100;

const KEYS = 250;

beforeEach(() => {
  requests.sent.length = 0;
});

/** A store whose keys `0` to `249` have data and an observer each. */
function observedKeys(options: { endpoint?: typeof getUser } = {}) {
  const { endpoint = getUser } = options;
  const kit = storeKit();
  const { store } = kit;
  store.batch(() => {
    for (let id = 0; id < KEYS; id++)
      store.setResponse(endpoint, `${id}`, { id: `${id}`, name: 'a' });
  });
  const observers = Array.from({ length: KEYS }, (_, id) =>
    collectStates(store.observe(endpoint, `${id}`)),
  );
  for (const observer of observers) observer.news();
  const passSlices = (): void => {
    for (let ms = 0; ms < 10; ms++) kit.clock.advance(1);
  };
  const keys = (): unknown[] => requests.sent.map(({ args }) => args[0]);
  return { ...kit, observers, keys, passSlices };
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `${from + at}`);

const ways = ['expireAll', 'invalidateAll'] as const;

describe.each(ways)('%s of more keys than are fetched at once', (way) => {
  const shown = way === 'expireAll' ? 'stale a fetching' : 'invalid fetching';

  it('notifies each observer once, in one delivery, with a key that is being fetched', () => {
    const { store, observers, passSlices } = observedKeys();
    let version = 0;
    const seen = new Set<number>();
    store.commits$.subscribe((commit) => (version = commit.version));
    for (const id of ids(0, KEYS)) {
      store.observe(getUser, id).subscribe(({ fetching }) => fetching && seen.add(version));
    }
    store[way](getUser);
    expect(observers.map((observer) => observer.news())).toEqual(observers.map(() => [shown]));
    expect(seen.size).toBe(1);
    passSlices();
    expect(observers.flatMap((observer) => observer.news())).toEqual([]);
  });

  it('fetches them in slices, in their order', () => {
    const { store, clock, keys } = observedKeys();
    store[way](getUser);
    expect(keys()).toEqual(ids(0, SLICE));
    clock.advance(1);
    expect(keys()).toEqual(ids(0, 2 * SLICE));
    clock.advance(1);
    expect(keys()).toEqual(ids(0, KEYS));
    clock.advance(1_000);
    expect(requests.count).toBe(KEYS);
    expect(store.stats().inFlight).toBe(KEYS);
  });

  it('does not delay an explicit fetch, and fetches that key once', async () => {
    const { store, keys, observers, passSlices } = observedKeys();
    store[way](getUser);
    const fetched = store.fetch(getUser, '249');
    expect(keys().at(-1)).toBe('249');
    requests.last.answer({ id: '249', name: 'b' });
    expect((await fetched).name).toBe('b');
    passSlices();
    expect(keys().filter((id) => id === '249')).toHaveLength(1);
    expect(requests.count).toBe(KEYS);
    expect(observers[249].news()).toEqual([shown, 'valid b']);
  });

  it('fetches for a new observer at once', () => {
    const { store, keys, passSlices } = observedKeys();
    store[way](getUser);
    const states = collectStates(store.observe(getUser, '240'));
    expect(states.values).toEqual([shown]);
    expect(keys().at(-1)).toBe('240');
    passSlices();
    expect(requests.count).toBe(KEYS);
  });

  it('does not fetch for observers that have left', () => {
    const { store, observers, keys, passSlices } = observedKeys();
    store[way](getUser);
    for (const observer of observers.slice(200)) observer.stop();
    expect(store.getState(getUser, '249').fetching).toBe(true);
    passSlices();
    expect(keys()).toEqual(ids(0, 200));
    expect(store.getState(getUser, '249')).toMatchObject({ fetching: false });
    collectStates(store.observe(getUser, '249'));
    expect(keys().at(-1)).toBe('249');
  });

  it('fetches once after several calls', () => {
    const { store, passSlices } = observedKeys();
    store[way](getUser);
    store[way](getUser);
    store[way](getUser);
    passSlices();
    // The second call fetches the first slice again, although its requests are in flight.
    expect(store.stats().inFlight).toBe(requests.count);
    for (const request of requests.sent) request.answer({ id: request.args[0], name: 'b' });
    for (const id of ids(0, KEYS)) {
      expect(store.getState(getUser, id)).toMatchObject({ status: 'valid', fetching: false });
    }
  });

  it('sends nothing after dispose()', () => {
    const { store, passSlices } = observedKeys();
    store[way](getUser);
    store.dispose();
    passSlices();
    expect(requests.count).toBe(SLICE);
    expect(store.stats().timers).toBe(0);
  });

  it('is followed by the fetches of a reset', async () => {
    const { store, observers, passSlices } = observedKeys();
    store[way](getUser);
    await store.reset();
    passSlices();
    expect(observers.map((observer) => observer.values.at(-1))).toEqual(
      observers.map(() => 'invalid fetching'),
    );
    for (const request of requests.sent) request.answer({ id: request.args[0], name: 'b' });
    expect(observers.map((observer) => observer.values.at(-1))).toEqual(
      observers.map(() => 'valid b'),
    );
  });

  it('shows data that is written before the fetch', () => {
    const { store, observers, passSlices } = observedKeys();
    store[way](getUser);
    store.setResponse(getUser, '249', { id: '249', name: 'w' });
    expect(observers[249].values.at(-1)).toBe('valid w fetching');
    passSlices();
    requests.last.answer({ id: '249', name: 'b' });
    expect(observers[249].values.at(-1)).toBe('valid b');
  });
});

it('expireAll reads no data again', () => {
  const { store } = observedKeys();
  const { computations } = store.stats();
  store.expireAll(getUser);
  expect(store.stats().computations).toBe(computations);
});
