import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { EndpointInterface } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const send = (...args: readonly unknown[]) => requests.send(...args);
const users = new Collection([User]);
const post = { id: 'p', title: 'T', author: ann };
const change = new Endpoint(send, { name: 'change', sideEffect: true });
const rename = change.extend({ schema: User });
const remove = change.extend({ schema: new Invalidate(User) });

const read = (schema: unknown) => new Endpoint(() => send(), { name: 'read', schema });

const reads: readonly (readonly [what: string, schema: unknown, response: unknown])[] = [
  ['an entity', User, ann],
  ['an entity that nests it', Post, post],
  ['an object', { user: User }, { user: ann }],
  ['an array', [User], [ann, bob]],
  ['a list', users, [ann, bob]],
];

function twoStores() {
  const { clock, store } = storeKit();
  const { store: server } = storeKit({ scheduler: clock });
  const hydrate = (): void => {
    clock.advance(10);
    rehydrate(store, JSON.parse(JSON.stringify(dehydrate(server))));
    clock.advance(10);
  };
  /** Two mutations of a user overlap, and their responses come in the other order. */
  const conflict = (first: EndpointInterface = rename, second = first): void => {
    for (const [at, endpoint] of [first, second].entries()) {
      void store.fetch(endpoint, { ...ann, name: 'AB'[at] });
    }
    const [earlier, later] = requests.sent.slice(-2);
    for (const request of [later, earlier]) {
      request.answer(request.args[0]);
      clock.advance(10);
    }
  };
  return { store, server, hydrate, conflict };
}

describe.each(reads)(
  'a result of another store, %s, that nothing has read',
  (_, schema, response) => {
    const endpoint = read(schema);

    it('is stale after a conflict about an entity in it', () => {
      const { store, server, hydrate, conflict } = twoStores();
      server.setResponse(endpoint, response);
      hydrate();
      conflict();
      expect(store.getState(endpoint)).toMatchObject({ status: 'stale', expiresAt: 0 });
    });

    it('is stale if it arrives after the conflict', () => {
      const { store, server, hydrate, conflict } = twoStores();
      server.setResponse(endpoint, response);
      store.setResponse(read(User).extend({ name: 'user' }), ann);
      conflict();
      hydrate();
      expect(store.getState(endpoint).status).toBe('stale');
    });

    it('is stale if a read in flight there was to bring an entity in it', () => {
      const { store, server, hydrate } = twoStores();
      server.setResponse(endpoint, response);
      server.observe(read([User]).extend({ name: 'watched' })).subscribe();
      const [watched] = requests.sent.slice(-1);
      void server.fetch(rename, { ...ann, name: 'A' });
      requests.last.answer({ ...ann, name: 'A' });
      watched.answer([ann, bob]);
      expect(server.getState(endpoint).status).toBe('valid');
      hydrate();
      expect(store.getState(endpoint).status).toBe('stale');
    });

    it('is fetched once', () => {
      const { store, server, hydrate, conflict } = twoStores();
      server.setResponse(endpoint, response);
      hydrate();
      conflict();
      const sent = requests.count;
      store.observe(endpoint).subscribe();
      expect(requests.count).toBe(sent + 1);
      requests.last.answer(response);
      store.observe(endpoint).subscribe();
      expect(requests.count).toBe(sent + 1);
      expect(store.getState(endpoint).status).toBe('valid');
    });
  },
);

// Whether an entity in conflict belongs to a list is open, too.
describe.each(reads.filter(([what]) => what !== 'a list'))(
  'a result of another store, %s, that nothing has read',
  (_, schema, response) => {
    const endpoint = read(schema);

    it('is valid if the entity has been fetched since the conflict', () => {
      const { store, server, hydrate, conflict } = twoStores();
      server.setResponse(endpoint, response);
      hydrate();
      conflict();
      store.setResponse(read(User).extend({ name: 'user' }), ann);
      expect(store.getState(endpoint).status).toBe('valid');
    });

    it('is valid if the conflict is about something else', () => {
      const { store, server, hydrate, conflict } = twoStores();
      server.setResponse(endpoint, JSON.parse(JSON.stringify(response).replaceAll('"1"', '"7"')));
      hydrate();
      conflict();
      expect(store.getState(endpoint).status).toBe('valid');
    });
  },
);

describe('a list of another store that nothing has read', () => {
  it('is stale if it lacks an entity that the server may have', () => {
    const { store, server, hydrate, conflict } = twoStores();
    const endpoint = read([User]);
    server.setResponse(endpoint, [ann, bob]);
    hydrate();
    conflict(rename, remove);
    expect(store.getState(endpoint)).toMatchObject({ status: 'stale', data: [bob] });
  });

  it('is stale if the number beside it may be wrong', () => {
    const { store, server, hydrate } = twoStores();
    const endpoint = read({ users, total: users.count });
    const move = rename.extend({ schema: users.move });
    server.setResponse(endpoint, { users: [ann], total: 1 });
    hydrate();
    // The number may have counted an entity that this store has not known.
    store.setResponse(move, bob);
    expect(store.getState(endpoint).status).toBe('stale');
  });
});
