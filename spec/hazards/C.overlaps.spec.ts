import { Endpoint, type OptimisticSnapshot, schema } from 'streambed';
import { collect } from '../support/collect.ts';
import { ann, bob, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { showData } from '../support/showState.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = fakeRequests();
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getTeam = new Endpoint(requests.send, { name: 'getTeam', schema: { members: [User] } });
const all = new schema.All(User);
const getAll = new Endpoint(requests.send, { name: 'getAll', schema: all });

/** Appends a text to the name of a user, optimistically. */
const append = new Endpoint(requests.send, {
  name: 'append',
  schema: User,
  sideEffect: true,
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...[id, text]: readonly unknown[]) {
    const user = snapshot.get(User, String(id));
    if (!user) throw snapshot.abort;
    return { id, name: `${user.name}${String(text)}` };
  },
});
/** Sets the name without reading the row. */
const rename = append.extend({
  name: 'rename',
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, ...[id, name]: readonly unknown[]) => ({
    id,
    name,
  }),
});
const create = append.extend({
  name: 'create',
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, body: unknown) => body,
});
const remove = append.extend({
  name: 'remove',
  schema: new schema.Invalidate(User),
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, id: unknown) => ({ id }),
});

/** A store of users, with the emissions so far. */
function kit(...users: readonly object[]) {
  const made = storeKit();
  made.store.setResponse(getUsers, users);
  const shown = collect(made.store.observe(getUsers).data$);
  return { ...made, names: () => showData(shown.values.at(-1)), shown };
}

const named = (name: string) => ({ ...ann, name });

describe('C4 a read that overlaps a mutation', () => {
  const events = ['send read', 'send mutation', 'answer read', 'answer mutation'] as const;
  const orders = [
    [0, 1, 2, 3],
    [0, 1, 3, 2],
    [1, 0, 2, 3],
    [1, 0, 3, 2],
  ];

  it.each(orders.map((order) => [order.map((at) => events[at]).join(', '), order]))(
    'C4 ends with the state of the server after one more read: %s',
    (_title, order) => {
      const { store, names } = kit(ann, bob);
      const place: Record<string, number> = {};
      const steps = [
        () => (store.fetch(getUsers), (place['read'] = requests.count - 1)),
        () => (store.fetch(append, '1', '!'), (place['mutation'] = requests.count - 1)),
        // The server may have read before or after it wrote.
        () => requests.at(place['read']).answer([named('read between'), bob]),
        () => requests.at(place['mutation']).answer(named('written')),
      ];
      for (const at of order) steps[at]();
      expect(requests.count).toBe(3);
      requests.last.answer([named('of the server'), bob]);
      expect(names()).toBe('[of the server Bob]');
      expect(requests.count).toBe(3);
      expect(store.stats()).toMatchObject({ inFlight: 0, layers: 0 });
    },
  );
});

it('C7 a failed optimistic mutation is rolled back, and the other ones stay', async () => {
  const { store, names } = kit(ann);
  const calls = ['a', 'b', 'c'].map((text) => store.fetch(append, '1', text));
  expect(names()).toBe('[Annabc]');
  requests.at(1).fail(new Error('no'));
  await expect(calls[1]).rejects.toThrow('no');
  expect(names()).toBe('[Annac]');
  requests.at(0).answer(named('Anna'));
  expect(names()).toBe('[Annac]');
  requests.at(2).answer(named('Annac'));
  expect(names()).toBe('[Annac]');
  expect(store.stats().layers).toBe(0);
});

