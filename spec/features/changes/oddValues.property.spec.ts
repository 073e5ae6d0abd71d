import fc from 'fast-check';
import { map, of } from 'rxjs';
import {
  aggregateChanges,
  asArray,
  asMap,
  averageChanges,
  batchChanges,
  countOf,
  distinctChanges,
  exceptChanges,
  type Group,
  groupChanges,
  intersectChanges,
  joinChanges,
  joinManyChanges,
  maxChanges,
  minChanges,
  sortChanges,
  sumChanges,
  topChanges,
  unionChanges,
  watchKey,
} from '../../../src/features/changes/index.ts';
import { fromRows } from '../../../src/features/changes/fromRows.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { exposedGc } from '../../support/exposedGc.ts';
import { runs } from '../../support/runs.ts';

interface Row {
  readonly n: unknown;
}

const odd: readonly unknown[] = [
  undefined,
  null,
  NaN,
  Infinity,
  -Infinity,
  'n/a',
  '',
  '7',
  {},
  Object.create(null),
  new Date(5),
  new Date(NaN),
  3n,
  true,
  Symbol('odd'),
];

/** Values that an arithmetic comparator can subtract. */
const subtractable = odd.filter((n) => !['bigint', 'symbol'].includes(typeof n) && Object(n) !== n);

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Writes of one key each: a value, or nothing for a removal. */
const histories = (values: readonly unknown[]) =>
  fc.array(
    fc.record({
      key: fc.constantFrom(...keys),
      row: fc.option(
        fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(...values)).map((n) => ({ n })),
      ),
    }),
    { maxLength: 40 },
  );

/** The values with which all rows are right again. */
const repairs = fc.array(fc.integer({ min: 0, max: 5 }), {
  minLength: keys.length,
  maxLength: keys.length,
});

function write(table: { set(key: string, row: Row): void; delete(key: string): void }) {
  return ({ key, row }: { readonly key: string; readonly row: Row | null }): void => {
    if (row) table.set(key, row);
    else table.delete(key);
  };
}

type Compare = (a: Row, b: Row) => number;
// The casts hold at run time: programs in JavaScript compare anything.
const minus: Compare = (a, b) => (a.n as number) - (b.n as number);
const comparators: Readonly<Record<string, readonly [Compare, isFalling: boolean]>> = {
  subtraction: [minus, false],
  'subtraction, falling': [(a, b) => minus(b, a), true],
  'two members': [(a, b) => minus(a, b) || minus(b, a), false],
  'less and more': [
    (a, b) => {
      const [x, y] = [a.n as number, b.n as number];
      return x < y ? -1 : x > y ? 1 : 0;
    },
    false,
  ],
  'less only': [(a, b) => ((a.n as number) < (b.n as number) ? -1 : 1), false],
  'more only': [(a, b) => ((a.n as number) > (b.n as number) ? -1 : 1), true],
};

