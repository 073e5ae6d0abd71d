import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import type { EntityMeta } from '../../../src/data/schema/Schema.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { rehydrated } from '../../support/rehydrated.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getAll = new Endpoint(requests.send, { name: 'getAll', schema: new All(User) });
const updateUser = getUser.extend({ name: 'updateUser', sideEffect: true });
const updateUsers = getUsers.extend({ name: 'updateUsers', sideEffect: true });
const removeUser = new Endpoint(requests.send, {
  name: 'removeUser',
  schema: new Invalidate(User),
  sideEffect: true,
});

const named = (name: string) => ({ ...ann, name });

beforeEach(() => {
  requests.sent.length = 0;
});

describe('two mutations of one row', () => {
  it('are applied in the order of sending, whichever response is last', () => {
    const { store } = storeKit();
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('second'));
    requests.at(0).answer(named('first'));
    expect(store.get(User, '1')?.name).toBe('second');
  });

  it('are applied in the order of sending if the first response is first', () => {
    const { store } = storeKit();
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    expect(store.get(User, '1')?.name).toBe('first');
    requests.at(1).answer(named('second'));
    expect(store.get(User, '1')?.name).toBe('second');
  });

  it('are applied in the order of sending row by row', () => {
    const { store } = storeKit();
    void store.fetch(updateUsers, 'both');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('second'));
    requests.at(0).answer([named('first'), bob]);
    expect(store.get(User, '1')?.name).toBe('second');
    expect(store.get(User, '2')?.name).toBe('Bob');
  });

  it('make keys that show the row refetch once, when both have settled', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    expect(requests.count).toBe(2);
    requests.at(1).answer(named('second'));
    expect(reader.values.at(-1)).toBe('stale [second Bob] fetching');
    expect(requests.count).toBe(3);
    requests.at(2).answer([named('second'), bob]);
    expect(reader.values.at(-1)).toBe('valid [second Bob]');
    expect(requests.count).toBe(3);
  });

  it('make them refetch at once, and once, while a mutation of another row is pending', () => {
    const { store } = storeKit();
    store.set([User], [ann, bob]);
    collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    requests.at(0).answer(named('first'));
    requests.at(1).answer(named('second'));
    expect(requests.count).toBe(4);
    requests.at(2).answer(bob);
    requests.at(3).answer(named('second'));
    expect(requests.count).toBe(4);
  });

  it('make them refetch once, after the read that is in flight', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    void store.fetch(getUsers);
    requests.at(0).answer(named('first'));
    requests.at(1).answer(named('second'));
    expect(requests.count).toBe(3);
    requests.at(2).answer([named('first'), bob]);
    expect(requests.count).toBe(4);
    requests.at(3).answer([named('second'), bob]);
    expect(reader.values.at(-1)).toBe('valid [second Bob]');
    expect(requests.count).toBe(4);
  });

  it('leave the data stale for a later observer', () => {
    const { store } = storeKit();
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('second'));
    requests.at(0).answer(named('first'));
    expect(requests.count).toBe(2);
    const reader = collectStates(store.observe(getUser, '1'));
    expect(reader.values).toEqual(['stale second fetching']);
  });

  it('cause no refetch if one follows the other', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('second'));
    expect(reader.values.at(-1)).toBe('valid [second Bob]');
    expect(requests.count).toBe(2);
  });

  it('cause no refetch if they change different rows', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    requests.at(0).answer(named('Anna'));
    requests.at(1).answer({ ...bob, name: 'Bobby' });
    expect(reader.values.at(-1)).toBe('valid [Anna Bobby]');
    expect(requests.count).toBe(2);
  });

  it('cause no refetch if the entity declares a version', () => {
    class Versioned extends Entity {
      id = '';
      version = 0;
      static override key = 'Versioned';
      static override shouldReorder(
        _a: EntityMeta,
        _b: EntityMeta,
        existing: object,
        incoming: object,
      ): boolean {
        return (incoming as Versioned).version < (existing as Versioned).version;
      }
    }
    const read = new Endpoint(requests.send, { name: 'read', schema: [Versioned] });
    const write = new Endpoint(requests.send, {
      name: 'write',
      schema: Versioned,
      sideEffect: true,
    });
    const { store } = storeKit();
    store.setResponse(read, [{ id: '1', version: 1 }]);
    collectStates(store.observe(read));
    void store.fetch(write, '1');
    void store.fetch(write, '1');
    requests.at(1).answer({ id: '1', version: 2 });
    requests.at(0).answer({ id: '1', version: 3 });
    expect(store.get(Versioned, '1')?.version).toBe(3);
    expect(requests.count).toBe(2);
  });

  it('do not let a removal that was sent first undo a write that was sent later', () => {
    const { store } = storeKit();
    store.set(User, ann);
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('back'));
    requests.at(0).answer('1');
    expect(store.get(User, '1')?.name).toBe('back');
  });
});

