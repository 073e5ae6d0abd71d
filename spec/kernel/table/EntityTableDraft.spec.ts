import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { inSlot, type StateSlot } from '../../../src/kernel/table/StateSlot.ts';
import { metaAt } from './metaAt.ts';

const meta = metaAt(1);

function tableWith(...pks: string[]): EntityTable {
  const draft = new EntityTableDraft(EntityTable.empty());
  for (const pk of pks) draft.rows('User').write(pk, { id: pk }, meta);
  return draft.commit().table;
}

describe('EntityTableDraft', () => {
  it('names the primary key that an entity has in place of that of a removed row', () => {
    const draft = new EntityTableDraft(tableWith('a', 'b', 'c', 'd'));
    const rows = draft.rows('User');
    rows.remove('a', meta, 'b');
    rows.remove('b', meta, 'c');
    rows.remove('d', meta);
    const named = (): unknown[] =>
      ['a', 'b', 'c', 'd', 'e'].map((pk) => draft.renamedTo('User', pk));
    expect(named()).toEqual(['c', 'c', undefined, '', undefined]);
    expect(draft.find('User', 'to', 'b')).toEqual([]);
    rows.remove('c', meta);
    expect(named()).toEqual(['', '', '', '', undefined]);
    rows.write('b', { id: 'b' }, meta);
    expect(named()).toEqual(['b', undefined, '', '', undefined]);
    expect([draft.size('User'), draft.isRemoved('User', 'a')]).toEqual([1, true]);
  });

  it('reads its own writes and does not change the table', () => {
    const table = tableWith('a', 'b');
    const draft = new EntityTableDraft(table);
    const record = { id: 'c' };
    draft.rows('User').write('c', record, meta);
    draft.rows('Post').write('1', record, meta);
    draft.rows('User').remove('a', metaAt(2));
    expect(draft.get('User', 'c')).toBe(record);
    expect(draft.get('User', 'b')).toBe(table.get('User', 'b'));
    expect(draft.isRemoved('User', 'a')).toBe(true);
    expect(draft.meta('User', 'a')?.seq).toBe(2);
    expect(draft.size('User')).toBe(2);
    expect(draft.hasRows('Post')).toBe(true);
    expect([...draft.keys()]).toEqual(['User', 'Post']);
    expect([...draft.entries('User')].map(([pk]) => pk)).toEqual(['b', 'c']);
    expect(draft.ordinal('Post', '1')).toBeGreaterThan(draft.ordinal('User', 'c'));
    expect([...table.entries('User')].map(([pk]) => pk)).toEqual(['a', 'b']);
    expect(table.hasRows('Post')).toBe(false);
  });

  it('finds its own rows, and the table finds the rows of before', () => {
    const table = tableWith('a', 'b');
    expect(table.find('User', 'id', 'a')).toEqual(['a']);
    const draft = new EntityTableDraft(table);
    draft.rows('User').write('b', { id: 'a' }, meta);
    expect(draft.find('User', 'id', 'a')).toEqual(['a', 'b']);
    draft.rows('User').write('a', { id: 'z' }, meta);
    expect(draft.find('User', 'id', 'a')).toEqual(['b']);
    expect(table.find('User', 'id', 'a')).toEqual(['a']);
    expect(draft.commit().table.find('User', 'id', 'z')).toEqual(['a']);
  });

  it('returns the table it began with if nothing was written', () => {
    const table = tableWith('a');
    expect(new EntityTableDraft(table).commit().table).toBe(table);
    const draft = new EntityTableDraft(table);
    draft.rows('User').write('a', table.get('User', 'a') ?? {}, meta);
    draft.forget('User', 'b');
    draft.forget('Post', 'b');
    const { table: next, changes } = draft.commit();
    expect(next).toBe(table);
    expect(changes.isEmpty).toBe(true);
    expect([...changes.keys()]).toEqual([]);
  });

  it('makes another snapshot without changes if only metas were refreshed', () => {
    const table = tableWith('a', 'b');
    const draft = new EntityTableDraft(table);
    draft.rows('User').write('a', table.get('User', 'a') ?? {}, metaAt(2));
    const { table: next, changes } = draft.commit();
    expect(next).not.toBe(table);
    expect(changes.isEmpty).toBe(true);
    expect(next.get('User', 'a')).toBe(table.get('User', 'a'));
    expect(next.meta('User', 'a')?.seq).toBe(2);
    expect(next.meta('User', 'b')?.seq).toBe(1);
    expect(table.meta('User', 'a')?.seq).toBe(1);
  });

  it('keeps the position of a live row that is forgotten and written in one commit', () => {
    const draft = new EntityTableDraft(tableWith('a', 'b'));
    draft.forget('User', 'a');
    draft.rows('User').write('a', { id: 'a', again: true }, meta);
    const { table, changes } = draft.commit();
    expect([...table.entries('User')].map(([pk]) => pk)).toEqual(['a', 'b']);
    expect(changes.changeCount('User')).toBe(1);
  });

  it('makes another state with the same entities if only a slot was filled', () => {
    const slot: StateSlot<number> = { initial: 0 };
    const table = tableWith('a');
    const draft = new EntityTableDraft(table);
    draft.put(slot, 1);
    const { table: next, changes } = draft.commit();
    expect([inSlot(table, slot), inSlot(next, slot)]).toEqual([0, 1]);
    expect(next.entities).toBe(table);
    expect(table.entities).toBe(table);
    expect(changes.isEmpty).toBe(true);
    const rows = new EntityTableDraft(next);
    rows.rows('User').write('b', {}, meta);
    const { table: last } = rows.commit();
    expect([last.entities === last, inSlot(last, slot)]).toEqual([true, 1]);
  });

  it('cannot be used after its commit', () => {
    const draft = new EntityTableDraft(tableWith('a'));
    const rows = draft.rows('User');
    rows.write('b', {}, meta);
    const { table } = draft.commit();
    expect(() => rows.write('c', {}, meta)).toThrow('committed');
    rows.write('b', { later: true }, meta);
    expect(table.get('User', 'b')).toEqual({});
    expect(() => draft.rows('User').write('b', {}, meta)).toThrow('committed');
    expect(() => draft.rows('User').remove('b', meta)).toThrow('committed');
    expect(() => draft.forget('User', 'b')).toThrow('committed');
    expect(() => draft.get('User', 'b')).toThrow('committed');
    expect(() => [...draft.keys()]).toThrow('committed');
    expect(() => draft.commit()).toThrow('committed');
  });
});
