import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { KindRows } from '../../../src/kernel/table/KindRows.ts';
import { metaAt } from './metaAt.ts';

const meta = metaAt(1);
const specialNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

function edited(table: EntityTable, edit: (draft: EntityTableDraft) => void): EntityTable {
  const draft = new EntityTableDraft(table);
  edit(draft);
  return draft.commit().table;
}

function pksOf(table: EntityTable, key: string): string[] {
  return [...table.entries(key)].map(([pk]) => pk);
}

function write(table: EntityTable, key: string, ...pks: string[]): EntityTable {
  return edited(table, (draft) => {
    for (const pk of pks) draft.rows(key).write(pk, { id: pk }, meta);
  });
}

function remove(table: EntityTable, key: string, ...pks: string[]): EntityTable {
  return edited(table, (draft) => {
    for (const pk of pks) draft.rows(key).remove(pk, meta);
  });
}

describe('EntityTable', () => {
  it('is empty at first', () => {
    const table = EntityTable.empty();
    expect(table.get('User', '1')).toBeUndefined();
    expect(table.has('User', '1')).toBe(false);
    expect(table.isRemoved('User', '1')).toBe(false);
    expect(table.meta('User', '1')).toBeUndefined();
    expect(table.ordinal('User', '1')).toBe(-1);
    expect(table.size('User')).toBe(0);
    expect(table.hasRows('User')).toBe(false);
    expect([...table.keys()]).toEqual([]);
    expect([...table.entries('User')]).toEqual([]);
    expect(table.find('User', 'id', '1')).toEqual([]);
  });

  it('returns the record and meta that were written, by reference', () => {
    const record = { id: '1' };
    const table = edited(EntityTable.empty(), (draft) =>
      draft.rows('User').write('1', record, meta),
    );
    expect(table.get('User', '1')).toBe(record);
    expect(table.meta('User', '1')).toBe(meta);
    expect(table.meta('User', 'unknown')).toBeUndefined();
    expect(table.has('User', '1')).toBe(true);
    expect(table.size('User')).toBe(1);
    expect(table.hasRows('User')).toBe(true);
    expect([...table.keys()]).toEqual(['User']);
  });

  it('lists rows in insertion order, numeric pks included', () => {
    const table = write(EntityTable.empty(), 'User', '10', '2', 'x', '1');
    expect(pksOf(table, 'User')).toEqual(['10', '2', 'x', '1']);
  });

  it('visits the same rows with forEach as with entries', () => {
    const table = remove(write(EntityTable.empty(), 'User', 'a', 'b', 'c'), 'User', 'b');
    const visited: unknown[] = [];
    table.forEach('User', (record, pk, ordinal) => visited.push([pk, record, ordinal]));
    expect(visited).toEqual(
      [...table.entries('User')].map(([pk, record]) => [pk, record, table.ordinal('User', pk)]),
    );
    expect(visited).toHaveLength(2);
  });

  it('keeps position and ordinal of an updated row', () => {
    const before = write(EntityTable.empty(), 'User', 'a', 'b');
    const after = write(before, 'User', 'a');
    expect(pksOf(after, 'User')).toEqual(['a', 'b']);
    expect(after.ordinal('User', 'a')).toBe(before.ordinal('User', 'a'));
    expect(after.get('User', 'b')).toBe(before.get('User', 'b'));
  });

  it('keeps a tombstone of a removed row', () => {
    const table = remove(write(EntityTable.empty(), 'User', 'a', 'b'), 'User', 'a', 'never');
    expect(table.get('User', 'a')).toBeUndefined();
    expect(table.isRemoved('User', 'a')).toBe(true);
    expect(table.isRemoved('User', 'never')).toBe(true);
    expect(table.isRemoved('User', 'b')).toBe(false);
    expect(table.meta('User', 'a')).toBe(meta);
    expect(table.ordinal('User', 'a')).toBe(-1);
    expect(table.size('User')).toBe(1);
    expect(pksOf(table, 'User')).toEqual(['b']);
  });

  it('knows a type that has only tombstones, but does not list it', () => {
    const table = remove(EntityTable.empty(), 'User', 'a');
    expect(table.hasRows('User')).toBe(true);
    expect([...table.keys()]).toEqual([]);
  });

  it('puts a row that was removed and is written again last', () => {
    let table = remove(write(EntityTable.empty(), 'User', 'a', 'b'), 'User', 'a');
    table = write(table, 'User', 'a');
    expect(pksOf(table, 'User')).toEqual(['b', 'a']);
    expect(table.isRemoved('User', 'a')).toBe(false);
    expect(table.ordinal('User', 'a')).toBeGreaterThan(table.ordinal('User', 'b'));
  });

  it('keeps the position of a row that is removed and written in one commit', () => {
    const table = edited(write(EntityTable.empty(), 'User', 'a', 'b'), (draft) => {
      draft.rows('User').remove('a', meta);
      draft.rows('User').write('a', { id: 'a' }, meta);
    });
    expect(pksOf(table, 'User')).toEqual(['a', 'b']);
  });

  it('compares insertion order over all types', () => {
    let table = write(EntityTable.empty(), 'Link', '1');
    table = write(table, 'Post', '1');
    table = write(table, 'Link', '2');
    const ordinals = [
      table.ordinal('Link', '1'),
      table.ordinal('Post', '1'),
      table.ordinal('Link', '2'),
    ];
    expect(ordinals).toEqual(ordinals.slice().sort((a, b) => a - b));
  });

  it('lists all known rows, live and removed, of all types', () => {
    let table = write(EntityTable.empty(), 'User', 'a', 'b');
    table = remove(write(table, 'Post', 'a'), 'Post', 'a', 'b');
    const known = [...table.known()].map(({ key, pk }) => `${key} ${pk}`);
    expect(known).toEqual(['User a', 'User b', 'Post a', 'Post b']);
  });

  it('forgets rows and types without a trace', () => {
    let table = remove(write(EntityTable.empty(), 'User', 'a', 'b'), 'User', 'b');
    table = edited(table, (draft) => {
      draft.forget('User', 'a');
      draft.forget('User', 'b');
      draft.forget('User', 'never');
      draft.forget('Never', 'a');
    });
    expect(table.hasRows('User')).toBe(false);
    expect(table.isRemoved('User', 'b')).toBe(false);
    expect(table.meta('User', 'a')).toBeUndefined();
    expect(table.hasRows('Never')).toBe(false);
  });

  it('does not change when later snapshots are written', () => {
    const first = write(EntityTable.empty(), 'User', 'a', 'b');
    const record = first.get('User', 'a');
    let table = remove(first, 'User', 'a');
    table = write(table, 'User', 'a', 'c');
    table = edited(table, (draft) => draft.forget('User', 'b'));
    expect(pksOf(first, 'User')).toEqual(['a', 'b']);
    expect(first.get('User', 'a')).toBe(record);
    expect(first.has('User', 'c')).toBe(false);
    expect(pksOf(table, 'User')).toEqual(['a', 'c']);
  });

  it('separates two branches that write in turns', () => {
    const root = write(EntityTable.empty(), 'User', 'a');
    let base = write(root, 'User', 'base1');
    let branch = write(root, 'User', 'branch1', 'both');
    base = write(base, 'User', 'both');
    branch = write(branch, 'User', 'base1');
    base = write(base, 'User', 'base2');
    expect(pksOf(base, 'User')).toEqual(['a', 'base1', 'both', 'base2']);
    expect(pksOf(branch, 'User')).toEqual(['a', 'branch1', 'both', 'base1']);
    expect(pksOf(root, 'User')).toEqual(['a']);
  });

  it('gives a row of a branch the same ordinal each time the branch is rebuilt', () => {
    const base = write(EntityTable.empty(), 'User', 'a');
    const first = write(base, 'User', 'layer');
    expect(write(base, 'User', 'layer').ordinal('User', 'layer')).toBe(
      first.ordinal('User', 'layer'),
    );
    const another = write(write(base, 'User', 'a'), 'Post', 'layer');
    expect(write(base, 'Post', 'layer').ordinal('Post', 'layer')).toBe(
      another.ordinal('Post', 'layer'),
    );
  });

  it('shows no trace of a branch that was dropped', () => {
    const base = write(EntityTable.empty(), 'User', 'a');
    write(base, 'User', 'dropped');
    let table = write(base, 'Post', '1');
    table = write(table, 'User', 'b', 'dropped');
    expect(pksOf(table, 'User')).toEqual(['a', 'b', 'dropped']);
    expect(table.ordinal('User', 'dropped')).toBeGreaterThan(table.ordinal('Post', '1'));
  });

  it('treats special names as ordinary types, pks, fields and values', () => {
    let table = EntityTable.empty();
    for (const key of specialNames) expect(table.hasRows(key)).toBe(false);
    for (const key of specialNames) table = write(table, key, ...specialNames);
    expect([...table.keys()]).toEqual(specialNames);
    for (const key of specialNames) {
      expect(pksOf(table, key)).toEqual(specialNames);
      expect(table.find(key, 'id', '__proto__')).toEqual(['__proto__']);
      for (const field of specialNames) expect(table.find(key, field, '__proto__')).toEqual([]);
      expect(table.has(key, 'prototype')).toBe(false);
    }
    const record = Object.defineProperty({}, '__proto__', { value: 'own', enumerable: true });
    table = edited(table, (draft) => draft.rows('User').write('1', record, meta));
    expect(table.find('User', '__proto__', 'own')).toEqual(['1']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  describe('compaction', () => {
    const many = Array.from({ length: 200 }, (_, i) => `r${i}`);
    const kept = many.filter((_, i) => i % 10 === 0);
    const dropped = many.filter((_, i) => i % 10 !== 0);

    it('keeps order, ordinals, tombstones and metas, and earlier snapshots', () => {
      let table = remove(write(EntityTable.empty(), 'User', ...many), 'User', 'r10');
      const before = table;
      table = edited(table, (draft) => {
        for (const pk of dropped) draft.forget('User', pk);
      });
      const live = kept.filter((pk) => pk !== 'r10');
      expect(pksOf(table, 'User')).toEqual(live);
      expect(table.isRemoved('User', 'r10')).toBe(true);
      for (const pk of live) {
        expect(table.ordinal('User', pk)).toBe(before.ordinal('User', pk));
        expect(table.get('User', pk)).toBe(before.get('User', pk));
        expect(table.meta('User', pk)).toBe(meta);
      }
      expect(before.size('User')).toBe(199);
      expect(pksOf(before, 'User')).toHaveLength(199);
      expect(pksOf(write(table, 'User', 'r1', 'r10'), 'User')).toEqual([...live, 'r1', 'r10']);
    });

    it('bounds the memory of rows that come and go', () => {
      let table = write(EntityTable.empty(), 'User', 'stays');
      for (let i = 0; i < 2000; i++) {
        table = write(table, 'User', `visitor${i}`);
        table = edited(table, (draft) => draft.forget('User', `visitor${i}`));
      }
      const leafAt = jest.spyOn(KindRows.prototype, 'leafAt');
      table.forEach('User', () => undefined);
      expect(leafAt.mock.calls.length).toBeLessThan(10);
      leafAt.mockRestore();
      expect(pksOf(table, 'User')).toEqual(['stays']);
    });
  });
});