describe('a read without observers and a mutation of a row', () => {
  it.each([
    ['first', [1, 0]],
    ['last', [0, 1]],
  ])('make keys that show the row refetch once if the read responds %s', (_, order) => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const reader = collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    void store.fetch(getUsers);
    // The server may have handled either of them first.
    const responses = [named('of the mutation'), [named('of the read'), bob]];
    for (const at of order) requests.at(at).answer(responses[at]);
    expect(requests.count).toBe(3);
    expect(requests.last.args).toEqual(['1']);
    requests.last.answer(named('of the server'));
    expect(reader.values.at(-1)).toBe('valid of the server');
    expect(store.getState(getUsers).status).toBe('stale');
  });

  it('leave keys of other rows valid', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '2', bob);
    collectStates(store.observe(getUser, '2'));
    void store.fetch(updateUser, '1');
    void store.fetch(getUsers);
    requests.at(0).answer(named('of the mutation'));
    requests.at(1).answer([named('of the read'), bob]);
    expect(requests.count).toBe(2);
  });
});

describe('a read that overlaps a mutation of a row it brings', () => {
  it('is repeated once, when the mutation has settled', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    requests.at(0).answer([ann, bob]);
    expect(reader.values.at(-1)).toBe('valid [Ann Bob]');
    requests.at(1).answer(named('Anna'));
    expect(reader.values.at(-1)).toBe('stale [Anna Bob] fetching');
    requests.at(2).answer([named('Anna'), bob]);
    expect(reader.values.at(-1)).toBe('valid [Anna Bob]');
    expect(requests.count).toBe(3);
  });

  it('is repeated when the last of several has settled', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    requests.at(0).answer([ann, bob]);
    requests.at(1).answer(named('Anna'));
    expect(requests.count).toBe(3);
    requests.at(2).answer(bob);
    expect(requests.count).toBe(4);
  });

  it('is repeated if the mutation fails and the rows that it would have changed are known', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1').catch(() => {});
    requests.at(0).answer([ann, bob]);
    requests.at(1).fail(new Error('down'));
    expect(requests.count).toBe(3);
  });

  it('is stale for the next observer if it has none', () => {
    const { store } = storeKit();
    void store.fetch(getUsers);
    void store.fetch(updateUser, '1');
    requests.at(0).answer([ann, bob]);
    requests.at(1).answer(named('Anna'));
    expect(requests.count).toBe(2);
    expect(store.getState(getUsers).status).toBe('stale');
  });

  it('is not repeated if the mutation changes other rows', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '2');
    requests.at(0).answer(ann);
    requests.at(1).answer(bob);
    expect(requests.count).toBe(2);
  });

  it('resolves its promise, even if it is repeated at once', async () => {
    const { store } = storeKit();
    const fetched = store.fetch(getUsers);
    void store.fetch(updateUser, '1');
    collectStates(store.observe(getUsers));
    requests.at(1).answer(named('Anna'));
    requests.at(0).answer([ann, bob]);
    expect(requests.count).toBe(3);
    await expect(fetched).resolves.toHaveLength(2);
  });

  it('is repeated for the next observer if two mutations overlapped before the first read', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    requests.at(1).answer(named('second'));
    collectStates(store.observe(getUsers));
    expect(requests.count).toBe(3);
  });

  it('is repeated once, together with a read that was sent while the mutation was pending', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    requests.at(0).answer(ann);
    void store.fetch(getUser, '1');
    requests.at(1).answer(named('Anna'));
    expect(reader.values.at(-1)).toBe('stale Anna fetching');
    expect(requests.count).toBe(3);
    requests.at(2).answer(named('Anna'));
    expect(reader.values.at(-1)).toBe('stale Anna fetching');
    expect(requests.count).toBe(4);
    requests.at(3).answer(named('Anna'));
    expect(reader.values.at(-1)).toBe('valid Anna');
    expect(requests.count).toBe(4);
  });

  it('is repeated after the read that is in flight, even if that one fails', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    requests.at(0).answer(ann);
    void store.fetch(getUser, '1').catch(() => {});
    requests.at(1).answer(named('Anna'));
    requests.at(2).fail(new Error('down'));
    expect(requests.count).toBe(4);
    requests.at(3).answer(named('Anna'));
    expect(store.getState(getUser, '1').status).toBe('valid');
    expect(requests.count).toBe(4);
  });

  it('is repeated by a fetch that follows the mutation, and not once more', async () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    requests.at(0).answer(ann);
    void store.fetch(getUser, '1');
    requests.at(1).answer(named('Anna'));
    const fetched = store.fetch(getUser, '1');
    expect(requests.count).toBe(4);
    requests.at(2).answer(ann);
    requests.at(3).answer(named('Anna'));
    expect((await fetched).name).toBe('Anna');
    expect(reader.values.at(-1)).toBe('valid Anna');
    expect(requests.count).toBe(4);
  });

  it('is not repeated if the same read was sent again after the mutation', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('Anna'));
    store.expireAll(getUsers);
    requests.at(0).answer([ann, bob]);
    expect(requests.count).toBe(3);
    requests.at(2).answer([named('Anna'), bob]);
    expect(reader.values.at(-1)).toBe('valid [Anna Bob]');
    expect(requests.count).toBe(3);
  });

  it('is repeated at once, and once, while a mutation of another row is pending', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUser, '1'));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    requests.at(0).answer(ann);
    requests.at(1).answer(named('Anna'));
    expect(requests.count).toBe(4);
    requests.at(2).answer(bob);
    expect(requests.count).toBe(4);
  });

  it('is repeated when the last mutation of its rows has settled, even if that one was sent later', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1');
    requests.at(0).answer([ann, bob]);
    void store.fetch(updateUser, '2');
    requests.at(1).answer(named('Anna'));
    expect(requests.count).toBe(3);
    requests.at(2).answer(bob);
    expect(requests.count).toBe(4);
  });

  it('does not undo a later expiry: what was requested before that is stale on arrival', () => {
    const { store } = storeKit();
    void store.fetch(getUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('changed'));
    store.expireAll(getUser);
    void store.fetch(getUser, '1');
    store.expireAll(getUser);
    requests.at(0).answer(ann);
    requests.at(2).answer(named('changed'));
    expect(store.getState(getUser, '1')).toMatchObject({ status: 'stale' });
  });

  it('is not repeated for a mutation whose response cannot be normalized', () => {
    const { store } = storeKit();
    collectStates(store.observe(getUsers));
    void store.fetch(updateUsers, 'both').catch(() => {});
    requests.at(0).answer([ann, bob]);
    requests.at(1).answer([named('Anna'), { name: 'no id' }]);
    expect(requests.count).toBe(2);
  });

  it('is not repeated after a reset', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUsers));
    void store.fetch(updateUser, '1').catch(() => {});
    requests.at(0).answer([ann, bob]);
    void store.reset();
    expect(requests.count).toBe(3);
    requests.at(2).answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Bob]');
    expect(requests.count).toBe(3);
  });
});

