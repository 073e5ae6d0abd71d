import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { collect } from '../../support/collect.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { collectStates } from '../../support/storeKit.ts';
import { flush, inspectedStore } from './support.ts';

describe('inspector.show', () => {
  it('shows the data of a snapshot to all observers, then the present', () => {
    const { getUser, inspector, recording, requests, store } = inspectedStore();
    const names = collect(store.select(getUser, { id: '1' }));
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.set(User, { id: '1', name: 'Anna' });
    inspector.show(recording.commits[0].snapshot);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
    inspector.show(recording.start);
    expect(store.get(User, { id: '1' })).toBeUndefined();
    inspector.showPresent();
    const shown = names.values.map((user) => user?.name);
    expect(shown).toEqual([undefined, 'Ann', 'Anna', 'Ann', undefined, 'Anna']);
  });

  it('emits the entities of the snapshot, and changes that lead there and back', () => {
    const { inspector, recording, store } = inspectedStore();
    store.set(User, ann);
    store.set(User, bob);
    const sizes = collect(store.entities$);
    const changes: unknown[] = [];
    store.commits$.subscribe(({ actions, changes: all }) => {
      all.forEach('User', (pk, record) =>
        changes.push([actions[0].type, pk, record !== undefined]),
      );
    });
    inspector.show(recording.commits[0].snapshot);
    inspector.showPresent();
    expect(sizes.values.map((table) => table.size('User'))).toEqual([2, 1, 2]);
    expect(changes).toEqual([
      ['travel', '2', false],
      ['travel', '2', true],
    ]);
  });

  it('gives the same objects again when the present is shown', () => {
    const { getUsers, inspector, recording, requests, store } = inspectedStore();
    const { values } = collect(store.observe(getUsers));
    requests.last.answer([ann, bob]);
    const { data } = values.at(-1)!;
    store.set(User, { id: '1', name: 'Anna' });
    inspector.show(recording.commits[0].snapshot);
    expect(values.at(-1)!.data).toEqual(data);
    inspector.showPresent();
    expect((values.at(-1)!.data as readonly User[])[1]).toBe((data as readonly User[])[1]);
  });

  it('shows the status at the time of the snapshot, and sets no timer for it', () => {
    const { clock, getUser, inspector, recording, requests, store } = inspectedStore();
    const states = collectStates(store.observe(getUser, { id: '1' }));
    requests.last.answer(ann);
    clock.advance(5_000);
    states.news();
    inspector.show(recording.commits[0].snapshot);
    clock.advance(60_000);
    inspector.showPresent();
    expect(states.news()).toEqual(['valid Ann', 'stale Ann']);
  });

  it('goes on from one snapshot to another', () => {
    const { inspector, recording, store } = inspectedStore();
    const shown = collect(inspector.shown$);
    store.set(User, ann);
    store.set(User, bob);
    const [first, second] = recording.commits;
    inspector.show(first.snapshot);
    inspector.show(second.snapshot);
    inspector.showPresent();
    inspector.showPresent();
    expect(shown.values.map((snapshot) => snapshot?.version)).toEqual([undefined, 1, 2, undefined]);
  });

  it('shows the layers of a snapshot, whatever became of the mutation', () => {
    const { getUser, inspector, recording, requests, rename, store } = inspectedStore();
    const states = collect(store.observe(getUser, { id: '1' }));
    requests.last.answer(ann);
    void store.fetch(rename, { ...ann, name: 'Anna' });
    requests.last.answer({ ...ann, name: 'ANNA' });
    const predicted = recording.commits.find(({ actions }) => actions[0].type === 'optimistic')!;
    inspector.show(predicted.snapshot);
    expect(states.values.at(-1)).toMatchObject({ data: { name: 'Anna' }, optimistic: true });
    inspector.showPresent();
    expect(states.values.at(-1)).toMatchObject({ data: { name: 'ANNA' }, optimistic: false });
  });

  it('shows the data of an earlier session, and ends with a reset', async () => {
    const { inspector, recording, store } = inspectedStore();
    store.set(User, ann);
    const { snapshot } = recording.commits[0];
    await store.reset();
    expect(store.get(User, { id: '1' })).toBeUndefined();
    inspector.show(snapshot);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
    await store.reset();
    expect(store.get(User, { id: '1' })).toBeUndefined();
    expect(inspector.shown$.getValue()).toBeUndefined();
  });
});

