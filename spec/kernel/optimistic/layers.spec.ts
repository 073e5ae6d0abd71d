import { filter, map } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';
import { showData } from '../../support/showState.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const allUsers = new All(User);

/** Sends `change` for a user, with an optimistic layer. */
const update = new Endpoint(requests.send, {
  name: 'update',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, ...args: readonly unknown[]) => ({
    id: args[0],
    ...(args[1] as object),
  }),
});

const rename = (id: string, name: string): readonly unknown[] => [id, { name }];

const append = update.extend({
  name: 'append',
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: readonly unknown[]) {
    const user = snapshot.get(User, String(args[0]));
    if (!user) throw snapshot.abort;
    return { id: user.id, name: `${user.name}${String(args[1])}` };
  },
});

const create = new Endpoint(requests.send, {
  name: 'create',
  schema: User,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, body: unknown) => body,
});

const remove = new Endpoint(requests.send, {
  name: 'remove',
  schema: new Invalidate(User),
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown) => ({ id }),
});

const named = (name: string) => ({ ...ann, name });

function kitWith(...users: readonly object[]) {
  const kit = storeKit();
  kit.store.setResponse(getUsers, users);
  const reader = collectStates(kit.store.observe(getUsers));
  const names = (): string => showData(kit.store.getState(getUsers).data);
  return { ...kit, reader, names };
}

beforeEach(() => {
  requests.sent.length = 0;
});

describe('an optimistic update', () => {
  it('is visible at once, and marked as optimistic', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.getState(getUsers)).toMatchObject({ optimistic: true, status: 'valid' });
    expect(store.stats().layers).toBe(1);
    requests.last.answer(named('Anna'));
    expect(store.getState(getUsers)).toMatchObject({ optimistic: false, status: 'valid' });
    expect(store.stats().layers).toBe(0);
  });

  it('is replaced by the response in one emission', () => {
    const { store, reader } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    requests.last.answer(named('Annabel'));
    expect(reader.values).toEqual(['valid [Ann Bob]', 'valid [Anna Bob]', 'valid [Annabel Bob]']);
  });

  it('keeps the references of everything that it does not change', () => {
    const { store } = kitWith(ann, bob);
    const before = store.getState(getUsers).data!;
    void store.fetch(update, ...rename('1', 'Anna'));
    const shown = store.getState(getUsers).data!;
    expect(shown[1]).toBe(before[1]);
    requests.last.answer(named('Anna'));
    expect(store.getState(getUsers).data).toBe(shown);
  });

  it('keeps its reference while other rows are written, and emits nothing', () => {
    const { store, reader } = kitWith(ann, bob);
    const one = collect(store.query(User, '1'));
    void store.fetch(update, ...rename('1', 'Anna'));
    const [shown, count] = [store.get(User, '1'), reader.values.length];
    store.set(Post, { id: 'p', title: 'P' });
    store.set(User, { id: '9', name: 'other' });
    expect(store.get(User, '1')).toBe(shown);
    expect(reader.values.length).toBe(count);
    expect(one.values.map((user) => user?.name)).toEqual(['Ann', 'Anna']);
  });

  it('keeps its reference when the response confirms the prediction', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    const [users, one] = [store.getState(getUsers).data, store.get(User, '1')];
    store.set(User, { id: '1', name: 'Anna' });
    requests.last.fail(new Error('no'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')).toBe(one);
    expect(store.getState(getUsers).data).toBe(users);
  });

  it('of an unconfirmed entity is the same object in every list of all', () => {
    const { store } = storeKit();
    const all = collect(store.query(allUsers));
    const shown = () => all.values.at(-1)?.find(({ id }) => id === '9');
    const updateAll = update.extend({
      name: 'updateAll',
      schema: [User],
      getOptimisticResponse: (_snapshot: OptimisticSnapshot, ...ids: readonly unknown[]) =>
        ids.map((id) => ({ id, name: 'new', email: 'new@example.org' })),
    });
    store.fetch(updateAll, '2', '1').catch(() => {});
    void store.fetch(updateAll, '9', '2');
    store.set(new Invalidate(User), '9');
    requests.at(0).fail(new Error('no'));
    const before = shown();
    store.set([User], [ann, bob, { id: '3', name: 'Cid' }]);
    expect(showData(all.values.at(-1))).toBe('[Ann new Cid new]');
    expect(shown()).toBe(before);
  });

  it('of an unconfirmed entity keeps its position in a list of all, and the list its reference', () => {
    const { store } = storeKit();
    const all = collect(store.query(allUsers));
    void store.fetch(update, '1', ann);
    const before = all.values.at(-1);
    store.set(new Invalidate(User), '3');
    expect(showData(before)).toBe('[Ann]');
    expect(store.get(allUsers)).toBe(before);
  });

  it('leaves no trace when the mutation fails', async () => {
    const { store, names } = kitWith(ann, bob);
    const before = store.getState(getUsers);
    const table = store.entities$.getValue();
    const fetched = store.fetch(update, ...rename('1', 'Anna'));
    expect(store.entities$.getValue()).not.toBe(table);
    requests.last.fail(new Error('no'));
    await expect(fetched).rejects.toThrow('no');
    expect(names()).toBe('[Ann Bob]');
    expect(store.getState(getUsers).data![0]).toEqual(before.data![0]);
    expect(store.entities$.getValue()).toBe(table);
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
  });

  it('is applied over data that is confirmed meanwhile', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    void store.fetch(getUsers);
    requests.at(1).answer([{ ...named('server'), email: 'new@example.org' }, bob]);
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')?.email).toBe('new@example.org');
    requests.at(0).fail(new Error('no'));
    expect(names()).toBe('[server Bob]');
  });

  it('is not part of the confirmed state: the function form of set gets the confirmed value', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    store.set(User, '1', ({ id, name }) => ({ id, name: `${name}!` }));
    expect(names()).toBe('[Anna Bob]');
    requests.last.fail(new Error('no'));
    expect(names()).toBe('[Ann! Bob]');
  });

  it('is dropped by a reset', () => {
    const { store } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    void store.reset();
    expect(store.stats()).toMatchObject({ layers: 0, entities: 0 });
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('is removed when the batch that sent the mutation throws; the response is stored', async () => {
    const { store, names, reader } = kitWith(ann, bob);
    let sent: Promise<unknown> | undefined;
    const failing = (): unknown =>
      store.batch(() => {
        sent = store.fetch(update, ...rename('1', 'Anna'));
        throw new Error('stop');
      });
    expect(failing).toThrow('stop');
    expect(names()).toBe('[Ann Bob]');
    expect(reader.values).toEqual(['valid [Ann Bob]']);
    expect(store.stats().layers).toBe(0);
    requests.last.answer(named('Anna'));
    await sent;
    expect(names()).toBe('[Anna Bob]');
  });

  it('leaves nothing after dispose, and emits nothing', () => {
    const { store, reader } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    store.dispose();
    expect(reader.values.at(-1)).toBe('valid [Anna Bob]');
    expect(store.stats().layers).toBe(0);
  });
});