describe('a read to repeat after a conflict, whose rows other keys show, too', () => {
  /** The list has overlapped the mutation of the first user, whose own key is observed, too. */
  const kit = (endpoint = getUsers) => {
    const { reported, store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const other = collectStates(store.observe(getUser, '1'));
    const list = collectStates(store.observe(endpoint));
    void store.fetch(updateUser, '1').catch(() => {});
    requests.at(0).answer([ann, bob]);
    return { reported, store, other, list };
  };

  it('brings them to the other keys, which fetch nothing', () => {
    const { other } = kit();
    requests.at(1).answer(named('Anna'));
    expect(other.values.at(-1)).toBe('valid Anna');
    requests.at(2).answer([named('Anne'), bob]);
    expect(other.values.at(-1)).toBe('valid Anne');
    expect(requests.count).toBe(3);
  });

  it('has the other keys fetched if it fails', () => {
    const { list, other } = kit();
    requests.at(1).answer(named('Anna'));
    requests.at(2).fail(new Error('down'));
    expect(list.values.at(-1)).toBe('valid [Anna Bob] failed: down');
    expect(other.values.at(-1)).toBe('stale Anna fetching');
    requests.at(3).answer(named('Anne'));
    expect(other.values.at(-1)).toBe('valid Anne');
    expect(requests.count).toBe(4);
  });

  it('has the other keys fetched if it no longer brings the entity', () => {
    const { other } = kit();
    requests.at(1).answer(named('Anna'));
    requests.at(2).answer([bob]);
    expect(other.values.at(-1)).toBe('stale Anna fetching');
    expect(requests.count).toBe(4);
  });

  it('has the other keys fetched after its last try', () => {
    const tried = getUsers.extend({ name: 'getTried', retry: { count: 1, when: () => true } });
    const { clock, store } = storeKit({ random: () => 0.5 });
    store.setResponse(getUser, '1', ann);
    const other = collectStates(store.observe(getUser, '1'));
    collectStates(store.observe(tried));
    void store.fetch(updateUser, '1');
    requests.at(0).answer([ann, bob]);
    requests.at(1).answer(named('Anna'));
    requests.at(2).fail(new Error('down'));
    expect(other.values.at(-1)).toBe('valid Anna');
    clock.advance(1_000);
    requests.at(3).fail(new Error('down'));
    expect(other.values.at(-1)).toBe('stale Anna fetching');
  });

  it('has the other keys fetched if it is cancelled', () => {
    const { list, other } = kit(getUsers.extend({ name: 'getCancelled', cancel: true }));
    requests.at(1).answer(named('Anna'));
    expect(requests.count).toBe(3);
    list.stop();
    expect(other.values.at(-1)).toBe('stale Anna fetching');
  });

  it('has the other keys fetched if its observers leave while it waits for an earlier read', () => {
    const { list, other, store } = kit();
    void store.fetch(getUsers);
    requests.at(1).answer(named('Anna'));
    list.stop();
    expect(other.values.at(-1)).toBe('valid Anna');
    requests.at(2).answer([bob]);
    expect(other.values.at(-1)).toBe('stale Anna fetching');
    expect(requests.count).toBe(4);
  });

  it('has the other keys fetched if its observers leave before it is sent', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    const other = collectStates(store.observe(getUser, '1'));
    // The first hundred are sent at once.
    const lists = Array.from({ length: 101 }, (_, n) => collectStates(store.observe(getUsers, n)));
    void store.fetch(updateUser, '1');
    for (const n of lists.keys()) requests.at(n).answer([ann, bob]);
    requests.at(101).answer(named('Anna'));
    expect(other.values.at(-1)).toBe('valid Anna');
    lists[100].stop();
    expect(other.values.at(-1)).toBe('stale Anna fetching');
  });

  it('leaves the other keys stale that have no observer', () => {
    const { other, store } = kit();
    other.stop();
    requests.at(1).answer(named('Anna'));
    requests.at(2).fail(new Error('down'));
    expect(store.getState(getUser, '1')).toMatchObject({ status: 'stale', data: { name: 'Anna' } });
    expect(requests.count).toBe(3);
  });

  it('leaves a disposed store alone', () => {
    const { other, reported, store } = kit();
    requests.at(1).answer(named('Anna'));
    other.news();
    store.dispose();
    expect(other.news()).toEqual([]);
    expect(reported).toEqual([]);
    expect(requests.count).toBe(3);
    expect(store.stats()).toMatchObject({ inFlight: 0, subscribers: 0 });
  });

  it('leaves a later session alone', () => {
    const { other, store } = kit();
    requests.at(1).answer(named('Anna'));
    void store.reset();
    requests.at(2).fail(new Error('down'));
    expect(other.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(5);
  });
});

describe('data that conflicts while a mutation of other rows of it is pending', () => {
  /** A read of both users has overlapped the mutation of the second one, which has settled. */
  const kit = () => {
    const { store } = storeKit();
    const list = collectStates(store.observe(getUsers));
    requests.at(0).answer([ann, bob]);
    const other = collectStates(store.observe(getUser, '2'));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    void store.fetch(getUsers);
    requests.at(3).answer([ann, { ...bob, name: 'New' }]);
    requests.at(2).answer({ ...bob, name: 'Old' });
    return { list, other, store };
  };

  it('is stale in all keys, and fetched once when that mutation has settled', () => {
    const { list, other } = kit();
    expect(list.values.at(-1)).toBe('stale [Ann Old]');
    expect(other.values.at(-1)).toBe('stale Old');
    expect(requests.count).toBe(4);
    requests.at(1).answer(named('Anna'));
    expect(list.values.at(-1)).toBe('stale [Anna Old] fetching');
    expect(other.values.at(-1)).toBe('stale Old fetching');
    expect(requests.count).toBe(6);
    requests.at(4).answer({ ...bob, name: 'New' });
    requests.at(5).answer([named('Anna'), { ...bob, name: 'New' }]);
    expect(list.values.at(-1)).toBe('valid [Anna New]');
    expect(other.values.at(-1)).toBe('valid New');
  });

  it('is fetched for an observer that does not see these rows any more', () => {
    const { store } = storeKit();
    const getTeam = new Endpoint((_args: { email: string }) => requests.send(_args), {
      name: 'getTeam',
      schema: new Collection([User]),
    });
    const { email } = bob;
    store.setResponse(getUsers, [ann, bob]);
    collectStates(store.observe(getUsers));
    store.setResponse(getTeam, { email }, [bob]);
    const list = collectStates(store.observe(getTeam, { email }));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '2');
    void store.fetch(getUsers);
    requests.at(2).answer([ann, bob]);
    requests.at(1).answer({ ...bob, name: 'New' });
    expect(list.values.at(-1)).toBe('stale [New]');
    store.set(User, { id: '2', email: 'elsewhere' });
    expect(list.values.at(-1)).toBe('stale []');
    requests.at(0).answer(ann);
    expect(list.values.at(-1)).toBe('stale [] fetching');
    expect(requests.count).toBe(5);
  });

  it('is stale in a state that is dehydrated meanwhile', () => {
    const { store } = kit();
    const there = rehydrated(storeKit().store, dehydrate(store));
    expect(there.getState(getUsers).status).toBe('stale');
    expect(there.getState(getUser, '2').status).toBe('stale');
  });
});

