import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { exposedGc } from '../../support/exposedGc.ts';
import { metaAt } from './metaAt.ts';

const meta = metaAt(1);

function edited(table: EntityTable, edit: (draft: EntityTableDraft) => void): EntityTable {
  const draft = new EntityTableDraft(table);
  edit(draft);
  return draft.commit().table;
}

function rows(table: EntityTable, values: Record<string, unknown>): EntityTable {
  return edited(table, (draft) => {
    for (const [pk, value] of Object.entries(values)) {
      draft.rows('User').write(pk, { value }, meta);
    }
  });
}

describe('TokenIndex, searched through a table', () => {
  it('frees forgotten rows, even without another search', async () => {
    const collectGarbage = exposedGc();
    let table = rows(EntityTable.empty(), { a: 'x', b: 'y', c: 'z', d: 'x' });
    expect(table.find('User', 'value', 'x')).toEqual(['a', 'd']);
    const record = new WeakRef(table.get('User', 'a')!);
    table = edited(table, (draft) => draft.forget('User', 'a'));
    await new Promise(setImmediate);
    collectGarbage();
    expect(record.deref()).toBeUndefined();
    expect(table.find('User', 'value', 'x')).toEqual(['d']);
  });

  it('finds live rows by the value of a field, in insertion order', () => {
    let table = rows(EntityTable.empty(), { a: 'x', b: 'y', c: 'x', d: 'x' });
    expect(table.find('User', 'value', 'x')).toEqual(['a', 'c', 'd']);
    table = rows(table, { a: 'y' });
    table = rows(table, { a: 'x' });
    expect(table.find('User', 'value', 'x')).toEqual(['a', 'c', 'd']);
    table = edited(table, (draft) => draft.rows('User').remove('c', meta));
    expect(table.find('User', 'value', 'x')).toEqual(['a', 'd']);
    table = rows(table, { c: 'x' });
    expect(table.find('User', 'value', 'x')).toEqual(['a', 'd', 'c']);
    expect(table.find('User', 'value', 'z')).toEqual([]);
    expect(table.find('User', 'other', 'x')).toEqual([]);
  });

  it('treats numbers and numeric strings as equal, and null as different from all strings', () => {
    const table = rows(EntityTable.empty(), { a: 1, b: '1', c: null, d: 'null', e: true, f: -0 });
    expect(table.find('User', 'value', 1)).toEqual(['a', 'b']);
    expect(table.find('User', 'value', '1')).toEqual(['a', 'b']);
    expect(table.find('User', 'value', null)).toEqual(['c']);
    expect(table.find('User', 'value', 'null')).toEqual(['d']);
    expect(table.find('User', 'value', true)).toEqual(['e']);
    expect(table.find('User', 'value', 0)).toEqual(['f']);
  });

  it('does not find objects and absent values', () => {
    const list: unknown[] = [];
    const table = rows(EntityTable.empty(), { a: undefined, b: list, c: 'undefined' });
    expect(table.find('User', 'value', undefined)).toEqual([]);
    expect(table.find('User', 'value', list)).toEqual([]);
    expect(table.find('User', 'value', 'undefined')).toEqual(['c']);
  });

  it('finds the rows of any snapshot, in any order of searches', () => {
    const first = rows(EntityTable.empty(), { a: 'x', b: 'x' });
    const second = rows(first, { a: 'y', c: 'x' });
    const branch = rows(first, { b: 'y', d: 'x' });
    for (let round = 0; round < 2; round++) {
      expect(second.find('User', 'value', 'x')).toEqual(['b', 'c']);
      expect(first.find('User', 'value', 'x')).toEqual(['a', 'b']);
      expect(branch.find('User', 'value', 'x')).toEqual(['a', 'd']);
      expect(branch.find('User', 'value', 'y')).toEqual(['b']);
      expect(second.find('User', 'value', 'y')).toEqual(['a']);
    }
  });

  it('does not mistake a meta for a record', () => {
    const table = rows(EntityTable.empty(), { a: 'x' });
    expect(table.find('User', 'seq', meta.seq)).toEqual([]);
  });

  it('works on records that are arrays', () => {
    const table = edited(EntityTable.empty(), (draft) => {
      draft.rows('List').write('1', ['a', 'b'], meta);
    });
    expect(table.find('List', '1', 'b')).toEqual(['1']);
    expect(table.find('List', 'map', 'b')).toEqual([]);
  });
});