describe('several optimistic updates', () => {
  it('are applied in the order of sending, each on the result of the earlier ones', () => {
    const { store, names } = kitWith(ann);
    void store.fetch(append, '1', 'a');
    void store.fetch(append, '1', 'b');
    void store.fetch(append, '1', 'c');
    expect(names()).toBe('[Annabc]');
    requests.at(1).fail(new Error('no'));
    expect(names()).toBe('[Annac]');
    requests.at(0).answer(named('Anna'));
    expect(names()).toBe('[Annac]');
    requests.at(2).answer(named('Annac'));
    expect(names()).toBe('[Annac]');
  });

  it('are applied over the response to a read that was sent later', () => {
    const { store, names } = kitWith(ann);
    void store.fetch(update, ...rename('1', 'first'));
    void store.fetch(update, ...rename('1', 'second')).catch(() => {});
    void store.fetch(getUsers);
    requests.at(2).answer([named('read')]);
    requests.at(1).fail(new Error('no'));
    expect(names()).toBe('[first]');
  });
});

describe('an optimistic update that a response to a later mutation has overtaken', () => {
  it('is applied before that response: the newer value stays', () => {
    const { store, reader } = kitWith(ann);
    void store.fetch(update, ...rename('1', 'first'));
    void store.fetch(update, ...rename('1', 'second'));
    requests.at(1).answer(named('second'));
    expect(store.getState(getUsers)).toMatchObject({ optimistic: false });
    requests.at(0).answer(named('first'));
    const shown = ['valid [Ann]', 'valid [first]', 'valid [second]'];
    expect(reader.values.slice(0, 3)).toEqual(shown);
    expect(reader.values.slice(3).every((state) => state.includes('[second]'))).toBe(true);
  });

  it('shows the members that the response lacks', () => {
    const { store } = kitWith(ann);
    void store.fetch(update, '1', { name: 'first', email: 'first@example.org' });
    void store.fetch(update, ...rename('1', 'second'));
    requests.at(1).answer({ id: '1', name: 'second' });
    const expected = { name: 'second', email: 'first@example.org' };
    expect(store.get(User, '1')).toMatchObject(expected);
    expect(store.getState(getUsers)).toMatchObject({ optimistic: true });
    requests.at(0).answer({ ...named('first'), email: 'first@example.org' });
    expect(store.get(User, '1')).toMatchObject(expected);
    expect(store.getState(getUsers)).toMatchObject({ optimistic: false });
  });

  it('leaves the layers of mutations sent after the later one on top', () => {
    const { store, names } = kitWith(ann);
    for (const letter of ['a', 'b', 'c']) void store.fetch(append, '1', letter);
    requests.at(1).answer(named('Annab'));
    expect(names()).toBe('[Annabc]');
    requests.at(0).answer(named('Anna'));
    expect(names()).toBe('[Annabc]');
  });

  it('stays on top where the later mutation fails', () => {
    const { store, names } = kitWith(ann);
    void store.fetch(update, ...rename('1', 'first'));
    void store.fetch(update, ...rename('1', 'second')).catch(() => {});
    requests.at(1).fail(new Error('no'));
    expect(names()).toBe('[first]');
  });

  it('does not bring back an entity that the later mutation has removed', () => {
    const { store } = kitWith(ann);
    const observer = collect(store.query(allUsers));
    void store.fetch(update, '1', named('first'));
    void store.fetch(remove, '1');
    requests.at(1).answer('1');
    requests.at(0).answer(named('first'));
    expect(observer.values.map(showData)).toEqual(['[Ann]', '[first]', '[]']);
  });

  it('does not remove an entity that the later mutation has written', () => {
    const { store } = kitWith(ann);
    const observer = collect(store.query(allUsers));
    void store.fetch(remove, '1');
    void store.fetch(update.extend({ getOptimisticResponse: undefined }), '1');
    requests.at(1).answer(named('second'));
    expect(showData(observer.values.at(-1))).toBe('[second]');
    requests.at(0).answer('1');
    expect(observer.values.map(showData)).toEqual(['[Ann]', '[]', '[second]']);
  });

  it('is not overtaken while it waits for a creation, because it is sent after the response', () => {
    const { store } = kitWith(ann);
    const name = () => store.get(User, '3')?.name;
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(update, ...rename((store.get(allUsers)!.at(-1) as User).id, 'Cidney'));
    void store.fetch(update, ...rename('3', 'other'));
    requests.at(1).answer({ id: '3', name: 'other', email: '' });
    requests.at(0).answer({ id: '3', name: 'Cid', email: '' });
    expect(name()).toBe('Cidney');
    void store.fetch(update, ...rename('3', 'last'));
    requests.at(3).answer({ id: '3', name: 'last', email: '' });
    expect(name()).toBe('last');
    requests.at(2).answer({ id: '3', name: 'Cidney', email: '' });
    expect(name()).toBe('last');
  });
});

