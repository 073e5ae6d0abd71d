import fc from 'fast-check';
import { of } from 'rxjs';
import { asArray, asMap, asRecord, watchKey } from '../../../src/features/changes/materialize.ts';
import { sortChanges } from '../../../src/features/changes/sortChanges.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { runs } from '../../support/runs.ts';

const setUp = () => {
  const tables = new ChangesTables();
  return { tables, table: tables.table<unknown>({ x: 1, y: 2 }) };
};

describe('asArray', () => {
  it('emits rows in the order in which they were added; an updated row keeps its index', () => {
    const { table } = setUp();
    const arrays = collect(table.changes$.pipe(asArray()));
    table.set('z', 3);
    table.set('x', 9);
    table.delete('y');
    table.set('y', 4);
    expect(arrays.values).toEqual([
      [1, 2],
      [1, 2, 3],
      [9, 2, 3],
      [9, 3],
      [9, 3, 4],
    ]);
  });

  it('emits a new array only if a row or its index changed', () => {
    const { table } = setUp();
    const arrays = collect(table.changes$.pipe(asArray()));
    const sorted = collect(
      table.changes$.pipe(
        sortChanges((a, b) => Number(a) - Number(b)),
        asArray(),
      ),
    );
    table.reset({ x: 1, y: 2 });
    expect([arrays.values.length, sorted.values.length]).toEqual([1, 1]);
    table.reset({ y: 2, x: 1 });
    expect([arrays.values.length, sorted.values.length]).toEqual([2, 1]);
    expect(arrays.values[1]).toEqual([2, 1]);
  });

  it('freezes arrays in development, and never changes an emitted one', () => {
    const { table } = setUp();
    const { values } = collect(table.changes$.pipe(asArray()));
    table.set('z', 3);
    expect(values.map((array) => Object.isFrozen(array))).toEqual([true, true]);
    expect(values[0]).toEqual([1, 2]);
  });

  it('emits an empty array if there are no rows', () => {
    const table = new ChangesTables().table();
    expect(collect(table.changes$.pipe(asArray())).values).toEqual([[]]);
  });

  it('has the order of a Map after any adds and removes', () => {
    const write = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.option(fc.integer()));
    fc.assert(
      fc.property(fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 30 }), (commits) => {
        const tables = new ChangesTables();
        const table = tables.table<number>();
        const arrays = collect(table.changes$.pipe(asArray()));
        const held: { readonly array: readonly number[]; readonly copy: number[] }[] = [];
        for (const writes of commits) {
          // A row that is removed and added in one commit is an update, and keeps its index.
          const last = new Map(writes);
          tables.batch(() => {
            for (const [key, n] of last) {
              if (n === null) table.delete(key);
              else table.set(key, n);
            }
          });
          const array = arrays.values.at(-1)!;
          expect(array).toEqual([...table.rows.values()]);
          held.push({ array, copy: [...array] });
        }
        for (const { array, copy } of held) expect(array).toEqual(copy);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('asMap', () => {
  it('emits a new map for each commit that changed a row, and never changes earlier ones', () => {
    const { tables, table } = setUp();
    const { values } = collect(table.changes$.pipe(asMap()));
    tables.batch(() => {
      table.delete('x');
      table.set('z', undefined);
    });
    table.set('x', 3);
    expect(values.map((map) => [...map])).toEqual([
      [
        ['x', 1],
        ['y', 2],
      ],
      [
        ['y', 2],
        ['z', undefined],
      ],
      [
        ['y', 2],
        ['z', undefined],
        ['x', 3],
      ],
    ]);
    expect(values.map(({ size }) => size)).toEqual([2, 2, 3]);
    const [, second] = values;
    expect([second.has('z'), second.get('z'), second.has('x'), second.get('x')]).toEqual([
      true,
      undefined,
      false,
      undefined,
    ]);
    expect([[...second.keys()], [...second.values()]]).toEqual([
      ['y', 'z'],
      [2, undefined],
    ]);
    const visited: unknown[] = [];
    second.forEach((value, key, map) => visited.push([value, key, map === second]));
    expect(visited).toEqual([
      [2, 'y', true],
      [undefined, 'z', true],
    ]);
  });

  it('keeps the map after a reset to the same rows', () => {
    const { table } = setUp();
    const maps = collect(table.changes$.pipe(asMap()));
    table.reset({ x: 1, y: 2 });
    expect(maps.values).toHaveLength(1);
    table.reset({ x: 1, y: 3 });
    table.reset({ x: 1, z: 3 });
    table.reset({});
    expect(maps.values.map(({ size }) => size)).toEqual([2, 2, 2, 0]);
  });

  it('accepts any keys', () => {
    const keys = [1, '2', undefined, null, NaN, {}];
    const adds = keys.map((key, value) => ({ type: 'add', key, value }) as const);
    const set$ = of({ version: 0, since: 0, reset: true, changes: adds });
    const [odd] = collect(set$.pipe(asMap<unknown, number>())).values;
    expect(keys.map((key) => odd.get(key))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('asRecord', () => {
  it('emits objects without a prototype that never change', () => {
    const table = new ChangesTables().table<number>();
    const { values } = collect(table.changes$.pipe(asRecord()));
    table.set('__proto__', 1);
    table.set('x', 2);
    expect(values.map((record) => Object.entries(record))).toEqual([
      [],
      [['__proto__', 1]],
      [
        ['__proto__', 1],
        ['x', 2],
      ],
    ]);
    expect(Object.getPrototypeOf(values[2])).toBeNull();
    expect(Object.isFrozen(values[2])).toBe(true);
    expect('toString' in values[2]).toBe(false);
  });
});

describe('watchKey', () => {
  it('emits the row of its key, and nothing when others change', () => {
    const { table } = setUp();
    const row = collect(table.changes$.pipe(watchKey('x')));
    table.set('y', 5);
    table.set('x', 3);
    table.delete('x');
    table.delete('y');
    table.reset({ x: 4 });
    table.reset({ x: 4, y: 1 });
    table.reset({});
    expect(row.values).toStrictEqual([1, 3, undefined, 4, undefined]);
  });

  it('emits undefined at once if there is no row', () => {
    const { table } = setUp();
    expect(collect(table.changes$.pipe(watchKey('none'))).values).toStrictEqual([undefined]);
  });
});
