import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import type { TableChanges } from '../../../src/kernel/table/TableChanges.ts';
import { metaAt } from './metaAt.ts';

const meta = metaAt(1);
const a1 = { id: 'a', version: 1 };
const a2 = { id: 'a', version: 2 };
const b1 = { id: 'b', version: 1 };

function base(): EntityTable {
  const draft = new EntityTableDraft(EntityTable.empty());
  draft.rows('User').write('a', a1, meta);
  draft.rows('User').write('b', b1, meta);
  draft.rows('User').remove('gone', meta);
  return draft.commit().table;
}

function changesOf(table: EntityTable, edit: (draft: EntityTableDraft) => void): TableChanges {
  const draft = new EntityTableDraft(table);
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
      draft.rows('User').write('c', c1, meta);
      draft.rows('User').remove('b', meta);
      draft.rows('User').write('a', a2, meta);
    });
    expect(changes.isEmpty).toBe(false);
    expect([...changes.keys()]).toEqual(['User']);
    expect(listed(changes)).toEqual([
      ['a', a2, a1],
      ['b', undefined, b1],
      ['c', c1, undefined],
    ]);
    expect(listed(changes, 'Post')).toEqual([]);
    expect(changes.refreshed('Post')).toEqual([]);
  });

  it('lists the ordinal of each row, of a removed one the former ordinal', () => {
    const table = base();
    const draft = new EntityTableDraft(table);
    draft.rows('User').remove('a', meta);
    draft.rows('User').write('c', { id: 'c' }, meta);
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
      draft.rows('User').write('a', { id: 'a', version: 5 }, meta);
      draft.rows('User').remove('a', meta);
      draft.rows('User').write('a', a2, meta);
      draft.rows('User').write('c', {}, meta);
      draft.rows('User').write('c', b1, meta);
    });
    expect(listed(changes)).toEqual([
      ['a', a2, a1],
      ['c', b1, undefined],
    ]);
  });

  it('lists one change of a row that had its earlier record again in between', () => {
    const changes = changesOf(base(), (draft) => {
      draft.rows('User').write('a', a2, meta);
      draft.rows('User').write('a', a1, meta);
      draft.rows('User').write('a', a2, meta);
    });
    expect(listed(changes)).toEqual([['a', a2, a1]]);
  });

  it('omits a row that has its earlier record again', () => {
    const changes = changesOf(base(), (draft) => {
      draft.rows('User').write('a', a2, metaAt(2));
      draft.rows('User').write('a', a1, metaAt(3));
      draft.rows('User').remove('b', metaAt(2));
      draft.rows('User').write('b', b1, meta);
    });
    expect(changes.isEmpty).toBe(true);
    expect(listed(changes)).toEqual([]);
    expect(changes.refreshed('User')).toEqual(['a']);
  });

  it('omits a row that was added and removed', () => {
    const changes = changesOf(base(), (draft) => {
      draft.rows('User').write('c', {}, meta);
      draft.rows('User').remove('c', meta);
      draft.rows('User').write('d', {}, meta);
      draft.forget('User', 'd');
    });
    expect(changes.isEmpty).toBe(true);
    expect(listed(changes)).toEqual([]);
  });

  it('omits tombstones that are made, refreshed or forgotten', () => {
    const changes = changesOf(base(), (draft) => {
      draft.rows('User').remove('never', meta);
      draft.rows('User').remove('gone', metaAt(2));
      draft.rows('Post').remove('1', meta);
    });
    expect(changes.isEmpty).toBe(true);
    expect(changes.refreshed('User')).toEqual([]);
    expect(changesOf(base(), (draft) => draft.forget('User', 'gone')).isEmpty).toBe(true);
  });

  it('lists a removed row that is written again as added', () => {
    const again = { id: 'gone' };
    const changes = changesOf(base(), (draft) => draft.rows('User').write('gone', again, meta));
    expect(listed(changes)).toEqual([['gone', again, undefined]]);
  });

  it('lists a forgotten live row as removed', () => {
    const changes = changesOf(base(), (draft) => draft.forget('User', 'a'));
    expect(listed(changes)).toEqual([['a', undefined, a1]]);
  });

  it('lists the rows that only got another meta as refreshed', () => {
    const changes = changesOf(base(), (draft) => {
      draft.rows('User').write('a', a1, metaAt(2));
      draft.rows('User').write('b', { ...b1 }, metaAt(2));
      draft.rows('User').write('c', {}, metaAt(2));
    });
    expect(changes.refreshed('User')).toEqual(['a']);
  });

  it('lists types whose rows were only refreshed', () => {
    const changes = changesOf(base(), (draft) => draft.rows('User').write('a', a1, metaAt(2)));
    expect([...changes.keys()]).toEqual(['User']);
    expect(changes.isEmpty).toBe(true);
  });

  it('lists the changes of a commit that dropped or compacted the type', () => {
    const many = Array.from({ length: 100 }, (_, i) => `r${i}`);
    const draft = new EntityTableDraft(EntityTable.empty());
    for (const pk of many) draft.rows('User').write(pk, { pk }, meta);
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