describe('an optimistic create', () => {
  it('is in every list of all at once, with a stable placeholder id', () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    void store.fetch(create, { name: 'Cid' });
    const placeholder = all.values.at(-1)!.at(-1)!;
    expect(placeholder).toMatchObject({ name: 'Cid' });
    expect(placeholder.id).not.toBe('');
    store.set(User, bob);
    const again = all.values.at(-1)!.find(({ name }) => name === 'Cid');
    expect(again!.id).toBe(placeholder.id);
    expect(store.get(User, placeholder.id)).toBe(again);
  });

  it('is replaced by the created entity in place, in one emission', () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    void store.fetch(create, { name: 'Cid' });
    requests.last.answer({ id: '3', name: 'Cid' });
    expect(all.values.map(showData)).toEqual(['[Ann]', '[Ann Cid]', '[Ann Cid]']);
    expect(all.values.at(-1)!.map(({ id }) => id)).toEqual(['1', '3']);
  });

  it('comes after all confirmed entities until its response gives it a position', () => {
    const { store } = kitWith(ann);
    const seen = collect(store.query(allUsers).pipe(map(showData)));
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(create, { name: 'Dan' });
    requests.at(1).answer({ id: '4', name: 'Dan' });
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(seen.values.slice(-3)).toEqual(['[Ann Cid Dan]', '[Ann Dan Cid]', '[Ann Dan Cid]']);
  });

  it('leaves nothing when the mutation fails', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' }).catch(() => {});
    requests.last.fail(new Error('no'));
    expect(showData(store.get(allUsers))).toBe('[Ann]');
    expect(store.stats().entities).toBe(1);
  });

  it('is not listed twice when a list brings the created entity first', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(getUsers);
    requests.at(1).answer([ann, { id: '3', name: 'Cid' }]);
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(showData(store.get(allUsers))).toBe('[Ann Cid]');
  });
});

