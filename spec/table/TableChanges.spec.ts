import { EntityTable } from '../../src/table/EntityTable.ts';
import type { EntityTableDraft } from '../../src/table/EntityTableDraft.ts';
import type { TableChanges } from '../../src/table/TableChanges.ts';
import { stampAt } from './stampAt.ts';

const stamp = stampAt(1);
const a1 = { id: 'a', version: 1 };
const a2 = { id: 'a', version: 2 };
const b1 = { id: 'b', version: 1 };

function base(): EntityTable {
  const draft = EntityTable.empty().draft();
  draft.write('User', 'a', a1, stamp);
  draft.write('User', 'b', b1, stamp);
  draft.remove('User', 'gone', stamp);
  return draft.commit().table;
}

function changesOf(table: EntityTable, edit: (draft: EntityTableDraft) => void): TableChanges {
  const draft = table.draft();
  edit(draft);
  return draft.commit().changes;
}

function listed(changes: TableChanges, key = 'User'): unknown[] {
  const list: unknown[] = [];
  changes.forEach(key, (pk, record, previous) => list.push([pk, record, previous]));
  expect(changes.changeCount(key)).toBe(list.length);
  return list;
}

describe('TableChanges', () => {
  it('lists additions, updates and removals with the previous record', () => {
    const c1 = { id: 'c' };
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'c', c1, stamp);
      draft.remove('User', 'b', stamp);
      draft.write('User', 'a', a2, stamp);
    });
    expect(changes.isEmpty).toBe(false);
    expect([...changes.keys()]).toEqual(['User']);
    expect(listed(changes)).toEqual([
      ['b', undefined, b1],
      ['a', a2, a1],
      ['c', c1, undefined],
    ]);
    expect(listed(changes, 'Post')).toEqual([]);
    expect(changes.refreshed('Post')).toEqual([]);
  });

  it('lists the ordinal of each row, of a removed one the former ordinal', () => {
    const table = base();
    const draft = table.draft();
    draft.remove('User', 'a', stamp);
    draft.write('User', 'c', { id: 'c' }, stamp);
    const { table: next, changes } = draft.commit();
    const ordinals: unknown[] = [];
    changes.forEach('User', (pk, _record, _previous, ordinal) => ordinals.push([pk, ordinal]));
    expect(ordinals).toEqual([
      ['a', table.ordinal('User', 'a')],
      ['c', next.ordinal('User', 'c')],
    ]);
  });

  it('lists one change of a row that was written several times', () => {
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'a', { id: 'a', version: 5 }, stamp);
      draft.remove('User', 'a', stamp);
      draft.write('User', 'a', a2, stamp);
      draft.write('User', 'c', {}, stamp);
      draft.write('User', 'c', b1, stamp);
    });
    expect(listed(changes)).toEqual([
      ['a', a2, a1],
      ['c', b1, undefined],
    ]);
  });

  it('lists one change of a row that had its earlier record again in between', () => {
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'a', a2, stamp);
      draft.write('User', 'a', a1, stamp);
      draft.write('User', 'a', a2, stamp);
    });
    expect(listed(changes)).toEqual([['a', a2, a1]]);
  });

  it('omits a row that has its earlier record again', () => {
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'a', a2, stampAt(2));
      draft.write('User', 'a', a1, stampAt(3));
      draft.remove('User', 'b', stampAt(2));
      draft.write('User', 'b', b1, stamp);
    });
    expect(changes.isEmpty).toBe(true);
    expect(listed(changes)).toEqual([]);
    expect(changes.refreshed('User')).toEqual(['a']);
  });

  it('omits a row that was added and removed', () => {
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'c', {}, stamp);
      draft.remove('User', 'c', stamp);
      draft.write('User', 'd', {}, stamp);
      draft.forget('User', 'd');
    });
    expect(changes.isEmpty).toBe(true);
    expect(listed(changes)).toEqual([]);
  });

  it('omits tombstones that are made, refreshed or forgotten', () => {
    const changes = changesOf(base(), (draft) => {
      draft.remove('User', 'never', stamp);
      draft.remove('User', 'gone', stampAt(2));
      draft.remove('Post', '1', stamp);
    });
    expect(changes.isEmpty).toBe(true);
    expect(changes.refreshed('User')).toEqual([]);
    expect(changesOf(base(), (draft) => draft.forget('User', 'gone')).isEmpty).toBe(true);
  });

  it('lists a removed row that is written again as added', () => {
    const again = { id: 'gone' };
    const changes = changesOf(base(), (draft) => draft.write('User', 'gone', again, stamp));
    expect(listed(changes)).toEqual([['gone', again, undefined]]);
  });

  it('lists a forgotten live row as removed', () => {
    const changes = changesOf(base(), (draft) => draft.forget('User', 'a'));
    expect(listed(changes)).toEqual([['a', undefined, a1]]);
  });

  it('lists the rows that only got another stamp as refreshed', () => {
    const changes = changesOf(base(), (draft) => {
      draft.write('User', 'a', a1, stampAt(2));
      draft.write('User', 'b', { ...b1 }, stampAt(2));
      draft.write('User', 'c', {}, stampAt(2));
    });
    expect(changes.refreshed('User')).toEqual(['a']);
  });

  it('lists types whose rows were only refreshed', () => {
    const changes = changesOf(base(), (draft) => draft.write('User', 'a', a1, stampAt(2)));
    expect([...changes.keys()]).toEqual(['User']);
    expect(changes.isEmpty).toBe(true);
  });

  it('lists the changes of a commit that dropped or compacted the type', () => {
    const many = Array.from({ length: 100 }, (_, i) => `r${i}`);
    const draft = EntityTable.empty().draft();
    for (const pk of many) draft.write('User', pk, { pk }, stamp);
    const { table } = draft.commit();
    const some = changesOf(table, (next) => {
      for (const pk of many.slice(10)) next.forget('User', pk);
    });
    expect(listed(some)).toEqual(many.slice(10).map((pk) => [pk, undefined, { pk }]));
    const all = changesOf(table, (next) => {
      for (const pk of many) next.forget('User', pk);
    });
    expect(listed(all)).toHaveLength(100);
  });
});
