import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import { OverlapTracker } from '../../../src/kernel/requests/OverlapTracker.ts';
import type { EntityKeySet } from '../../../src/kernel/table/EntityKeySet.ts';
import { ann, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const saveUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'saveUser',
  schema: User,
  sideEffect: true,
});
const getUser = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getUser',
  schema: User,
});

function listOf(rows: EntityKeySet): readonly string[] {
  const all: string[] = [];
  rows.forEach((key, pk) => all.push(`${key} ${pk}`));
  return all;
}

function watched() {
  const { store } = storeKit();
  const log: unknown[] = [];
  const overlaps = new OverlapTracker();
  overlaps.watcher = {
    began: ({ rows }) => log.push(['began', listOf(rows)]),
    ended: ({ rows }) => log.push(['ended', listOf(rows)]),
    conflicted: () => log.push(['conflicted']),
  };
  internalsOf(store).requests.overlaps = overlaps;
  return { log, store };
}

describe('a watcher of mutations', () => {
  it('is notified of the expected rows, and of those that the response brought', () => {
    const { log, store } = watched();
    void store.fetch(saveUser, { id: '1' });
    expect(log).toEqual([['began', ['User 1']]]);
    requests.last.answer({ ...ann, id: '2' });
    expect(log).toEqual([
      ['began', ['User 1']],
      ['ended', ['User 1', 'User 2']],
    ]);
  });

  it('is notified of a failure', () => {
    const { log, store } = watched();
    store.fetch(saveUser, { id: '1' }).catch(() => undefined);
    requests.last.fail(new Error('refused'));
    expect(log).toEqual([
      ['began', ['User 1']],
      ['ended', ['User 1']],
    ]);
  });

  it('is notified of a conflict before the read is fetched once more', () => {
    const { log, store } = watched();
    void store.fetch(saveUser, { id: '1' });
    store.observe(getUser, { id: '1' }).subscribe();
    const { count } = requests;
    requests.last.answer(ann);
    expect(log).toEqual([['began', ['User 1']]]);
    requests.at(count - 2).answer(ann);
    expect(log.slice(1)).toEqual([['ended', ['User 1']], ['conflicted']]);
    expect(requests.count).toBe(count + 1);
  });

  it('is not notified of reads', () => {
    const { log, store } = watched();
    void store.fetch(getUser, { id: '1' });
    requests.last.answer(ann);
    expect(log).toEqual([]);
  });
});