describe('a mutation of an entity that is being created', () => {
  const idOf = (user: object): string => (user as User).id;

  it('is visible at once, and sent with the real pk once that is known', async () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    const updated = store.fetch(update, ...rename(placeholder, 'Cidney'));
    expect(showData(store.get(allUsers))).toBe('[Ann Cidney]');
    expect(requests.count).toBe(1);
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(requests.at(1).args).toEqual(['3', { name: 'Cidney' }]);
    expect(showData(store.get(allUsers))).toBe('[Ann Cidney]');
    requests.at(1).answer({ id: '3', name: 'Cidney' });
    await expect(updated).resolves.toMatchObject({ id: '3', name: 'Cidney' });
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
  });

  it('fails when the creation fails', async () => {
    const { store } = kitWith(ann);
    store.fetch(create, { name: 'Cid' }).catch(() => {});
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    const updated = store.fetch(update, ...rename(placeholder, 'Cidney'));
    requests.at(0).fail(new Error('no'));
    await expect(updated).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
    expect(requests.count).toBe(1);
    expect(showData(store.get(allUsers))).toBe('[Ann]');
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
  });

  it.each([
    ['disposed', 'SB_DISPOSED', (store: Store) => store.dispose()],
    ['reset', 'SB_RESET', (store: Store) => void store.reset()],
  ])('is not sent when the store is %s', async (_, code, end) => {
    const { store } = kitWith(ann);
    const created = store.fetch(create, { name: 'Cid' });
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    const updated = store.fetch(update, ...rename(placeholder, 'Cidney'));
    end(store);
    for (const each of [created, updated]) await expect(each).rejects.toMatchObject({ code });
    expect(requests.sent.map(({ args }) => args[0])).not.toContain(placeholder);
  });

  it('is not sent after its caller has aborted it', async () => {
    const { store } = kitWith(ann);
    const fetches = collect(store.actions$.pipe(filter(({ type }) => type === 'fetch')));
    void store.fetch(create, { name: 'Cid' });
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    const aborter = new AbortController();
    const ending = update.extend({ signal: aborter.signal });
    const updated = store.fetch(ending, ...rename(placeholder, 'Cidney'));
    aborter.abort(new Error('left'));
    await expect(updated).rejects.toThrow('left');
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(showData(store.get(allUsers))).toBe('[Ann Cid]');
    expect(fetches.values).toHaveLength(1);
    expect(store.stats()).toMatchObject({ layers: 0, inFlight: 0 });
  });

  it('is removed together with the creation, in one emission', () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    store.fetch(create, { name: 'Cid', email: 'cid' }).catch(() => {});
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    store.fetch(update, ...rename(placeholder, 'Cidney')).catch(() => {});
    all.news();
    requests.at(0).fail(new Error('no'));
    expect(all.news().map(showData)).toEqual(['[Ann]']);
  });

  it('does not conflict with the creation', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(update, ...rename(idOf(store.get(allUsers)!.at(-1)!), 'Cidney'));
    requests.at(0).answer({ id: '3', name: 'Cid' });
    requests.at(1).answer({ id: '3', name: 'Cidney' });
    expect(store.getState(getUser, '3').status).toBe('valid');
  });

  it('conflicts, by the real pk, with requests that are in flight when it is sent', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    const updated = store.fetch(update, ...rename(idOf(store.get(allUsers)!.at(-1)!), 'Cidney'));
    updated.catch(() => {});
    requests.at(0).answer({ id: '3', name: 'Cid' });
    void store.fetch(getUser, '3');
    requests.at(2).answer({ id: '3', name: 'Cid' });
    requests.at(1).fail(new Error('no'));
    expect(store.getState(getUser, '3').status).toBe('stale');
  });

  it('sends and shows nothing if the creation has already failed', async () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    store.fetch(create, { name: 'Cid' }).catch(() => {});
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    requests.at(0).fail(new Error('no'));
    all.news();
    const updated = store.fetch(update, ...rename(placeholder, 'Cidney'));
    await expect(updated).rejects.toMatchObject({ code: 'SB_PLACEHOLDER_LOST' });
    expect(all.news()).toEqual([]);
    expect(requests.count).toBe(1);
  });

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a word', 'OK'],
  ])('removes the created entity if the response to a removal is %s', (_, response) => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(remove, idOf(store.get(allUsers)!.at(-1)!));
    requests.at(0).answer({ id: '3', name: 'Cid' });
    requests.at(1).answer(response);
    expect(showData(store.get(allUsers))).toBe('[Ann]');
    expect(store.stats().layers).toBe(0);
  });

  it('accepts cyclic arguments', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    const self: Record<string, unknown> = { name: 'Dan' };
    self.self = self;
    const send = update.extend({ getOptimisticResponse: undefined, key: () => 'send' });
    void store.fetch(send, '1', self);
    expect(requests.at(1).args).toEqual(['1', self]);
  });

  it('reads each object of its arguments once, however often they refer to each other', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    let reads = 0;
    const circle: object[] = [1, 2].map(() => ({
      get all() {
        reads++;
        return circle;
      },
    }));
    const send = update.extend({ getOptimisticResponse: undefined, key: () => 'send' });
    void store.fetch(send, '1', circle);
    expect(reads).toBeLessThan(20);
    expect(requests.at(1).args[1]).toEqual(circle);
  });

  it('finds the real pk later too', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    requests.at(0).answer({ id: '3', name: 'Cid' });
    void store.fetch(update, ...rename(placeholder, 'Cidney'));
    expect(requests.at(1).args).toEqual(['3', { name: 'Cidney' }]);
    expect(showData(store.get(allUsers))).toBe('[Ann Cidney]');
  });
});

