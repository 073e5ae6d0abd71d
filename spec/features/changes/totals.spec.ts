import fc from 'fast-check';
import { map, retry } from 'rxjs';
import {
  type Aggregate,
  averageOf,
  ExactSum,
  maxOf,
  minOf,
  ProjectionError,
} from '../../../src/features/changes/aggregates.ts';
import {
  aggregateChanges,
  averageChanges,
  countChanges,
  everyChanges,
  maxChanges,
  minChanges,
  someChanges,
  sumChanges,
} from '../../../src/features/changes/aggregateChanges.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { showChanges } from '../../support/showChanges.ts';
import { runs } from '../../support/runs.ts';

const same = <T>(value: T): T => value;

describe.each([
  ['countChanges', countChanges<string, number>(), [2, 3, 0]],
  ['sumChanges', sumChanges<string, number>(same), [3, 6, 0]],
  ['averageChanges', averageChanges<string, number>(same), [1.5, 2, undefined]],
  ['minChanges', minChanges<string, number, number>(same), [1, undefined]],
  ['maxChanges', maxChanges<string, number, number>(same), [2, 3, undefined]],
  ['someChanges', someChanges<string, number>((n) => n > 2), [false, true, false]],
  ['everyChanges', everyChanges<string, number>((n) => n < 3), [true, false, true]],
] as const)('%s', (_name, operator, expected) => {
  it('emits a value at once, then when it changes', () => {
    const tables = new ChangesTables();
    const table = tables.table({ x: 1, y: 2 });
    const totals = collect(table.changes$.pipe(operator as never));
    tables.batch(() => {
      table.set('x', 2);
      table.set('y', 1);
    });
    table.set('z', 3);
    table.reset({});
    expect(totals.values).toStrictEqual(expected);
  });
});

/** The results after a history of values; each value replaces the previous one or removes it. */
const total = (values: readonly (readonly [key: string, value: number | undefined])[]) => {
  const table = new ChangesTables().table<number>();
  const sums = collect(table.changes$.pipe(sumChanges(same)));
  const least = collect(table.changes$.pipe(minChanges(same)));
  for (const [key, value] of values) {
    if (value === undefined) table.delete(key);
    else table.set(key, value);
  }
  return { sum: sums.values.at(-1), least: least.values.at(-1) };
};

