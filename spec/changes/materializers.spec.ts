import fc from 'fast-check';
import { of } from 'rxjs';
import { asArray } from '../../src/changes/asArray.ts';
import { asMap } from '../../src/changes/asMap.ts';
import { asRecord } from '../../src/changes/asRecord.ts';
import { sortChanges } from '../../src/changes/sortChanges.ts';
import { watchKey } from '../../src/changes/watchKey.ts';
import { ChangesTables } from '../support/changesTables.ts';
import { collect } from '../support/collect.ts';

const setUp = () => {
  const tables = new ChangesTables();
  return { tables, table: tables.table<unknown>({ x: 1, y: 2 }) };
};

describe('asArray', () => {
  it('gives rows in the order in which they came; those that change keep their place', () => {
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

  it('gives another array only if a row or its place is another', () => {
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

  it('freezes in development, and never changes what it gave', () => {
    const { table } = setUp();
    const { values } = collect(table.changes$.pipe(asArray()));
    table.set('z', 3);
    expect(values.map((array) => Object.isFrozen(array))).toEqual([true, true]);
    expect(values[0]).toEqual([1, 2]);
  });

  it('gives an empty array where there are no rows', () => {
    const table = new ChangesTables().table();
    expect(collect(table.changes$.pipe(asArray())).values).toEqual([[]]);
  });

  it('equals the order of a Map, whatever comes and goes', () => {
    const write = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.option(fc.integer()));
    fc.assert(
      fc.property(fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 30 }), (commits) => {
        const tables = new ChangesTables();
        const table = tables.table<number>();
        const arrays = collect(table.changes$.pipe(asArray()));
        const held: { readonly array: readonly number[]; readonly copy: number[] }[] = [];
        for (const writes of commits) {
          // What goes and comes in one commit is an update, and keeps its place.
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
      { numRuns: 200 },
    );
  });
});

describe('asMap', () => {
  it('gives another map for each commit that changed something, and keeps earlier ones as they were', () => {
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
    const told: unknown[] = [];
    second.forEach((value, key, map) => told.push([value, key, map === second]));
    expect(told).toEqual([
      [2, 'y', true],
      [undefined, 'z', true],
    ]);
  });

  it('is the same map after a reset to the same rows', () => {
    const { table } = setUp();
    const maps = collect(table.changes$.pipe(asMap()));
    table.reset({ x: 1, y: 2 });
    expect(maps.values).toHaveLength(1);
    table.reset({ x: 1, y: 3 });
    table.reset({ x: 1, z: 3 });
    table.reset({});
    expect(maps.values.map(({ size }) => size)).toEqual([2, 2, 2, 0]);
  });

  it('takes keys of any kind', () => {
    const keys = [1, '1', undefined, null, NaN, {}];
    const adds = keys.map((key, value) => ({ type: 'add', key, value }) as const);
    const set$ = of({ version: 0, since: 0, reset: true, changes: adds });
    const [odd] = collect(set$.pipe(asMap<unknown, number>())).values;
    expect(keys.map((key) => odd.get(key))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('asRecord', () => {
  it('gives objects without a prototype that never change', () => {
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
  it('gives the row of its key, and nothing while others change', () => {
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

  it('gives undefined at once where there is none', () => {
    const { table } = setUp();
    expect(collect(table.changes$.pipe(watchKey('none'))).values).toStrictEqual([undefined]);
  });
});
