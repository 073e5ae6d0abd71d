import { Entity } from '../../src/data/schema/Entity.ts';
import { Invalidate } from '../../src/data/schema/Invalidate.ts';
import { RestEndpoint } from '../../src/http/rest/RestEndpoint.ts';
import { createStore } from '../../src/kernel/store/createStore.ts';
import type { Store } from '../../src/kernel/store/Store.ts';
import { StreambedError } from '../../src/shared/StreambedError.ts';
import { FaultServer, randomFaults } from '../support/FaultServer.ts';
import { faultsOf } from '../support/faults.ts';
import { seededRandom } from '../support/seededRandom.ts';

// About ten seconds. A merely slow request must not exceed the store's time limit: it would be sent
// again and make the machine busier.
jest.setTimeout(120_000);

class User extends Entity {
  id = '';
  name = '';
  static override readonly key = 'User';
}

const REQUESTS = 2_000;
const ROUNDS = 10;
const IDS = Array.from({ length: 12 }, (_, at) => `u${at}`);

let server: FaultServer;

beforeEach(async () => {
  server = await FaultServer.start();
});
afterEach(() => server.close());

/** The endpoints of the server, and a store with retries and a time limit. */
function client(random: () => number) {
  const urlPrefix = server.origin;
  const getUser = new RestEndpoint({ urlPrefix, path: '/users/:id', schema: User });
  const getUsers = new RestEndpoint({ urlPrefix, path: '/users', schema: [User] });
  const createUser = new RestEndpoint({ urlPrefix, path: '/users', method: 'POST', schema: User });
  const updateUser = getUser.extend({ method: 'PATCH' });
  const deleteUser = getUser.extend({ method: 'DELETE', schema: new Invalidate(User) });
  const store = createStore({
    timeout: 500,
    retry: { count: 3, delay: 4, maxDelay: 20 },
    random,
    graceTime: 20,
    dataExpiryLength: Infinity,
  });
  return { store, getUser, getUsers, createUser, updateUser, deleteUser };
}

type Client = ReturnType<typeof client>;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function untilQuiet(store: Store): Promise<void> {
  while (store.stats().inFlight > 0) await wait(5);
}

/**
 * Acts as one user of the program until the server has had enough requests; returns the errors that
 * the user saw.
 */
async function act(api: Client, random: () => number, name: string, until: number) {
  const { store, getUser, getUsers, createUser, updateUser, deleteUser } = api;
  const errors: unknown[] = [];
  let calls = 0;
  const failed = (error: unknown): void => void errors.push(error);
  /** As programs do: data that may have changed without a response is fetched again. */
  const change = async (
    run: (of: { requestInit: RequestInit }) => Promise<unknown>,
  ): Promise<void> => {
    const call = `${name}-${++calls}`;
    try {
      await run({ requestInit: { headers: { 'x-call': call } } });
    } catch (error) {
      server.aborted.add(call);
      failed(error);
      store.expireAll(getUser);
    }
  };
  while (server.received < until) {
    const id = IDS[Math.floor(random() * IDS.length)];
    const unique = `${name}-${server.received}-${Math.floor(random() * 1e9)}`;
    const kind = random();
    if (kind < 0.25) {
      await store.fetch(getUser, { id }).catch(failed);
    } else if (kind < 0.3) {
      await store.fetch(getUsers).catch(failed);
    } else if (kind < 0.35) {
      store.invalidate(getUser, { id });
    } else if (kind < 0.45) {
      const controller = new AbortController();
      const mine = getUser.extend({ signal: controller.signal });
      const fetched = store.fetch(mine, { id }).catch(failed);
      await wait(random() * 4);
      controller.abort();
      await fetched;
    } else if (kind < 0.5) {
      const subscription = store.observe(getUser, { id: unique }).subscribe();
      await wait(random() * 4);
      subscription.unsubscribe();
    } else if (kind < 0.85) {
      await change((of) => store.fetch(updateUser.extend(of), { id }, { name: unique }));
    } else {
      await change((of) => store.fetch(createUser.extend(of), { id: unique, name: 'created' }));
      if (kind < 0.95) await change((of) => store.fetch(deleteUser.extend(of), { id: unique }));
      // Programs that show a list of the server fetch it after they have added to it, or may have.
      store.expireAll(getUsers);
    }
  }
  return errors;
}

/** The visible data of keys without an error, beside the server's data. */
function compare({ store, getUser, getUsers }: Client) {
  const shown = (user: { id: string; name: string } | undefined): string =>
    user ? `${user.id} ${user.name}` : 'nobody';
  const all = store.getState(getUsers);
  const list = {
    isKnown: all.error === undefined,
    seen: (all.data ?? []).map(shown).sort().join(),
    real: [...server.users.values()].map(shown).sort().join(),
  };
  const single = IDS.map((id) => {
    const { data, error } = store.getState(getUser, { id });
    return { isKnown: error === undefined, seen: shown(data), real: shown(server.users.get(id)) };
  });
  return [list, ...single].filter(({ isKnown }) => isKnown);
}

/** Fetches failed keys once more, as the next observer would. */
async function recover({ store, getUser, getUsers }: Client): Promise<void> {
  const refetched = IDS.filter((id) => store.getState(getUser, { id }).error).map((id) =>
    store.fetch(getUser, { id }),
  );
  await Promise.allSettled([...refetched, store.fetch(getUsers)]);
  await untilQuiet(store);
}

const fresh = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

describe('a store with retries and time limits, over a server that fails in every way', () => {
  it.each([1, fresh])(
    'settles everything and ends with the state of the server, seed %d',
    async (seed) => {
      const random = seededRandom(seed);
      for (const id of IDS) server.users.set(id, { id, name: 'first' });
      server.nextFault = randomFaults(random, 0.3);
      const api = client(random);
      const { store, getUser, getUsers } = api;
      const observed = [
        store.observe(getUsers).subscribe(),
        ...IDS.map((id) => store.observe(getUser, { id }).subscribe()),
      ];
      let compared = 0;
      const errors: unknown[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        server.nextFault = randomFaults(random, 0.3);
        const until = (REQUESTS / ROUNDS) * round;
        const actors = ['ann', 'bob', 'cid', 'dee', 'eve', 'fay'].map((name) =>
          act(api, random, name, until),
        );
        errors.push(...(await Promise.all(actors)).flat());
        server.nextFault = () => 'none';
        await untilQuiet(store);
        const known = compare(api);
        expect(known.map(({ seen }) => seen)).toEqual(known.map(({ real }) => real));
        compared += known.length;
      }
      expect(compared).toBeGreaterThan(ROUNDS * 5);

      await recover(api);
      const all = compare(api);
      expect(all).toHaveLength(IDS.length + 1);
      expect(all.map(({ seen }) => seen)).toEqual(all.map(({ real }) => real));
      expect([...server.posts.values()].filter((count) => count > 1)).toEqual([]);
      expect(server.received).toBeGreaterThanOrEqual(REQUESTS);
      expect([...faultsOf('GET')].filter((fault) => !server.made.has(fault))).toEqual([]);
      const untyped = errors.filter(
        (error) => !StreambedError.is(error) && (error as Error).name !== 'AbortError',
      );
      expect(untyped).toEqual([]);

      for (const subscription of observed) subscription.unsubscribe();
      store.dispose();
      expect(new Set(Object.values(store.stats()))).toEqual(new Set([0]));
      // Unhandled rejections fail a spec if it lives long enough for them to be noticed.
      await new Promise(setImmediate);
    },
  );
});
