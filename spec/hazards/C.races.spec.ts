import type { Observable } from 'rxjs';
import { Endpoint, schema } from 'streambed';
import { collect } from '../support/collect.ts';
import { ann, bob, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const getUsers = new Endpoint(requests.send, { name: 'getUsers', schema: [User] });
const getTeam = new Endpoint(requests.send, { name: 'getTeam', schema: { members: [User] } });
const allUsers = new Endpoint(requests.send, { name: 'allUsers', schema: new schema.All(User) });
const updateUser = getUser.extend({ name: 'updateUser', sideEffect: true });
const removeUser = new Endpoint(requests.send, {
  name: 'removeUser',
  schema: new schema.Invalidate(User),
  sideEffect: true,
});

const older = { ...ann, name: 'older' };
const newer = { ...ann, name: 'newer' };

it('C1 of two reads that share an entity the one sent later wins, in whatever order they respond', () => {
  const { store } = storeKit();
  const one = collectStates(store.observe(getUser, '1'));
  const many = collectStates(store.observe(getUsers));
  requests.at(1).answer([newer]);
  requests.at(0).answer(older);
  expect(one.values.at(-1)).toBe('valid newer');
  expect(many.values.at(-1)).toBe('valid [newer]');
});

it('C2 a read sent before a mutation does not undo it by responding later', () => {
  const { store } = storeKit();
  const observer = collectStates(store.observe(getUser, '1'));
  void store.fetch(updateUser, '1');
  requests.at(1).answer(newer);
  requests.at(0).answer(older);
  expect(store.get(User, '1')?.name).toBe('newer');
  expect(observer.values.join()).not.toContain('older');
});

it('C3 a read sent during a mutation does not win by responding first', () => {
  const { store } = storeKit();
  void store.fetch(updateUser, '1');
  const observer = collectStates(store.observe(getUser, '1'));
  requests.at(1).answer(older);
  requests.at(0).answer(newer);
  expect(store.get(User, '1')?.name).toBe('newer');
  expect(observer.values.join()).toMatch(/newer[^,]*$/);
});

describe('C5 an invalidation during a request', () => {
  it.each(['a first load', 'a refetch'])(
    'C5 outlives the response that was in flight: %s',
    (when) => {
      const { store } = storeKit();
      if (when === 'a refetch') store.setResponse(getUser, '1', ann);
      const observer = collectStates(store.observe(getUser, '1'));
      if (when === 'a refetch') void store.fetch(getUser, '1');
      store.invalidate(getUser, '1');
      expect(requests.count).toBe(2);
      requests.at(0).answer(older);
      expect(observer.values.at(-1)).toBe('invalid fetching');
      requests.at(1).answer(newer);
      expect(observer.values.at(-1)).toBe('valid newer');
      expect(requests.count).toBe(2);
    },
  );

  it('C5 makes the next observer fetch if there is none yet', () => {
    const { store } = storeKit();
    void store.fetch(getUser, '1');
    store.invalidate(getUser, '1');
    requests.at(0).answer(older);
    expect(store.getState(getUser, '1')).toMatchObject({ status: 'invalid', data: undefined });
    store.observe(getUser, '1').subscribe();
    expect(requests.count).toBe(2);
  });
});

it('C6 order is a sequence number, not a time: equal milliseconds and a clock set back change nothing', () => {
  const { store, clock } = storeKit();
  void store.fetch(getUser, '1');
  void store.fetch(updateUser, '1');
  requests.at(1).answer(newer);
  clock.adjust(-3_600_000);
  requests.at(0).answer(older);
  expect(store.get(User, '1')?.name).toBe('newer');
});

describe('C11 a removal and an older list', () => {
  it('C11 leave the row removed; a list sent after the removal restores it', () => {
    const { store } = storeKit();
    store.setResponse(getUsers, [ann, bob]);
    const list = collectStates(store.observe(getUsers));
    const all = collectStates(store.observe(allUsers));
    void store.fetch(getUsers);
    void store.fetch(removeUser, '1');
    requests.at(2).answer('1');
    requests.at(1).answer([ann, bob]);
    expect(store.get(User, '1')).toBeUndefined();
    // A conflict: the list and the removal overlapped, so the store fetches the list again.
    expect(list.values.at(-1)).toBe('stale [Bob] fetching');
    expect(all.values.at(-1)).not.toContain('Ann');
    requests.last.answer([ann, bob]);
    expect(store.get(User, '1')?.name).toBe('Ann');
  });
});

it('C12 an update sent before a removal leaves no partial row', () => {
  const { store } = storeKit();
  store.set(User, ann);
  store.set(new schema.Invalidate(User), '1');
  store.set(User, '1', (user) => ({ id: user.id, name: 'by function' }));
  expect(store.get(User, '1')).toBeUndefined();
});

it('C17 fifty callers of one failing request share one error and one request; an ignored promise is no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { store } = storeKit();
  const calls = Array.from({ length: 50 }, () => store.fetch(getUser, '1'));
  for (let ignored = 0; ignored < 10; ignored++) void store.fetch(getUser, '1');
  const down = new Error('down');
  requests.last.fail(down);
  const outcomes = await Promise.allSettled(calls);
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason === down),
  ).toEqual(calls.map(() => true));
  expect(requests.count).toBe(1);
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe('C21 pages', () => {
  const getPage = new Endpoint(requests.send, { name: 'getPage', schema: { rows: [User] } });

  it('C21 the response of a page is dropped if the list was reset after the request', async () => {
    const { store } = storeKit();
    const before = store.fetch(getPage, 2);
    await store.reset();
    requests.last.answer({ rows: [ann] });
    await expect(before).rejects.toMatchObject({ code: 'SB_RESET' });
    expect(store.getState(getPage, 2)).toMatchObject({ status: 'invalid', data: undefined });
    expect(store.get(User, '1')).toBeUndefined();
  });

  it('C21 a row that two pages bring is one entity', () => {
    const { store } = storeKit();
    store.setResponse(getPage, 1, { rows: [ann, bob] });
    store.setResponse(getPage, 2, { rows: [{ ...bob, name: 'Bobby' }] });
    expect(store.getState(getPage, 1).data?.rows[1]).toBe(store.getState(getPage, 2).data?.rows[0]);
    expect(store.stats().entities).toBe(2);
  });
});