describe('an optimistic delete', () => {
  it('removes the entity from lists at once, and restores its position if the mutation fails', () => {
    const { store, names } = kitWith(ann, bob);
    const all = collect(store.query(allUsers));
    void store.fetch(remove, '1').catch(() => {});
    expect(names()).toBe('[Bob]');
    expect(showData(all.values.at(-1))).toBe('[Bob]');
    requests.last.fail(new Error('no'));
    expect(names()).toBe('[Ann Bob]');
    expect(showData(all.values.at(-1))).toBe('[Ann Bob]');
  });

  it('makes observers of the entity refetch only when the mutation has settled', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer(ann);
    void store.fetch(remove, '1');
    expect(reader.values.at(-1)).toBe('invalid');
    expect(requests.count).toBe(2);
    requests.at(1).answer('1');
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(3);
  });

  it('is not partly undone by an optimistic update that was sent later', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(remove, '1').catch(() => {});
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    expect(store.get(User, '1')).toBeUndefined();
    requests.at(0).fail(new Error('no'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')?.email).toBe(ann.email);
  });

  it('is undone by a later optimistic response that has all members of the entity', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(remove, '1');
    void store.fetch(update, '1', named('Anna'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')).toMatchObject(named('Anna'));
  });

  it('does not prevent observers from fetching another removed entity', () => {
    const { store } = storeKit();
    store.set(User, bob);
    const reader = collectStates(store.observe(getUser, '2'));
    void store.fetch(update, ...rename('1', 'Anna'));
    store.set(new Invalidate(User), '2');
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(2);
  });

  it('shows the entity to its observers again if the mutation fails, without a request', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer(ann);
    void store.fetch(remove, '1').catch(() => {});
    requests.at(1).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('valid Ann');
    expect(requests.count).toBe(2);
  });
});