describe('sums', () => {
  it.each([
    [[0.1, 0.2, 0.3], 0.6],
    [[1e16, 1, -1e16], 1],
    [[1e100, 1, -1e100, 1e-100], 1],
    [[Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE], Number.MAX_VALUE],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Infinity],
    [[2 ** 53, 1, 2 ** -60], 2 ** 53 + 2],
    [[5e-324, 5e-324], 1e-323],
  ])('are exact, rounded once: %j', (numbers, expected) => {
    const sum = new ExactSum();
    for (const n of numbers) sum.add(n);
    expect(sum.result()).toBe(expected);
  });

  it('return to the earlier result when all added numbers are removed, whatever they were', () => {
    const numbers = fc.array(fc.double(), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, numbers, (before, passing) => {
        const sum = new ExactSum();
        for (const n of before) sum.add(n);
        const start = sum.result();
        for (const n of passing) sum.add(n);
        for (const n of passing.slice().sort((a, b) => a - b)) sum.remove(n);
        expect(sum.result()).toBe(start);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('do not depend on the order', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const shuffled = fc
      .array(finite, { maxLength: 20 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const sums = [list, other].map((numbers) => {
          const sum = new ExactSum();
          for (const n of numbers) sum.add(n);
          return sum.result();
        });
        expect(sums[0]).toBe(sums[1]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([NaN, Infinity, -Infinity])('forget %d when its row is removed', (odd) => {
    expect(
      total([
        ['x', 1],
        ['y', odd],
      ]).sum,
    ).toBe(odd);
    expect(
      total([
        ['x', 1],
        ['y', odd],
        ['y', 2],
      ]).sum,
    ).toBe(3);
  });

  it('are NaN with both infinities', () => {
    expect(
      total([
        ['x', Infinity],
        ['y', -Infinity],
      ]).sum,
    ).toBe(NaN);
  });
});

describe('minChanges and maxChanges', () => {
  it('skip NaN', () => {
    expect(
      total([
        ['x', NaN],
        ['y', 2],
        ['z', 1],
      ]).least,
    ).toBe(1);
    expect(total([['x', NaN]]).least).toBeUndefined();
    expect(
      total([
        ['x', 1],
        ['x', NaN],
        ['x', 5],
      ]).least,
    ).toBe(5);
  });

  it('accept strings and dates, and send a date only if its time changed', () => {
    const table = new ChangesTables().table({ x: new Date(5) });
    const dates = collect(table.changes$.pipe(maxChanges(same)));
    const strings = collect(table.changes$.pipe(minChanges((date) => date.toISOString())));
    table.set('x', new Date(5));
    table.set('x', new Date(6));
    table.set('y', new Date(NaN));
    expect(dates.values).toEqual([new Date(5), new Date(6)]);
    expect(strings.errors).toEqual([new RangeError('Invalid time value')]);
    expect(strings.values).toEqual([new Date(5).toISOString(), new Date(6).toISOString()]);
  });

  it('equal a recomputation', () => {
    const step = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.option(fc.integer({ min: 0, max: 5 })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const table = new ChangesTables().table<number>();
        const least = collect(table.changes$.pipe(minChanges(same)));
        const most = collect(table.changes$.pipe(maxChanges(same)));
        for (const [key, n] of steps) {
          if (n === null) table.delete(key);
          else table.set(key, n);
          const rows = [...table.rows.values()];
          expect(least.values.at(-1)).toBe(rows.length ? Math.min(...rows) : undefined);
          expect(most.values.at(-1)).toBe(rows.length ? Math.max(...rows) : undefined);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('fail only their own pipeline if the projection reads something outside of the row', () => {
    const table = new ChangesTables().table({ x: 1 });
    let offset = 0;
    const least$ = table.changes$.pipe(minChanges((n) => n + offset));
    const least = collect(least$);
    const retried = collect(least$.pipe(retry(1)));
    offset = 10;
    table.set('x', 2);
    expect(least.errors).toEqual([new ProjectionError()]);
    expect(least.errors[0]).toMatchObject({ code: 'SB_PROJECTION', name: 'ProjectionError' });
    expect(retried.values).toEqual([1, 12]);
  });
});

describe('aggregateChanges', () => {
  const row = (of: string, n: number) => ({ of, n });

  it('sends groups whose result changed, and groups added and removed', () => {
    const tables = new ChangesTables();
    const table = tables.table({ x: row('G', 1), y: row('G', 3), z: row('H', 1) });
    const sets = collect(
      table.changes$.pipe(
        aggregateChanges(
          ({ of }) => of,
          averageOf(({ n }) => n),
        ),
        map(showChanges),
      ),
    );
    tables.batch(() => {
      table.set('x', row('G', 2));
      table.set('y', row('G', 2));
    });
    table.set('y', row('K', 2));
    table.reset({ a: row('G', 5) });
    expect(sets.values).toEqual(['*+G=2+H=1', '+K=2', '*+G=5']);
  });

  it('calls the key function once per changed row, and projects each value added or removed', () => {
    const table = new ChangesTables().table({ x: row('G', 1), y: row('G', 3) });
    const by = jest.fn(({ of }: { of: string; n: number }) => of);
    const project = jest.fn(({ n }: { n: number }) => n);
    collect(table.changes$.pipe(aggregateChanges(by, maxOf(project))));
    by.mockClear();
    project.mockClear();
    table.set('x', row('G', 2));
    expect([by.mock.calls.length, project.mock.calls.length]).toEqual([1, 2]);
    table.delete('y');
    expect([by.mock.calls.length, project.mock.calls.length]).toEqual([1, 3]);
  });

  it('keeps a result that the aggregate finds equal', () => {
    const table = new ChangesTables().table({ x: row('G', 1) });
    const parity: Aggregate<{ n: number }, { isOdd: boolean }> = {
      start() {
        let sum = 0;
        return {
          add: ({ n }) => void (sum += n),
          remove: ({ n }) => void (sum -= n),
          result: () => ({ isOdd: sum % 2 === 1 }),
        };
      },
      equal: (a, b) => a.isOdd === b.isOdd,
    };
    const sets = collect(
      table.changes$.pipe(
        aggregateChanges(({ of }) => of, parity),
        map(showChanges),
      ),
    );
    table.set('x', row('G', 3));
    table.set('x', row('G', 4));
    expect(sets.values).toEqual(['*+G={"isOdd":true}', '~G={"isOdd":false}']);
  });

  it('accepts any group keys', () => {
    const table = new ChangesTables().table({ x: row('__proto__', 1) });
    const sets = collect(
      table.changes$.pipe(
        aggregateChanges(
          ({ of }) => of,
          minOf(({ n }) => n),
        ),
        map(showChanges),
      ),
    );
    expect(sets.values).toEqual(['*+__proto__=1']);
  });
});