it('C22 a response that changes three lists is visible in one emission everywhere, and no subscriber sees a mix', () => {
  const { store } = storeKit();
  store.setResponse(getUsers, [ann, bob]);
  store.setResponse(getTeam, { members: [bob, ann] });
  store.setResponse(allUsers, [ann, bob]);
  const mixes: string[][] = [];
  const names = (): string[] => [
    store.getState(getUsers).data?.[0]?.name ?? '',
    store.getState(getTeam).data?.members[1]?.name ?? '',
    store.getState(allUsers).data?.[0]?.name ?? '',
  ];
  const streams: Observable<unknown>[] = [
    store.observe(getUsers).data$,
    store.observe(getTeam).data$,
    store.observe(allUsers).data$,
  ];
  const observers = streams.map((data$) => {
    data$.subscribe(() => mixes.push(names()));
    return collect(data$);
  });
  mixes.length = 0;
  store.set(User, newer);
  expect(observers.map(({ values }) => values.length)).toEqual([2, 2, 2]);
  expect(mixes).toEqual([1, 2, 3].map(() => ['newer', 'newer', 'newer']));
});

it('C23 two update functions are both applied, one after the other, also during a delivery', () => {
  const { store } = storeKit();
  store.set(User, ann);
  const add = (letter: string): void =>
    store.set(User, '1', (user) => ({ id: user.id, name: `${user.name}${letter}` }));
  let once = true;
  store.query(User, '1').subscribe((user) => {
    if (user?.name !== 'Annx' || !once) return;
    once = false;
    add('y');
    add('z');
  });
  add('x');
  expect(store.get(User, '1')?.name).toBe('Annxyz');
});

it('C24 nothing of the old session appears after a reset: reads, mutations, live values and late writes', async () => {
  const { store } = storeKit();
  const secret = { ...ann, name: 'secret' };
  store.setResponse(getUsers, [secret]);
  const calls = [
    store.fetch(getUser, '1'),
    store.fetch(updateUser, '1'),
    store.fetch(removeUser, '2'),
  ];
  const live = collectStates(store.observe(getTeam));
  requests.last.push({ members: [secret] });
  const seen = collect(store.entities$);
  seen.news();
  await store.reset();
  store.set(User, bob);
  for (const request of requests.sent.slice(0, 4)) {
    request.push(request.args[0] === '2' ? '2' : { members: [secret], ...secret });
  }
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(store.get(User, '1')).toBeUndefined();
  expect(store.get(User, '2')?.name).toBe('Bob');
  expect(live.values.at(-1)).toBe('invalid fetching');
  for (const table of seen.values.slice(1)) expect(table.get('User', '1')).toBeUndefined();
});

it('C25 when the promise of a call resolves, every read returns the new state, and subscribers have been notified', async () => {
  const { store } = storeKit();
  store.setResponse(getUsers, [ann]);
  const seen = collectStates(store.observe(getUsers));
  for (const endpoint of [getUser, updateUser]) {
    const name = `by ${endpoint.name}`;
    const fetched = store.fetch(endpoint, '1').then((user) => {
      expect(user).toBe(store.get(User, '1'));
      expect(seen.values.at(-1)).toBe(`valid [${name}]`);
      return user;
    });
    requests.last.answer({ ...ann, name });
    expect((await fetched)?.name).toBe(name);
  }
});
