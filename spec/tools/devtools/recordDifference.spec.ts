import { recordDifference } from '../../../src/tools/devtools/timeline/recordDifference.ts';

const lines = (before: object | undefined, after: object | undefined): string[] =>
  recordDifference(before, after).map(
    ({ path, type, before: from, after: to }) =>
      `${type} ${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
  );

describe('recordDifference', () => {
  it('lists the members that differ, and no others', () => {
    expect(lines({ id: '1', name: 'Ann', old: 1 }, { id: '1', name: 'Anna', mail: 'a@b' })).toEqual(
      [
        'updated name: "Ann" → "Anna"',
        'removed old: 1 → undefined',
        'added mail: undefined → "a@b"',
      ],
    );
  });

  it('follows nested objects and lists of the same length', () => {
    const before = { address: { city: 'Ulm', zip: 1 }, lines: [{ n: 1 }, { n: 2 }] };
    const after = { address: { city: 'Bonn', zip: 1 }, lines: [{ n: 1 }, { n: 3 }] };
    expect(lines(before, after)).toEqual([
      'updated address.city: "Ulm" → "Bonn"',
      'updated lines[1].n: 2 → 3',
    ]);
  });

  it('lists the items that were inserted and removed, not those that moved up', () => {
    expect(lines({ ids: ['1', '2', '3'] }, { ids: ['0', '1', '2', '3'] })).toEqual([
      'added ids[0]: undefined → "0"',
    ]);
    expect(lines({ ids: ['1', '2', '3'] }, { ids: ['1', '3'] })).toEqual([
      'removed ids[1]: "2" → undefined',
    ]);
  });

  it('lists all members of an entity that was added or removed', () => {
    expect(lines(undefined, { id: '1' })).toEqual(['added id: undefined → "1"']);
    expect(lines({ id: '1' }, undefined)).toEqual(['removed id: "1" → undefined']);
  });

  it('compares dates, values of different types and members called __proto__ as values', () => {
    const proto: object = JSON.parse('{"__proto__":1}');
    expect(
      lines({ a: new Date(0), b: [1], c: null }, { a: new Date(1), b: { 0: 1 }, c: 0 }),
    ).toEqual([
      'updated a: "1970-01-01T00:00:00.000Z" → "1970-01-01T00:00:00.001Z"',
      'updated b: [1] → {"0":1}',
      'updated c: null → 0',
    ]);
    expect(lines({}, proto)).toEqual(['added __proto__: undefined → 1']);
  });

  it('lists at most 200 members, however large the record is', () => {
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`m${i}`, i]));
    expect(lines({}, large)).toHaveLength(200);
  });
});