describe.each(Object.entries(comparators))('a view sorted by %s', (_name, [compare, isFalling]) => {
  it('never fails, and is right again when the values are', () => {
    fc.assert(
      fc.property(histories(subtractable), repairs, (history, repair) => {
        const table = new ChangesTables().table<Row>();
        const sorted$ = table.changes$.pipe(sortChanges(compare));
        const top$ = table.changes$.pipe(topChanges(3, compare), asArray());
        const views = [collect(sorted$.pipe(asArray())), collect(top$)];
        history.forEach(write(table));
        for (const [at, n] of repair.entries()) table.set(keys[at], { n });
        table.set('a', { n: 2.5 });
        table.delete('b');
        const numbers = [...table.rows.values()].map(({ n }) => n as number);
        const expected = numbers.sort((a, b) => (isFalling ? b - a : a - b));
        const shown = [...views, collect(sorted$.pipe(asArray())), collect(top$)];
        expect(shown.flatMap(({ errors }) => errors)).toEqual([]);
        const values = shown.map((view) => view.values.at(-1)!.map(({ n }) => n));
        const top = expected.slice(0, 3);
        expect(values).toEqual([expected, top, expected, top]);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('rows that a subtraction cannot compare', () => {
  const without = fc.constantFrom(undefined, NaN, 'n/a');

  it('come last, and the others are sorted', () => {
    const history = histories([undefined, NaN, 'n/a']);
    fc.assert(
      fc.property(history, without, (steps, value) => {
        const table = new ChangesTables().table<Row>({ z: { n: value } });
        const view = collect(table.changes$.pipe(sortChanges(minus), asArray()));
        for (const step of steps) {
          write(table)(step);
          const shown = view.values.at(-1)!.map(({ n }) => n);
          const right = shown.filter((n) => typeof n === 'number' && !Number.isNaN(n)) as number[];
          expect(shown.slice(0, right.length)).toEqual(right.sort((a, b) => a - b));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('are sorted by bigints, too', () => {
    const table = new ChangesTables().table({ x: { n: 3n }, y: { n: 1n }, z: { n: 2n } });
    // The cast holds: the sign is all that counts.
    const compare = (a: { n: bigint }, b: { n: bigint }) => (a.n - b.n) as unknown as number;
    const view = collect(table.changes$.pipe(sortChanges(compare), asArray()));
    table.set('x', { n: 0n });
    expect(view.errors).toEqual([]);
    expect(view.values.map((rows) => rows.map(({ n }) => n))).toEqual([
      [1n, 2n, 3n],
      [0n, 1n, 2n],
    ]);
  });
});

describe('totals', () => {
  const numberOf = ({ n }: Row) => n as number;

  it('never fail, and are right again when the values are', () => {
    fc.assert(
      fc.property(histories(odd), repairs, (history, repair) => {
        const table = new ChangesTables().table<Row>();
        const totals = [sumChanges, averageChanges, minChanges, maxChanges].map((total) =>
          collect(table.changes$.pipe(total<string, Row>(numberOf))),
        );
        history.forEach(write(table));
        for (const [at, n] of repair.entries()) table.set(keys[at], { n });
        table.delete('b');
        const numbers = [...table.rows.values()].map(numberOf);
        const sum = numbers.reduce((all, n) => all + n, 0);
        expect(totals.flatMap(({ errors }) => errors)).toEqual([]);
        expect(totals.map(({ values }) => values.at(-1))).toEqual([
          sum,
          sum / numbers.length,
          Math.min(...numbers),
          Math.max(...numbers),
        ]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('skip what has no order, and put numbers before texts', () => {
    const table = new ChangesTables().table<Row>({ x: { n: undefined }, y: { n: null } });
    const least = collect(table.changes$.pipe(minChanges(numberOf)));
    const most = collect(table.changes$.pipe(maxChanges(numberOf)));
    for (const n of ['b', 2, 'a', 1n, 1]) table.set(`k${String(n)}${typeof n}`, { n });
    expect(least.values).toEqual([undefined, 'b', 2, 1n]);
    expect(most.values).toEqual([undefined, 'b']);
    table.delete('k1bigint');
    table.delete('kbstring');
    expect([least.values.at(-1), most.values.at(-1)]).toEqual([1, 'a']);
  });

  it('count null as 0, and a Date as its time', () => {
    const table = new ChangesTables().table<Row>({ x: { n: null }, y: { n: new Date(5) } });
    expect(collect(table.changes$.pipe(sumChanges(numberOf))).values).toEqual([5]);
  });
});

/** Keys that are equal, in each of their forms. */
const sameKeys: readonly (readonly unknown[])[] = [
  ['1', 1, 1n],
  ['-2', -2],
  [new Date(5), new Date(5)],
  [NaN, NaN],
  [undefined],
  [null],
  ['a'],
  ['NaN'],
];
const key = fc.constantFrom(...sameKeys.flat());
const nameOf = (one: unknown): number =>
  sameKeys.findIndex((forms) =>
    forms.some((form) =>
      form instanceof Date && one instanceof Date
        ? Number(form) === Number(one)
        : Object.is(form, one),
    ),
  );

describe('keys that the store finds equal', () => {
  it('are one group, one partner and one row, whatever their form', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...keys), fc.option(key, { nil: 'gone' })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (history) => {
        const table = new ChangesTables().table<{ readonly of: unknown }>();
        const by = ({ of: owner }: { readonly of: unknown }) => owner;
        const groups$ = table.changes$.pipe(groupChanges(by), asArray());
        const counts$ = table.changes$.pipe(aggregateChanges(by, countOf()));
        const batched$ = counts$.pipe(batchChanges(0), asMap());
        const views = () => [
          collect(groups$.pipe(map((groups) => groups.map(sizeOf)))),
          collect(
            counts$.pipe(
              asMap(),
              map((counts) => [...counts].map(pairOf)),
            ),
          ),
          collect(batched$.pipe(map((counts) => [...counts].map(pairOf)))),
          collect(
            counts$.pipe(
              sortChanges((a, b) => a - b),
              asArray(),
            ),
          ),
          collect(
            table.changes$.pipe(
              distinctChanges(by),
              asArray(),
              map((all) => all.map(nameOf)),
            ),
          ),
        ];
        const early = views();
        for (const [rowKey, owner] of history) {
          if (owner === 'gone') table.delete(rowKey);
          else table.set(rowKey, { of: owner });
        }
        const expected = new Map<number, number>();
        for (const { of: owner } of table.rows.values()) {
          expected.set(nameOf(owner), (expected.get(nameOf(owner)) ?? 0) + 1);
        }
        const [sorted, names] = [
          [...expected.values()].sort(rising),
          [...expected.keys()].sort(rising),
        ];
        for (const [, counted, , order, distinct] of [early, views()]) {
          expect(new Map(counted.values.at(-1) as [number, number][])).toEqual(expected);
          expect(order.values.at(-1)).toEqual(sorted);
          expect([...(distinct.values.at(-1) as number[])].sort(rising)).toEqual(names);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  const rising = (a: number, b: number): number => a - b;
  const sizeOf = ({ size }: Group<unknown, string, unknown>) => size;
  const pairOf = ([owner, count]: readonly [unknown, number]) => [nameOf(owner), count];

  it.each<[string, readonly unknown[], unknown]>([
    ['a number', ['1', '2'], 1],
    ['a bigint', ['1', '2'], 1n],
    ['a text', [1, 2], '1'],
    ['a date', [new Date(1), new Date(2)], new Date(1)],
  ])('join, combine and are watched: %s', (_name, [one, two], other) => {
    const rows$ = fromRows(
      of([
        { id: one, n: 1 },
        { id: two, n: 2 },
      ]),
      ({ id }) => id,
    );
    const others$ = fromRows(of([{ id: other, n: 10 }]), ({ id }) => id);
    const last = <T>(values: { readonly values: readonly T[] }) => values.values.at(-1);
    const numbers = asArray<unknown, { n: number }>();
    const list = (stream$: ReturnType<typeof fromRows<unknown, { id: unknown; n: number }>>) =>
      last(collect(stream$.pipe(numbers)))?.map(({ n }) => n);
    expect(list(rows$.pipe(intersectChanges(others$)))).toEqual([1]);
    expect(list(rows$.pipe(exceptChanges(others$)))).toEqual([2]);
    expect(list(rows$.pipe(unionChanges(others$)))).toEqual([1, 2]);
    expect(last(collect(rows$.pipe(watchKey(other))))?.n).toBe(1);
    expect(last(collect(rows$.pipe(asMap())))?.get(other)?.n).toBe(1);
    const joined$ = others$.pipe(
      joinChanges(rows$, { on: ({ id }) => id, project: (row, right) => [row.n, right?.n] }),
      asArray(),
    );
    expect(last(collect(joined$))).toEqual([[10, 1]]);
    const many$ = rows$.pipe(
      joinManyChanges(others$, { on: ({ id }) => id, project: (row, all) => [row.n, all.length] }),
    );
    expect(last(collect(many$.pipe(asArray())))).toEqual([
      [1, 1],
      [2, 0],
    ]);
    // The rows of a result have the keys of its first input.
    expect(last(collect(many$))?.changes.map((change) => change.key)).toEqual([one, two]);
  });

  it('are an error of fromRows if two rows have them', () => {
    const list$ = of([{ id: 1 }, { id: '1' }]);
    const rows = collect(fromRows<unknown, { id: unknown }>(list$, ({ id }) => id));
    expect(rows.errors).toMatchObject([{ code: 'SB_ROWS_KEY' }]);
  });
});

describe('a reset', () => {
  it('empties the groups that it ends, also for late subscribers', () => {
    const table = new ChangesTables().table({ x: { of: 'G' } });
    const outer = collect(
      table.changes$.pipe(
        groupChanges((row) => row.of),
        asArray(),
      ),
    );
    const [group] = outer.values[0];
    const rows = collect(group.changes$.pipe(asArray()));
    table.reset({});
    expect(group.size).toBe(0);
    expect(rows.values.at(-1)).toEqual([]);
    expect(rows.isComplete).toBe(true);
    const late = collect(group.changes$.pipe(asArray()));
    expect([late.values, late.isComplete]).toEqual([[[]], true]);
  });
});

describe('a removed row', () => {
  it('lets its key go, if that is an object', async () => {
    const gc = exposedGc();
    const table = new ChangesTables().table<{ readonly of: object }>({ y: { of: {} } });
    const groups$ = table.changes$.pipe(aggregateChanges((row) => row.of, countOf()));
    const views = [
      collect(
        groups$.pipe(
          sortChanges((a, b) => a - b),
          map(({ size }) => size),
        ),
      ),
      collect(
        groups$.pipe(
          joinChanges(groups$, { on: () => undefined, project: (n) => n }),
          map(() => 0),
        ),
      ),
      collect(
        groups$.pipe(
          exceptChanges(),
          map(() => 0),
        ),
      ),
    ];
    const removed = (): WeakRef<object> => {
      const owner = {};
      table.set('x', { of: owner });
      table.delete('x');
      return new WeakRef(owner);
    };
    const reference = removed();
    table.set('z', { of: {} });
    await new Promise((resolve) => setImmediate(resolve));
    gc();
    expect(reference.deref()).toBeUndefined();
    for (const view of views) view.stop();
  });
});