describe('an observer that subscribes while an optimistic delete hides its data', () => {
  it.each(['by its response', 'by a list'])('sends no request meanwhile: known %s', (how) => {
    const { store } = storeKit();
    if (how === 'by a list') store.setResponse(getUsers, [ann]);
    else store.setResponse(getUser, '1', ann);
    void store.fetch(remove, '1').catch(() => {});
    const reader = collectStates(store.observe(getUser, '1'));
    expect(reader.values).toEqual(['invalid']);
    requests.at(0).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('valid Ann');
    expect(requests.count).toBe(1);
  });

  it('fetches once when the delete is confirmed', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    void store.fetch(remove, '1');
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer('1');
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(2);
    requests.at(1).fail(new Error('not found'));
    expect(requests.count).toBe(2);
  });

  it('waits for the last of two deletes', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    for (const _ of [1, 2]) void store.fetch(remove, '1').catch(() => {});
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('invalid');
    expect(requests.count).toBe(2);
    // Mutations that overlap make the entity stale.
    requests.at(1).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('stale Ann fetching');
    expect(requests.count).toBe(3);
  });

  it('fetches data that has expired meanwhile when the delete fails', () => {
    const { store, clock } = storeKit();
    store.setResponse(getUser, '1', ann);
    void store.fetch(remove, '1').catch(() => {});
    const reader = collectStates(store.observe(getUser, '1'));
    clock.advance(100_000);
    expect(requests.count).toBe(1);
    requests.at(0).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('stale Ann fetching');
    expect(requests.count).toBe(2);
  });

  it('fetches an entity that the store does not have', () => {
    const { store } = storeKit();
    void store.fetch(remove, '1').catch(() => {});
    collectStates(store.observe(getUser, '1'));
    expect(requests.count).toBe(2);
  });

  it('fetches a removed entity that an earlier observer had once', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    collectStates(store.observe(getUser, '1')).stop();
    store.set(new Invalidate(User), '1');
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(1).fail(new Error('not found'));
    requests.at(0).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('valid failed: not found');
    expect(requests.count).toBe(2);
  });

  it('fetches at once after an invalidation', () => {
    const { store } = storeKit();
    store.setResponse(getUser, '1', ann);
    void store.fetch(remove, '1').catch(() => {});
    store.invalidate(getUser, '1');
    const reader = collectStates(store.observe(getUser, '1'));
    expect(requests.count).toBe(2);
    requests.at(1).answer(ann);
    expect(reader.values.at(-1)).toBe('invalid');
    expect(requests.count).toBe(2);
    // The response overlaps the delete, so it is fetched once more.
    requests.at(0).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('stale Ann fetching');
    expect(requests.count).toBe(3);
  });
});

describe('an optimistic change of an entity whose removal is confirmed', () => {
  it('shows nothing if the change has only some members of the entity', () => {
    const { store, names } = kitWith(ann, bob);
    const observer = collect(store.query(User, '1'));
    void store.fetch(remove.extend({ getOptimisticResponse: undefined }), '1');
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    requests.at(0).answer('1');
    expect(names()).toBe('[Bob]');
    expect(showData(store.get(allUsers))).toBe('[Bob]');
    expect(observer.values.at(-1)).toBeUndefined();
    requests.at(1).answer(named('Anna'));
    expect(observer.values.at(-1)).toMatchObject(named('Anna'));
    expect(observer.values.map((user) => user?.email)).not.toContain('');
  });

  it('shows the entity if the change has a value for each field of the class', () => {
    const { store } = kitWith(ann, bob);
    store.set(new Invalidate(User), '1');
    void store.fetch(update, '1', named('Anna'));
    expect(store.get(User, '1')).toMatchObject(named('Anna'));
  });

  it('needs no value for fields whose default is undefined', () => {
    const { store } = storeKit();
    store.set(Post, { id: 'p', title: 'P' });
    const updatePost = update.extend({ name: 'updatePost', schema: Post });
    store.set(new Invalidate(Post), 'p');
    void store.fetch(updatePost, 'p', { title: 'again' });
    expect(store.get(Post, 'p')?.title).toBe('again');
  });

  it('makes an observer of the entity fetch it only when the mutation has settled', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer(ann);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    store.set(new Invalidate(User), '1');
    expect(reader.values.at(-1)).toBe('invalid');
    expect(requests.count).toBe(2);
    requests.at(1).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(3);
  });

  it('delays no fetch while it changes nothing, even if the next write brings the entity back', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer(ann);
    void store.fetch(append, '1', '!').catch(() => {});
    let writes = 0;
    store.entities$.subscribe(() => {
      if (++writes !== 2) return;
      store.set(new Invalidate(User), '1');
      store.set(User, named('Anne'));
    });
    store.set(User, bob);
    expect(reader.values.slice(-2)).toEqual(['invalid fetching', 'valid Anne! fetching']);
    expect(requests.count).toBe(3);
  });
});