describe('while a snapshot is shown', () => {
  it('fetches nothing for observers that lack data, until the present is shown', () => {
    const { getUser, inspector, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    inspector.show(recording.start);
    const other = collectStates(store.observe(getUser, { id: '2' }));
    store.observe(getUser, { id: '1' }).subscribe();
    expect(requests.count).toBe(1);
    inspector.showPresent();
    expect(requests.sent.map(({ args }) => args)).toEqual([[{ id: '1' }], [{ id: '2' }]]);
    requests.last.answer(bob);
    expect(other.values).toEqual(['invalid', 'invalid fetching', 'valid Bob']);
  });

  it('fetches nothing for an observer that has left', () => {
    const { getUser, inspector, recording, requests, store } = inspectedStore();
    store.set(User, ann);
    inspector.show(recording.start);
    store.observe(getUser, { id: '2' }).subscribe().unsubscribe();
    inspector.showPresent();
    expect(requests.count).toBe(0);
  });

  it('holds the responses to requests in flight, and stores them afterwards', async () => {
    const { getUser, inspector, recording, requests, store } = inspectedStore();
    const states = collectStates(store.observe(getUser, { id: '1' }));
    inspector.show(recording.start);
    const fetched = store.fetch(getUser, { id: '2' });
    requests.at(0).answer(ann);
    requests.at(1).answer(bob);
    expect(states.values).toEqual(['invalid fetching']);
    expect(recording.commits).toEqual([]);
    inspector.showPresent();
    expect(states.values).toEqual(['invalid fetching', 'valid Ann']);
    expect(await fetched).toMatchObject({ name: 'Bob' });
  });

  it('holds the responses of promises', async () => {
    const { inspector, recording, store } = inspectedStore();
    const respond = Promise.resolve(ann);
    const fetched = store.fetch(
      new Endpoint(() => respond, { name: 'promised', schema: User, lookup: true }),
    );
    inspector.show(recording.start);
    await flush();
    expect(recording.commits).toEqual([]);
    inspector.showPresent();
    expect(await fetched).toMatchObject({ name: 'Ann' });
  });

  it('holds failures, and lets no request run out of time', () => {
    const { clock, getUser, inspector, recording, requests, store } = inspectedStore({
      timeout: 500,
    });
    const states = collectStates(store.observe(getUser, { id: '1' }));
    store.observe(getUser, { id: '2' }).subscribe();
    inspector.show(recording.start);
    requests.at(0).fail(new Error('down'));
    clock.advance(5_000);
    expect(states.values).toEqual(['invalid fetching']);
    inspector.showPresent();
    expect(states.values.at(-1)).toBe('valid failed: down');
    expect(store.getState(getUser, { id: '2' }).fetching).toBe(true);
    clock.advance(500);
    expect(store.getState(getUser, { id: '2' }).error?.name).toBe('TimeoutError');
  });

  it('commits writes below what is shown', () => {
    const { inspector, recording, store } = inspectedStore();
    store.set(User, ann);
    const shown = collect(store.query(User, { id: '1' }));
    inspector.show(recording.commits[0].snapshot);
    shown.news();
    store.set(User, { id: '1', name: 'Anna' });
    store.set(User, { id: '1' }, ({ id, name }) => ({ id, name: `${name}!` }));
    expect(shown.news()).toEqual([]);
    const names = recording.commits.map(
      ({ snapshot }) => (snapshot.entities.get('User', '1') as User).name,
    );
    expect(names).toEqual(['Ann', 'Anna', 'Anna!']);
    inspector.showPresent();
    expect(shown.news()).toMatchObject([{ name: 'Anna!' }]);
  });

  it('collects nothing that the present reaches', () => {
    const { clock, getUser, inspector, recording, requests, store } = inspectedStore({
      gcTime: 1_000,
    });
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    inspector.show(recording.start);
    clock.advance(60_000);
    inspector.showPresent();
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
  });

  it('refetches expired keys when the present is shown', () => {
    const { getUser, inspector, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    inspector.show(recording.commits[0].snapshot);
    store.expireAll(getUser);
    expect(requests.count).toBe(1);
    inspector.showPresent();
    expect(requests.count).toBe(2);
  });
});

it('leaves a disposed store alone', () => {
  const { inspector, recording, store } = inspectedStore();
  store.set(User, ann);
  inspector.show(recording.start);
  const shown = collect(inspector.shown$);
  store.dispose();
  expect(shown.isComplete).toBe(true);
  expect(() => inspector.showPresent()).toThrow('[SB_DISPOSED]');
});