it('C8 of two mutations with responses in reverse order, the one sent later stays visible', () => {
  const { store, names } = kit(ann);
  void store.fetch(append, '1', '1');
  void store.fetch(append, '1', '2');
  requests.at(1).answer(named('of the second'));
  expect(names()).toMatch(/^\[of the second/);
  requests.at(0).answer({ ...named('of the first'), email: 'first@example.org' });
  expect(names()).toBe('[of the second]');
  expect(store.stats().layers).toBe(0);
});

it('C9 a refetch never shows the confirmed state alone: every emission includes the optimistic layer', () => {
  const { store, shown } = kit(ann);
  void store.fetch(append, '1', '!');
  for (const name of ['Anna', 'Annika']) {
    void store.fetch(getUsers);
    requests.last.answer([named(name)]);
  }
  expect(shown.values.map(showData)).toEqual(['[Ann]', '[Ann!]', '[Anna!]', '[Annika!]']);
  requests.at(0).answer(named('Annika!'));
  expect(shown.values.map(showData).slice(4)).toEqual([]);
});

describe('C10 an optimistic creation', () => {
  const idOf = (users: readonly User[] | undefined): string => users!.at(-1)!.id;

  it('C10 is replaced by the real row in one step, in place, in every list, and so are references to it', async () => {
    const { store } = kit(ann);
    store.setResponse(getAll, [ann]);
    const lists = [store.query(all), store.select(getAll)].map((list$) => collect(list$));
    void store.fetch(create, { name: 'Cid' });
    const second = store.fetch(rename, idOf(store.get(all)), 'Cidney');
    expect(requests.count).toBe(1);
    requests.at(0).answer({ id: '3', name: 'Cid' });
    expect(requests.at(1).args).toEqual(['3', 'Cidney']);
    requests.at(1).answer({ id: '3', name: 'Cidney' });
    await expect(second).resolves.toMatchObject({ id: '3', name: 'Cidney' });
    for (const { values } of lists) {
      for (const users of values.slice(2)) expect(showData(users)).toBe('[Ann Cidney]');
      expect(idOf(values.at(-1))).toBe('3');
    }
  });

  it('C10 appears once if a list has brought the real row before, and never again under its placeholder id', () => {
    for (const id of [undefined, 'made-by-client']) {
      const { store } = kit(ann);
      const seen = collect(store.query(all));
      const row = { id: id ?? '3', name: 'Cid' };
      requests.sent.length = 0;
      void store.fetch(create, id === undefined ? { name: 'Cid' } : row);
      void store.fetch(getUsers);
      requests.at(1).answer([ann, row]);
      requests.at(0).answer(row);
      expect(showData(seen.values.at(-1))).toBe('[Ann Cid]');
      if (id === undefined) continue;
      expect(seen.values.map(showData).join()).not.toContain('Cid Cid');
    }
  });
});

it('C12 an update that reads the row shows nothing of a row that is being removed, and all of it if the removal fails', async () => {
  const { store, shown, names } = kit(ann, bob);
  const removal = store.fetch(remove, '1');
  void store.fetch(append, '1', '!').catch(() => {});
  expect([store.get(User, '1'), names()]).toEqual([undefined, '[Bob]']);
  requests.at(0).fail(new Error('no'));
  await expect(removal).rejects.toThrow('no');
  expect(store.get(User, '1')).toMatchObject({ name: 'Ann!', email: ann.email });
  void store.fetch(remove, '1');
  requests.at(1).fail(new Error('404'));
  requests.at(2).answer('1');
  expect(store.get(User, '1')).toBeUndefined();
  expect(showData(shown.values.at(-1))).toBe('[Bob]');
});

it('C13 a failed optimistic mutation leaves the newest confirmed row, not the one it began with', () => {
  const { store, names } = kit(ann);
  void store.fetch(append, '1', '!').catch(() => {});
  void store.fetch(getUsers);
  requests.at(1).answer([named('refetched')]);
  expect(names()).toBe('[refetched!]');
  requests.at(0).fail(new Error('no'));
  expect(names()).toBe('[refetched]');
});

it('C22 an optimistic layer appears in every list in one emission, and so does its removal', () => {
  const { store } = kit(ann);
  store.setResponse(getTeam, { members: [ann] });
  const [users, team] = [collectStates(store.observe(getUsers)), collect(store.select(getTeam))];
  const pairs: string[] = [];
  store.select(getTeam).subscribe((page) => {
    pairs.push(`${page?.members[0]?.name} ${store.select(getUsers).getValue()?.[0]?.name}`);
  });
  void store.fetch(append, '1', '!').catch(() => {});
  requests.last.fail(new Error('no'));
  expect(pairs).toEqual(['Ann Ann', 'Ann! Ann!', 'Ann Ann']);
  expect(team.values).toHaveLength(3);
  expect(users.values).toHaveLength(3);
});