describe('a removal that overlaps a change of the same row', () => {
  it('and was applied last removes it everywhere: a list of all that lacks it confirms this', () => {
    const { store } = storeKit();
    store.setResponse(getAll, [ann, bob]);
    const reader = collectStates(store.observe(getAll));
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('Anna'));
    requests.at(0).answer('1');
    expect(reader.values.at(-1)).toBe('stale [Anna Bob] fetching');
    requests.at(2).answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Bob]');
    expect(store.get(User, '1')).toBeUndefined();
    expect(requests.count).toBe(3);
  });

  it('is detected by a later fetch of a list of all', () => {
    const { store } = storeKit();
    store.set([User], [ann, bob]);
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('Anna'));
    requests.at(0).answer('1');
    const reader = collectStates(store.observe(getAll));
    requests.at(2).answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Bob]');
  });

  it('and was applied first keeps the row: the response contains it', () => {
    const { store } = storeKit();
    store.setResponse(getAll, [ann, bob]);
    const reader = collectStates(store.observe(getAll));
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('Anna'));
    requests.at(0).answer('1');
    requests.at(2).answer([named('Anna'), bob]);
    store.setResponse(getAll, [bob]);
    expect(reader.values.at(-1)).toBe('valid [Anna Bob]');
  });

  it('makes a list of all refetch that may be older', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getAll));
    store.set(User, ann);
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(2).answer(named('Anna'));
    requests.at(1).answer('1');
    requests.at(0).answer([bob]);
    expect(reader.values.at(-1)).toBe('stale [Anna Bob] fetching');
    requests.last.answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Bob]');
  });

  it('removes nothing without a removal: the response may be a part of the list', () => {
    const { store } = storeKit();
    store.setResponse(getAll, [ann, bob]);
    const reader = collectStates(store.observe(getAll));
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    requests.at(1).answer(named('second'));
    requests.at(2).answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [second Bob]');
  });

  it('keeps a row that a later write brings back', () => {
    const { store } = storeKit();
    store.set([User], [ann, bob]);
    void store.fetch(removeUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(1).answer(named('Anna'));
    requests.at(0).answer('1');
    store.set(User, ann);
    const reader = collectStates(store.observe(getAll));
    requests.at(2).answer([bob]);
    expect(reader.values.at(-1)).toBe('valid [Ann Bob]');
  });
});

