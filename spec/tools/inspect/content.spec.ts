import fc from 'fast-check';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { contentOf, snapshotOf } from '../../../src/tools/inspect/content.ts';
import { inspect } from '../../../src/tools/inspect/inspect.ts';
import type { Snapshot } from '../../../src/tools/inspect/reports.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ann, bob, cid, Post, User } from '../../support/entities.ts';

function kit() {
  const requests = new FakeRequests();
  const clock = new ManualClock();
  const store = createStore({ scheduler: clock });
  const inspector = inspect(store);
  const recording = inspector.record();
  const getUsers = new Endpoint(() => requests.send(), { name: 'getUsers', schema: new All(User) });
  const getUser = new Endpoint((p: { id: string }) => requests.send(p), {
    name: 'getUser',
    schema: User,
    lookup: true,
  });
  const saveUser = new Endpoint((p: { id: string; name: string }) => requests.send(p), {
    name: 'saveUser',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, p) => p,
  });
  return { clock, getUser, getUsers, inspector, recording, requests, saveUser, store };
}

/** Builds the start of a timeline and each of its commits from their contents. */
function rebuilt(start: Snapshot, later: readonly Snapshot[]): Snapshot[] {
  let since = start;
  let copy = snapshotOf(contentOf(start), start);
  return [
    copy,
    ...later.map((snapshot) => {
      const { at, version } = snapshot;
      copy = snapshotOf(contentOf(snapshot, since), { at, version, since: copy });
      since = snapshot;
      return copy;
    }),
  ];
}