describe('getOptimisticResponse', () => {
  it('shows nothing if it throws snapshot.abort, and runs again when a dependency changes', () => {
    const { store, reported } = storeKit();
    void store.fetch(append, '1', '!');
    expect(store.get(User, '1')).toBeUndefined();
    store.set(User, ann);
    expect(store.get(User, '1')?.name).toBe('Ann!');
    expect(reported).toEqual([]);
  });

  it('shows nothing if it throws another error, which is reported once; the request continues', async () => {
    const { store, reported } = storeKit();
    const broken = update.extend({
      name: 'broken',
      getOptimisticResponse: () => {
        throw new Error('broken');
      },
    });
    const fetched = store.fetch(broken, '1', {});
    store.set(User, bob);
    expect(reported).toEqual([new Error('broken')]);
    requests.last.answer(ann);
    await expect(fetched).resolves.toMatchObject({ name: 'Ann' });
  });

  it('shows nothing if its response does not fit the schema', () => {
    const { store, reported, names } = { ...kitWith(ann) };
    const broken = update.extend({
      name: 'broken',
      getOptimisticResponse: () => 'nonsense' as never,
      schema: { user: User },
    });
    void store.fetch(broken, '1', {});
    expect(names()).toBe('[Ann]');
    expect(reported).toMatchObject([{ code: 'SB_ANSWER_SHAPE' }]);
  });

  it('gets the visible data, and the time of the request', () => {
    const { store, clock } = kitWith(ann, bob);
    const seen: unknown[] = [];
    const look = update.extend({
      name: 'look',
      getOptimisticResponse(snapshot: OptimisticSnapshot) {
        seen.push(showData(snapshot.getResponse(getUsers)), snapshot.fetchedAt);
        throw snapshot.abort;
      },
    });
    void store.fetch(look, '1', {});
    expect(seen).toEqual(['[Ann Bob]', clock.now()]);
  });
});

describe('the optimistic flag of a state', () => {
  it('is set for keys that show the entity, however deep, and for no other', () => {
    const { store } = storeKit();
    const getPost = new Endpoint(requests.send, { name: 'getPost', schema: { post: Post } });
    const getOther = getUser.extend({ name: 'getOther' });
    store.setResponse(getPost, { post: { id: 'p', title: 'P', author: ann } });
    store.setResponse(getOther, '2', bob);
    const marks = () =>
      [store.getState(getPost), store.getState(getOther, '2')].map(({ optimistic }) => optimistic);
    expect(marks()).toEqual([false, false]);
    void store.fetch(update, ...rename('1', 'Anna'));
    expect(marks()).toEqual([true, false]);
    requests.last.answer(named('Anna'));
    expect(marks()).toEqual([false, false]);
  });

  it('is cleared by the response, even while another mutation is pending', () => {
    const { store } = kitWith(ann, bob);
    const reader = collect(store.observe(getUser, '1').pipe(map(({ optimistic }) => optimistic)));
    void store.fetch(update, ...rename('2', 'Bobby'));
    void store.fetch(update, ...rename('1', 'Anna'));
    expect(reader.values.at(-1)).toBe(true);
    requests.at(1).answer(named('Anna'));
    expect(reader.values.at(-1)).toBe(false);
    expect(store.getState(getUsers).optimistic).toBe(true);
    requests.at(0).answer({ ...bob, name: 'Bobby' });
    expect(store.getState(getUsers).optimistic).toBe(false);
  });

  it('costs each observer the same, however many keys show the entity', () => {
    const made = [100, 1_000].map((count) => {
      const { store } = storeKit();
      const posts = Array.from({ length: count }, (_, i) => ({
        id: `${i}`,
        title: 'P',
        author: ann,
      }));
      store.set([Post], posts);
      for (const { id } of posts) store.query(Post, id).subscribe();
      const before = store.stats().computations;
      void store.fetch(update, ...rename('1', 'Anna'));
      return (store.stats().computations - before) / count;
    });
    expect(made[1] / made[0]).toBeLessThan(1.1);
  });
});

it('every emission is the confirmed state with all pending layers, in one commit', () => {
  const { store } = kitWith(ann, bob);
  const tables: EntityTable[] = [];
  store.entities$.subscribe((table) => tables.push(table));
  void store.fetch(update, ...rename('1', 'Anna'));
  requests.last.answer(named('Anna'));
  const shown = tables.map((table) => (table.get('User', '1') as User).name);
  expect(shown).toEqual(['Ann', 'Anna']);
});