describe('a request that observers send because a mutation has settled', () => {
  it('does not overlap it: data that a failure has removed is fetched once', () => {
    const { store } = storeKit();
    const shown = updateUser.extend({
      getOptimisticResponse: (_snapshot, id) => ({ id, name: 'A' }),
    });
    void store.fetch(shown, '1').catch(() => {});
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).fail(new Error('no'));
    requests.at(1).answer(ann);
    expect(reader.values.at(-1)).toBe('valid Ann');
    expect(requests.count).toBe(2);
  });

  it('does not overlap it: a mutation that a subscriber sends follows it', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const reader = collectStates(store.observe(getUsers));
    store.query(User, '1').subscribe((user) => {
      if (user?.name === 'first') void store.fetch(updateUser, '1');
    });
    void store.fetch(updateUser, '1');
    requests.at(0).answer(named('first'));
    requests.at(1).answer(named('second'));
    expect(reader.values.at(-1)).toBe('valid [second Bob]');
    expect(requests.count).toBe(2);
  });

  it('is sent once, even if their data has overlapped it', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    void store.fetch(removeUser, '1');
    requests.at(0).answer(ann);
    requests.at(1).answer('1');
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(3);
  });
});

it('reading an inactive key does not mark it for refetch', () => {
  const { store } = storeKit({ gcTime: Infinity });
  const lazy = getUser.extend({ name: 'lazy', invalidIfStale: true });
  store.set(User, ann);
  expect(store.getState(lazy, '1').data?.name).toBe('Ann');
  void store.fetch(updateUser, '1');
  void store.fetch(updateUser, '1');
  requests.at(0).answer(named('first'));
  requests.at(1).answer(named('second'));
  expect(store.getState(lazy, '1')).toMatchObject({ status: 'invalid', data: { name: 'second' } });
});

