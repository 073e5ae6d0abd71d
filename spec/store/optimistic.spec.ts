import { map } from 'rxjs';
import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../src/endpoint/OptimisticSnapshot.ts';
import { All } from '../../src/schema/All.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import type { EntityTable } from '../../src/table/EntityTable.ts';
import { collect } from '../support/collect.ts';
import { ann, bob, Post, User } from '../support/entities.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';
import { showData } from '../support/showState.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const allUsers = new All(User);

/** Sends `change` for a user and shows it at once. */
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
  it('is shown at once, and says so', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.getState(getUsers)).toMatchObject({ optimistic: true, status: 'valid' });
    expect(store.stats().layers).toBe(1);
    requests.last.answer(named('Anna'));
    expect(store.getState(getUsers)).toMatchObject({ optimistic: false, status: 'valid' });
    expect(store.stats().layers).toBe(0);
  });

  it('gives way to the answer in one step', () => {
    const { store, reader } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    requests.last.answer(named('Annabel'));
    expect(reader.values).toEqual(['valid [Ann Bob]', 'valid [Anna Bob]', 'valid [Annabel Bob]']);
  });

  it('keeps the reference of what it does not touch, and of all if nothing in it changes', () => {
    const { store } = kitWith(ann, bob);
    const before = store.getState(getUsers).data!;
    void store.fetch(update, ...rename('1', 'Anna'));
    const shown = store.getState(getUsers).data!;
    expect(shown[1]).toBe(before[1]);
    requests.last.answer(named('Anna'));
    expect(store.getState(getUsers).data).toBe(shown);
  });

  it('keeps its reference while other things are written, and nobody is told', () => {
    const { store, reader } = kitWith(ann, bob);
    const one = collect(store.query(User, '1'));
    void store.fetch(update, ...rename('1', 'Anna'));
    const [shown, told] = [store.get(User, '1'), reader.values.length];
    store.set(Post, { id: 'p', title: 'P' });
    store.set(User, { id: '9', name: 'other' });
    expect(store.get(User, '1')).toBe(shown);
    expect(reader.values.length).toBe(told);
    expect(one.values.map((user) => user?.name)).toEqual(['Ann', 'Anna']);
  });

  it('keeps its reference when it is over and what is confirmed is the same', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    const [users, one] = [store.getState(getUsers).data, store.get(User, '1')];
    store.set(User, { id: '1', name: 'Anna' });
    requests.last.fail(new Error('no'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')).toBe(one);
    expect(store.getState(getUsers).data).toBe(users);
  });

  it('of what nobody has confirmed is the same object wherever it stands in a list of all', () => {
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

  it('of what nobody has confirmed keeps its place in a list of all, and the list its reference', () => {
    const { store } = storeKit();
    const all = collect(store.query(allUsers));
    void store.fetch(update, '1', ann);
    const before = all.values.at(-1);
    store.set(new Invalidate(User), '3');
    expect(showData(before)).toBe('[Ann]');
    expect(store.get(allUsers)).toBe(before);
  });

  it('is gone without a trace when it fails', async () => {
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

  it('lies over whatever is confirmed meanwhile', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna'));
    void store.fetch(getUsers);
    requests.at(1).answer([{ ...named('server'), email: 'new@example.org' }, bob]);
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')?.email).toBe('new@example.org');
    requests.at(0).fail(new Error('no'));
    expect(names()).toBe('[server Bob]');
  });

  it('is not part of what is confirmed: the function form of set sees the value beneath', () => {
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

  it('is taken back with the batch that sent the mutation and throws; the response is stored', async () => {
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

  it('leaves nothing after dispose, and tells nobody', () => {
    const { store, reader } = kitWith(ann, bob);
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    store.dispose();
    expect(reader.values.at(-1)).toBe('valid [Anna Bob]');
    expect(store.stats().layers).toBe(0);
  });
});

describe('several optimistic updates', () => {
  it('lie over each other in the order of sending, each on what the others show', () => {
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

  it('lie over what a read brings that was sent later', () => {
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
  it('lies beneath that response: the newer value stays', () => {
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

  it('leaves the layers of mutations that were sent after the later one on top', () => {
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

  it('does not bring back what the later mutation has removed', () => {
    const { store } = kitWith(ann);
    const told = collect(store.query(allUsers));
    void store.fetch(update, '1', named('first'));
    void store.fetch(remove, '1');
    requests.at(1).answer('1');
    requests.at(0).answer(named('first'));
    expect(told.values.map(showData)).toEqual(['[Ann]', '[first]', '[]']);
  });

  it('does not remove what the later mutation has written', () => {
    const { store } = kitWith(ann);
    const told = collect(store.query(allUsers));
    void store.fetch(remove, '1');
    void store.fetch(update.extend({ getOptimisticResponse: undefined }), '1');
    requests.at(1).answer(named('second'));
    expect(showData(told.values.at(-1))).toBe('[second]');
    requests.at(0).answer('1');
    expect(told.values.map(showData)).toEqual(['[Ann]', '[]', '[second]']);
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
  it('is in every list of all at once, under a name that stays', () => {
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

  it('gives way to the real one in the same place, in one step', () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    void store.fetch(create, { name: 'Cid' });
    requests.last.answer({ id: '3', name: 'Cid' });
    expect(all.values.map(showData)).toEqual(['[Ann]', '[Ann Cid]', '[Ann Cid]']);
    expect(all.values.at(-1)!.map(({ id }) => id)).toEqual(['1', '3']);
  });

  it('stands behind all that is confirmed, and gets its place when its response arrives', () => {
    const { store } = kitWith(ann);
    const seen = collect(store.query(allUsers).pipe(map(showData)));
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(create, { name: 'Dan' });
    requests.at(1).answer({ id: '4', name: 'Dan' });
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(seen.values.slice(-3)).toEqual(['[Ann Cid Dan]', '[Ann Dan Cid]', '[Ann Dan Cid]']);
  });

  it('leaves nothing when it fails', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' }).catch(() => {});
    requests.last.fail(new Error('no'));
    expect(showData(store.get(allUsers))).toBe('[Ann]');
    expect(store.stats().entities).toBe(1);
  });

  it('is not there twice when a list brings the real one first', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(getUsers);
    requests.at(1).answer([ann, { id: '3', name: 'Cid' }]);
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(showData(store.get(allUsers))).toBe('[Ann Cid]');
  });
});

describe('a mutation of what is just being created', () => {
  const idOf = (user: object): string => (user as User).id;

  it('is shown at once and sent with the real name, when that is known', async () => {
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

  it('fails with it', async () => {
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

  it('is taken away together with it, in one step', () => {
    const { store } = kitWith(ann);
    const all = collect(store.query(allUsers));
    store.fetch(create, { name: 'Cid', email: 'cid' }).catch(() => {});
    const placeholder = idOf(store.get(allUsers)!.at(-1)!);
    store.fetch(update, ...rename(placeholder, 'Cidney')).catch(() => {});
    all.news();
    requests.at(0).fail(new Error('no'));
    expect(all.news().map(showData)).toEqual(['[Ann]']);
  });

  it('does not overlap it: nothing is in doubt', () => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(update, ...rename(idOf(store.get(allUsers)!.at(-1)!), 'Cidney'));
    requests.at(0).answer({ id: '3', name: 'Cid' });
    requests.at(1).answer({ id: '3', name: 'Cidney' });
    expect(store.getState(getUser, '3').status).toBe('valid');
  });

  it('is known by the real name to overlap what is under way when it is sent', () => {
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

  it('sends and shows nothing where the creation has failed already', async () => {
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
  ])('removes the created entity where the response to a removal is %s', (_, response) => {
    const { store } = kitWith(ann);
    void store.fetch(create, { name: 'Cid' });
    void store.fetch(remove, idOf(store.get(allUsers)!.at(-1)!));
    requests.at(0).answer({ id: '3', name: 'Cid' });
    requests.at(1).answer(response);
    expect(showData(store.get(allUsers))).toBe('[Ann]');
    expect(store.stats().layers).toBe(0);
  });

  it('may have arguments that contain themselves', () => {
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
    expect(requests.at(1).args[1]).toBe(circle);
  });

  it('knows the real name also later', () => {
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
  it('takes the entity out of lists at once, and puts it back where it was if it fails', () => {
    const { store, names } = kitWith(ann, bob);
    const all = collect(store.query(allUsers));
    void store.fetch(remove, '1').catch(() => {});
    expect(names()).toBe('[Bob]');
    expect(showData(all.values.at(-1))).toBe('[Bob]');
    requests.last.fail(new Error('no'));
    expect(names()).toBe('[Ann Bob]');
    expect(showData(all.values.at(-1))).toBe('[Ann Bob]');
  });

  it('has readers of the entity ask for it only when it is over', () => {
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

  it('is not undone in part by an optimistic update that was sent later', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(remove, '1').catch(() => {});
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    expect(store.get(User, '1')).toBeUndefined();
    requests.at(0).fail(new Error('no'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')?.email).toBe(ann.email);
  });

  it('is undone by an optimistic answer that was sent later and has all of the entity', () => {
    const { store, names } = kitWith(ann, bob);
    void store.fetch(remove, '1');
    void store.fetch(update, '1', named('Anna'));
    expect(names()).toBe('[Anna Bob]');
    expect(store.get(User, '1')).toMatchObject(named('Anna'));
  });

  it('does not keep readers from asking for another entity that was removed', () => {
    const { store } = storeKit();
    store.set(User, bob);
    const reader = collectStates(store.observe(getUser, '2'));
    void store.fetch(update, ...rename('1', 'Anna'));
    store.set(new Invalidate(User), '2');
    expect(reader.values.at(-1)).toBe('invalid fetching');
    expect(requests.count).toBe(2);
  });

  it('shows the entity again to its readers if it fails, without a request', () => {
    const { store } = storeKit();
    const reader = collectStates(store.observe(getUser, '1'));
    requests.at(0).answer(ann);
    void store.fetch(remove, '1').catch(() => {});
    requests.at(1).fail(new Error('no'));
    expect(reader.values.at(-1)).toBe('valid Ann');
    expect(requests.count).toBe(2);
  });
});

describe('an optimistic change of an entity whose removal is confirmed', () => {
  it('shows nothing where the change is a part of the entity', () => {
    const { store, names } = kitWith(ann, bob);
    const told = collect(store.query(User, '1'));
    void store.fetch(remove.extend({ getOptimisticResponse: undefined }), '1');
    void store.fetch(update, ...rename('1', 'Anna')).catch(() => {});
    requests.at(0).answer('1');
    expect(names()).toBe('[Bob]');
    expect(showData(store.get(allUsers))).toBe('[Bob]');
    expect(told.values.at(-1)).toBeUndefined();
    requests.at(1).answer(named('Anna'));
    expect(told.values.at(-1)).toMatchObject(named('Anna'));
    expect(told.values.map((user) => user?.email)).not.toContain('');
  });

  it('shows the entity where the change has a value for each field of the class', () => {
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

  it('has an observer of the entity fetch it only when the change is over', () => {
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
});

describe('the function that makes an optimistic answer', () => {
  it('shows nothing if it throws snapshot.abort, and looks again when something changes', () => {
    const { store, reported } = storeKit();
    void store.fetch(append, '1', '!');
    expect(store.get(User, '1')).toBeUndefined();
    store.set(User, ann);
    expect(store.get(User, '1')?.name).toBe('Ann!');
    expect(reported).toEqual([]);
  });

  it('shows nothing if it throws anything else, which is reported once; the request goes on', async () => {
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

  it('shows nothing of an answer that does not fit the schema', () => {
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

  it('is told what was answered, and when the request was sent', () => {
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

describe('the mark of an optimistic state', () => {
  it('is on what shows the entity, however deep, and on nothing else', () => {
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

  it('goes when the answer comes, also while another mutation is under way', () => {
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

  it('costs each reader the same, however many show the entity', () => {
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

it('every emission is what is confirmed with what is under way on top, in one commit', () => {
  const { store } = kitWith(ann, bob);
  const tables: EntityTable[] = [];
  store.entities$.subscribe((table) => tables.push(table));
  void store.fetch(update, ...rename('1', 'Anna'));
  requests.last.answer(named('Anna'));
  const shown = tables.map((table) => (table.get('User', '1') as User).name);
  expect(shown).toEqual(['Ann', 'Anna']);
});