describe('contentOf and snapshotOf', () => {
  it('make the same snapshot from its content, with rows, removals, results, lists and layers', () => {
    const { getUsers, inspector, requests, saveUser, store } = kit();
    store.observe(getUsers).subscribe();
    requests.last.answer([ann, bob, cid]);
    store.set(new Invalidate(User), { id: '2' });
    store.fetch(saveUser, { id: '1', name: 'Anna' }).catch(() => {});
    const present = inspector.present();
    const content = contentOf(present);
    expect(content.isWhole).toBe(true);
    expect(content.complete).toEqual(['User']);
    expect(content.entities.map(({ pk, record }) => [pk, record !== undefined])).toEqual([
      ['1', true],
      ['3', true],
      ['2', false],
    ]);
    expect(content.layers).toMatchObject([
      { name: 'saveUser', rows: [{ entityKey: 'User', pk: '1' }] },
    ]);
    const copy = snapshotOf(content, present);
    expect(copy).toMatchObject({ at: present.at, version: present.version });
    expect(contentOf(copy)).toEqual(content);
  });

  it('show the copy of a snapshot on the page, and the present again', () => {
    const { getUsers, inspector, requests, store } = kit();
    const shown: unknown[] = [];
    const lists: unknown[] = [];
    store.observe(getUsers).subscribe(({ data }) => shown.push(data?.map(({ name }) => name)));
    store.query(new All(User)).subscribe((data) => lists.push(data?.map(({ name }) => name)));
    requests.last.answer([ann, bob]);
    const copy = snapshotOf(contentOf(inspector.present()), inspector.present());
    store.set(User, cid);
    store.set(User, { ...ann, name: 'Anna' });
    inspector.show(copy);
    store.set(User, { ...bob, name: 'Bobby' });
    inspector.showPresent();
    expect(shown.slice(-3)).toEqual([
      ['Anna', 'Bob', 'Cid'],
      ['Ann', 'Bob'],
      ['Anna', 'Bobby', 'Cid'],
    ]);
    expect(lists.slice(-2)).toEqual([
      ['Ann', 'Bob'],
      ['Anna', 'Bobby', 'Cid'],
    ]);
  });

  it('show the copy while predictions, responses and a reset of the store wait below', async () => {
    const { getUsers, inspector, requests, saveUser, store } = kit();
    const shown: unknown[] = [];
    store.query(new All(User)).subscribe((data) => shown.push(data?.map(({ name }) => name)));
    store.observe(getUsers).subscribe();
    requests.last.answer([ann, bob]);
    const copy = snapshotOf(contentOf(inspector.present()), inspector.present());
    store.set(User, cid);
    inspector.show(copy);
    const saved = store.fetch(saveUser, { id: '1', name: 'Anna' });
    store.set(User, { ...cid, name: 'Cleo' });
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(shown.at(-1)).toEqual(['Ann', 'Bob']);
    inspector.showPresent();
    await saved;
    expect(shown.at(-1)).toEqual(['Anna', 'Bob', 'Cleo']);
    inspector.show(copy);
    await store.reset();
    expect(inspector.shown$.getValue()).toBeUndefined();
    expect(store.get(User, { id: '2' })).toBeUndefined();
  });

  it('describe a difference by what differs only', () => {
    const { getUsers, recording, requests, store } = kit();
    store.observe(getUsers).subscribe();
    requests.last.answer([ann, bob, cid]);
    store.set(User, { ...bob, name: 'Bobby' });
    const [first, second] = recording.commits;
    const difference = contentOf(second.snapshot, first.snapshot);
    expect(difference.isWhole).toBe(false);
    expect(difference.entities.map(({ pk }) => pk)).toEqual(['2']);
    expect(difference.results).toEqual([]);
  });

  it('are whole again after a reset', async () => {
    const { recording, store } = kit();
    store.set(User, ann);
    await store.reset();
    store.set(User, bob);
    const [first, reset, second] = recording.commits;
    expect(contentOf(reset.snapshot, first.snapshot)).toMatchObject({
      isWhole: true,
      entities: [],
    });
    const copies = rebuilt(
      recording.start,
      recording.commits.map(({ snapshot }) => snapshot),
    );
    expect(contentOf(copies[3]).entities).toEqual(contentOf(second.snapshot).entities);
  });

  it('copy a member called __proto__ as nothing', () => {
    const { inspector } = kit();
    const record = JSON.parse('{"id":"1","__proto__":{"isAdmin":true}}') as object;
    const content = contentOf(inspector.present());
    const entities = [{ entityKey: 'User', pk: '1', record, meta: undefined }];
    const copy = snapshotOf({ ...content, entities }, { at: 0, version: 0 });
    expect(Object.keys(copy.entities.get('User', '1')!)).toEqual(['id']);
  });

  it('rebuild every snapshot of a history from differences', () => {
    const pk = fc.constantFrom('1', '2', '3', '4');
    const step = fc.oneof(
      fc.record({ type: fc.constant('set' as const), pk, name: fc.string({ maxLength: 3 }) }),
      fc.record({ type: fc.constant('remove' as const), pk }),
      fc.record({ type: fc.constant('list' as const), pks: fc.uniqueArray(pk) }),
      fc.record({ type: fc.constant('post' as const), pk }),
      fc.record({ type: fc.constant('forget' as const) }),
      fc.record({ type: fc.constant('expire' as const) }),
      fc.record({ type: fc.constant('reset' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { clock, getUsers, inspector, recording, store } = kit();
        for (const one of steps) {
          if (one.type === 'set') store.set(User, { ...ann, id: one.pk, name: one.name });
          if (one.type === 'remove') store.set(new Invalidate(User), { id: one.pk });
          if (one.type === 'list') {
            store.setResponse(
              getUsers,
              one.pks.map((id) => ({ ...ann, id })),
            );
          }
          if (one.type === 'post') {
            store.set(Post, { id: one.pk, title: 'A', author: { ...bob, id: one.pk } });
          }
          if (one.type === 'forget') {
            clock.advance(400_000);
            store.gc();
          }
          if (one.type === 'expire') store.expireAll(getUsers);
          if (one.type === 'reset') void store.reset();
        }
        const snapshots = recording.commits.map(({ snapshot }) => snapshot);
        const copies = rebuilt(recording.start, snapshots);
        for (const [i, snapshot] of [recording.start, ...snapshots].entries()) {
          expect(contentOf(copies[i])).toEqual(contentOf(snapshot));
        }
        for (const [i, { changes, snapshot }] of recording.commits.entries()) {
          const [before, after] = [copies[i].entities, copies[i + 1].entities];
          if (contentOf(snapshot, snapshots[i - 1] ?? recording.start).isWhole) continue;
          const same = before.changesTo(after);
          expect(same.changeCount('User')).toBe(changes.changeCount('User'));
        }
        inspector.show(copies.at(-1)!);
        inspector.showPresent();
        store.dispose();
      }),
    );
  });
});