it('a tainted row stays stale until responses have brought all of its members', () => {
  const { store } = storeKit();
  store.set(User, ann);
  void store.fetch(updateUser, '1');
  void store.fetch(updateUser, '1');
  requests.at(0).answer(named('first'));
  requests.at(1).answer(named('second'));
  store.set(User, { id: '1', name: 'third' });
  expect(store.getState(getUser, '1').status).toBe('stale');
  store.set(User, { id: '1', name: 'fourth' });
  expect(store.getState(getUser, '1').status).toBe('stale');
  store.set(User, { id: '1', email: 'ann@example.org' });
  expect(store.getState(getUser, '1').status).toBe('valid');
});

it('a row that is tainted again needs all of its members once more', () => {
  const { store } = storeKit();
  store.set(User, ann);
  for (const at of [0, 2]) {
    void store.fetch(updateUser, '1');
    void store.fetch(updateUser, '1');
    requests.at(at).answer({ id: '1', name: 'first' });
    requests.at(at + 1).answer({ id: '1', name: 'second' });
    store.set(User, at === 0 ? { id: '1', name: 'third' } : { id: '1', email: 'new' });
    expect(store.getState(getUser, '1').status).toBe('stale');
  }
  store.set(User, { id: '1', name: 'fourth' });
  expect(store.getState(getUser, '1').status).toBe('valid');
});

it('a tainted row stays stale under an optimistic update that has all of its members: its observer fetches it', () => {
  const { store } = storeKit();
  store.set(User, ann);
  void store.fetch(updateUser, '1');
  void store.fetch(updateUser, '1');
  requests.at(0).answer(named('first'));
  requests.at(1).answer(named('second'));
  const shown = updateUser.extend({ getOptimisticResponse: () => named('shown') });
  void store.fetch(shown, '1').catch(() => {});
  const reader = collectStates(store.observe(getUser, '1'));
  expect(reader.values).toEqual(['stale shown fetching']);
  requests.at(2).fail(new Error('no'));
  expect(reader.values.at(-1)).toBe('stale second fetching');
  requests.at(3).answer(ann);
  requests.at(4).answer(ann);
  expect(reader.values.at(-1)).toBe('valid Ann');
});

it('a batch that fails does not change requests: the next observer joins', () => {
  const { store } = storeKit();
  void store.fetch(getUser, '1');
  const failing = () =>
    store.batch(() => {
      store.invalidate(getUser, '1');
      void store.reset();
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  void store.fetch(getUser, '1');
  expect(requests.count).toBe(1);
});
