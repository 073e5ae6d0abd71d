import { mergeRecords } from '../../../../src/data/schema/entity/mergeRecords.ts';

describe('mergeRecords', () => {
  it('overwrites the older members with the newer ones', () => {
    expect(mergeRecords({ id: 1, name: 'Ann', bio: 'x' }, { id: 1, name: 'Bo', age: 3 })).toEqual({
      id: 1,
      name: 'Bo',
      bio: 'x',
      age: 3,
    });
  });

  it('does not change either record', () => {
    const before = Object.freeze({ id: 1, tags: Object.freeze(['a']) });
    const after = Object.freeze({ id: 1, tags: Object.freeze(['b']) });
    expect(mergeRecords(before, after)).toEqual({ id: 1, tags: ['b'] });
    expect([before.tags, after.tags]).toEqual([['a'], ['b']]);
  });

  it('returns the older record if nothing differs, also in nested data', () => {
    const before = { id: 1, at: NaN, tags: ['a', { deep: [1] }] };
    expect(mergeRecords(before, { id: 1, at: NaN, tags: ['a', { deep: [1] }] })).toBe(before);
  });

  it('keeps a member that is undefined in the newer record', () => {
    const before = { id: 1, bio: 'x' };
    expect(mergeRecords(before, { id: 1, bio: undefined })).toBe(before);
  });

  it('clears a member that is null in the newer record', () => {
    expect(mergeRecords({ id: 1, bio: 'x' }, { bio: null })).toEqual({ id: 1, bio: null });
  });

  it('replaces nested data and keeps the reference of its unchanged parts', () => {
    const before = { geo: { a: { x: 1 }, b: { y: 1 } } };
    const merged = mergeRecords(before, { geo: { a: { x: 1 } } }) as typeof before;
    expect(merged).toEqual({ geo: { a: { x: 1 } } });
    expect(merged.geo.a).toBe(before.geo.a);
  });

  it('treats members that every object has as data', () => {
    const before = { id: 1 };
    const merged = mergeRecords(before, { constructor: 'Ferrari', toString: 't' });
    expect(Object.entries(merged)).toEqual([
      ['id', 1],
      ['constructor', 'Ferrari'],
      ['toString', 't'],
    ]);
  });
});
