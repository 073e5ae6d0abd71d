import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import type { DehydratedState } from '../../../src/features/dehydrate/DehydratedState.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const send = (...args: readonly unknown[]) => requests.send(...args);
const users = new Collection([User]);
const getUser = new Endpoint((args: { id: string }) => send(args), {
  name: 'getUser',
  schema: User,
  lookup: true,
});
const getArray = new Endpoint(() => send(), { name: 'getArray', schema: [User] });
const getList = new Endpoint(() => send(), { name: 'getList', schema: users });
const rename = new Endpoint(send, { name: 'rename', schema: User, sideEffect: true });
const one = { id: '1' };

/** A browser whose clock is ahead of the server's by so many ms, or behind. */
function kit(ahead: number) {
  const server = storeKit();
  const { clock, store } = storeKit();
  // Forward: the clock of a store never goes back.
  clock.adjust(1_000_000 + ahead);
  server.clock.adjust(1_000_000);
  const pass = (ms: number): void => {
    clock.advance(ms);
    server.clock.advance(ms);
  };
  const stateOf = (write: (store: typeof server.store) => void): DehydratedState => {
    write(server.store);
    pass(10);
    const state = JSON.parse(JSON.stringify(dehydrate(server.store))) as DehydratedState;
    pass(10);
    return state;
  };
  const hydrate = (state: DehydratedState) => {
    pass(10);
    rehydrate(store, state);
  };
  return { hydrate, pass, server: server.store, stateOf, store };
}

describe.each([60_000, 5, 0, -5, -60_000])(
  'a state, by a clock that is ahead by %d ms',
  (ahead) => {
    const edit = ({ store, pass }: ReturnType<typeof kit>): void => {
      void store.fetch(rename, one);
      requests.last.answer({ ...ann, name: 'Edited' });
      pass(10);
    };

    it('leaves an edit that was made after it', () => {
      const all = kit(ahead);
      const { hydrate, stateOf, store } = all;
      store.setResponse(getUser, one, ann);
      const state = stateOf((server) => server.setResponse(getUser, one, ann));
      edit(all);
      hydrate(state);
      expect(store.getState(getUser, one).data?.name).toBe('Edited');
    });

    it('has the edited entity fetched once at most', () => {
      const all = kit(ahead);
      const { hydrate, stateOf, store } = all;
      store.setResponse(getUser, one, ann);
      const state = stateOf((server) => server.setResponse(getUser, one, ann));
      edit(all);
      const sent = requests.count;
      store.observe(getUser, one).subscribe();
      hydrate(state);
      const isFetched = requests.count > sent;
      if (isFetched) requests.last.answer({ ...ann, name: 'Edited' });
      expect(requests.count - sent).toBe(isFetched ? 1 : 0);
      expect(store.getState(getUser, one)).toMatchObject({
        status: 'valid',
        data: { name: 'Edited' },
      });
    });

    it('does not bring back an entity that was removed after it', () => {
      const { hydrate, stateOf, store } = kit(ahead);
      store.setResponse(getArray, [ann, bob]);
      const state = stateOf((server) => server.setResponse(getArray, [ann, bob]));
      store.set(new Invalidate(User), '2');
      hydrate(state);
      expect(store.getState(getArray).data).toEqual([ann]);
    });

    it.each([
      ['an array', getArray],
      ['a list', getList],
    ])('leaves the result of %s that was fetched after it', (_, endpoint) => {
      const { hydrate, pass, stateOf, store } = kit(ahead);
      const state = stateOf((server) => server.setResponse(endpoint, [ann, bob]));
      store.setResponse(endpoint, [ann]);
      pass(10);
      hydrate(state);
      expect(store.getState(endpoint).data).toEqual([ann]);
    });

    it('shows no list as valid that lacks an entity that was created after it', () => {
      const { hydrate, pass, stateOf, store } = kit(ahead);
      const state = stateOf((server) => server.setResponse(getList, [ann]));
      store.set(users.push, bob);
      pass(10);
      hydrate(state);
      expect(store.getState(getList).status).toBe('stale');
    });

    it('is valid in a store without other data', () => {
      const { hydrate, stateOf, store } = kit(ahead);
      hydrate(stateOf((server) => server.setResponse(getList, [ann])));
      expect(store.getState(getList).status).toBe(ahead < 60_000 ? 'valid' : 'stale');
    });

    it('keeps the order of its parts, also if they are read at once', () => {
      const { pass, stateOf, store } = kit(ahead);
      const first = stateOf((server) => server.setResponse(getUser, one, ann));
      pass(1);
      const second = stateOf((server) => {
        server.setResponse(getUser, one, { ...ann, name: 'Late' });
        pass(200);
      });
      rehydrate(store, first);
      rehydrate(store, second);
      expect(store.getState(getUser, one).data?.name).toBe('Late');
      rehydrate(store, first);
      expect(store.getState(getUser, one).data?.name).toBe('Late');
    });
  },
);

describe('a clock that is behind that of a state', () => {
  it('stays so for older states', () => {
    const { hydrate, pass, stateOf, store } = kit(-5_000);
    store.setResponse(getUser, one, ann);
    const early = stateOf((server) => server.setResponse(getUser, one, ann));
    store.set(User, { ...ann, name: 'Edited' });
    pass(6_000);
    hydrate(stateOf((server) => server.setResponse(getUser, { id: '2' }, bob)));
    hydrate(early);
    expect(store.getState(getUser, one).data?.name).toBe('Edited');
  });

  it('leaves newer data to a request', () => {
    const { hydrate, pass, stateOf, store } = kit(-5_000);
    store.setResponse(getUser, one, ann);
    store.setResponse(getArray, [ann, bob]);
    pass(10);
    const there = { ...ann, name: 'There' };
    const reader = store.observe(getArray).subscribe();
    const sent = requests.count;
    hydrate(stateOf((server) => server.setResponse(getArray, [there, bob, cid])));
    expect(requests.count).toBe(sent + 1);
    requests.last.answer([there, bob, cid]);
    expect(store.getState(getArray)).toMatchObject({ status: 'valid', data: [there, bob, cid] });
    reader.unsubscribe();
  });

  it('leaves equal data valid', () => {
    const { hydrate, pass, stateOf, store } = kit(-5_000);
    store.setResponse(getArray, [ann, bob]);
    pass(10);
    hydrate(stateOf((server) => server.setResponse(getArray, [ann, bob])));
    expect(store.getState(getArray).status).toBe('valid');
  });

  it('does not matter if the age of the state is known', () => {
    const { pass, stateOf, store } = kit(-5_000);
    store.setResponse(getUser, one, ann);
    pass(10);
    const there = { ...ann, name: 'There' };
    rehydrate(
      store,
      stateOf((server) => server.setResponse(getUser, one, there)),
      { age: 10 },
    );
    expect(store.getState(getUser, one)).toMatchObject({ status: 'valid', data: there });
  });
});
