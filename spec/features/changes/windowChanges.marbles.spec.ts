import fc from 'fast-check';
import { BehaviorSubject, map, of } from 'rxjs';
import {
  aggregateChanges,
  distinctChanges,
  sumChanges,
} from '../../../src/features/changes/aggregateChanges.ts';
import { asArray, asMap } from '../../../src/features/changes/materialize.ts';
import { batchChanges } from '../../../src/features/changes/batchChanges.ts';
import { countOf } from '../../../src/features/changes/aggregates.ts';
import { filterChanges, mapChanges } from '../../../src/features/changes/eachRow.ts';
import { groupChanges } from '../../../src/features/changes/groupChanges.ts';
import { joinChanges } from '../../../src/features/changes/joinChanges.ts';
import {
  orderedDifference,
  type Page,
  pageChanges,
  type Range,
  topChanges,
  windowChanges,
} from '../../../src/features/changes/windowChanges.ts';
import { OrderedRows } from '../../../src/features/changes/OrderedRows.ts';
import { sortChanges } from '../../../src/features/changes/sortChanges.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';
import { runs } from '../../support/runs.ts';

const rising = (a: number, b: number): number => a - b;

const setUp = () => {
  const tables = new ChangesTables();
  const table = tables.table({ a: 1, b: 2, c: 3, d: 4, e: 5 });
  return { tables, table, sorted$: table.changes$.pipe(sortChanges(rising)) };
};

describe('windowChanges', () => {
  it('sends the rows that enter and leave the window', () => {
    marbles((m) => {
      const { table, sorted$ } = setUp();
      const range$ = new BehaviorSubject<Range>({ offset: 1, limit: 2 });
      const steps = {
        a: () => table.delete('a'),
        b: () => table.set('d', 2.5),
        c: () => range$.next({ offset: 2, limit: 2 }),
        d: () => table.set('e', 0),
      };
      m.cold('-a-b-c-d', steps).subscribe((step) => step());
      m.expectObservable(sorted$.pipe(windowChanges(range$), map(showChanges))).toBe('ia-b-c-d', {
        i: '*+b=2@0+c=3@1',
        a: '-b@0+d=4@1',
        b: '~d=2.5@1>0',
        c: '-d@0+e=5@1',
        d: '-e@1+d=2.5@0',
      });
    });
  });

  it('sends a reset with the same rows if only the total changed', () => {
    const { table, sorted$ } = setUp();
    const windowed$ = sorted$.pipe(windowChanges({ offset: 0, limit: 2 }));
    const sets = collect(windowed$);
    const arrays = collect(windowed$.pipe(asArray()));
    table.set('z', 9);
    table.set('z', 8);
    expect(sets.values.map(({ total, offset }) => [total, offset])).toEqual([
      [5, 0],
      [6, 0],
    ]);
    expect(showChanges(sets.values[1])).toBe('*+a=1@0+b=2@1');
    expect(arrays.values).toEqual([[1, 2]]);
  });

  it('compares no rows when the range moves', () => {
    const tables = new ChangesTables();
    const rows = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]));
    const table = tables.table<number>(rows);
    const compare = jest.fn(rising);
    const range$ = new BehaviorSubject<Range>({ offset: 0, limit: 10 });
    collect(table.changes$.pipe(sortChanges(compare), windowChanges(range$)));
    compare.mockClear();
    range$.next({ offset: 500, limit: 10 });
    expect(compare).not.toHaveBeenCalled();
  });

  it.each([
    { offset: -1, limit: 1 },
    { offset: 0.5, limit: 1 },
    { offset: 0, limit: NaN },
    { offset: Infinity, limit: 1 },
  ])('fails for an invalid range: %j', (range) => {
    const windowed = collect(setUp().sorted$.pipe(windowChanges(range)));
    expect(windowed.errors).toEqual([expect.objectContaining({ code: 'SB_OPTION_INVALID' })]);
  });

  it('sends moves, which stages that ignore the order skip', () => {
    const comparator$ = new BehaviorSubject(rising);
    const { table } = setUp();
    const window$ = table.changes$.pipe(
      sortChanges(comparator$),
      windowChanges({ offset: 0, limit: 9 }),
    );
    const looked = jest.fn();
    const look =
      <R>(result: R) =>
      (): R => {
        looked();
        return result;
      };
    const moved = collect(window$);
    const others = [
      collect(window$.pipe(filterChanges(look(true)))),
      collect(window$.pipe(filterChanges(of(look(true))))),
      collect(window$.pipe(mapChanges(look(0)))),
      collect(window$.pipe(groupChanges(look(0)))),
      collect(window$.pipe(aggregateChanges(look(0), countOf()))),
      collect(window$.pipe(distinctChanges(look(0)))),
      collect(window$.pipe(sumChanges(look(0)))),
      collect(window$.pipe(batchChanges(0))),
      collect(window$.pipe(joinChanges(window$, { on: look('a'), project: look(0) }))),
      collect(window$.pipe(sortChanges(look(0)))),
      collect(window$.pipe(sortChanges(of(look(0))))),
      collect(window$.pipe(asMap())),
    ];
    looked.mockClear();
    comparator$.next((x, y) => y - x);
    // One row stays, four move.
    expect(moved.values[1].changes.map(({ type }) => type)).toEqual(Array(4).fill('update'));
    expect(moved.values[1].toArray()).toEqual([5, 4, 3, 2, 1]);
    expect(others.map(({ values }) => values.length)).toEqual(others.map(() => 1));
    expect(looked).not.toHaveBeenCalled();
  });

  it('accepts a limit of Infinity', () => {
    const { sorted$ } = setUp();
    const rows = collect(sorted$.pipe(windowChanges({ offset: 3, limit: Infinity }), asArray()));
    expect(rows.values).toEqual([[4, 5]]);
  });
});

describe('pageChanges', () => {
  it('counts pages from 1; pages after the last one are empty', () => {
    const { sorted$ } = setUp();
    const page$ = new BehaviorSubject<Page>({ page: 1, size: 2 });
    const rows = collect(sorted$.pipe(pageChanges(page$), asArray()));
    page$.next({ page: 3, size: 2 });
    page$.next({ page: 4, size: 2 });
    expect(rows.values).toEqual([[1, 2], [5], []]);
  });

  it('fails for page 0', () => {
    const { sorted$ } = setUp();
    const page = collect(sorted$.pipe(pageChanges({ page: 0, size: 2 })));
    expect(page.errors).toEqual([expect.objectContaining({ code: 'SB_OPTION_INVALID' })]);
  });
});

describe('topChanges', () => {
  it('sends the first rows in order, and the total', () => {
    const { table } = setUp();
    const sets = collect(table.changes$.pipe(topChanges(2, rising)));
    table.set('c', 0);
    expect(sets.values.map(showChanges)).toEqual(['*+a=1@0+b=2@1', '-b@1+c=0@0']);
    expect(sets.values.map(({ total }) => total)).toEqual([5, 5]);
  });
});

describe('orderedDifference', () => {
  const listOf = (keys: readonly number[], values = keys) =>
    OrderedRows.of<number, number>(keys, values);

  it('moves one row if one has moved, to either end', () => {
    const before = listOf([1, 2, 3, 4]);
    expect(orderedDifference(before, listOf([2, 3, 4, 1]))).toEqual([
      { type: 'update', key: 1, value: 1, previous: 1, from: 0, index: 3 },
    ]);
    expect(orderedDifference(before, listOf([4, 1, 2, 3]))).toEqual([
      { type: 'update', key: 4, value: 4, previous: 4, from: 3, index: 0 },
    ]);
  });

  it('treats NaN as one key, and 0 and -0 as one key', () => {
    const before = listOf([1, NaN, 0], [1, 2, 3]);
    expect(orderedDifference(before, listOf([NaN, -0, 1], [2, 3, 1]))).toEqual([
      { type: 'update', key: 1, value: 1, previous: 1, from: 0, index: 2 },
    ]);
    expect(orderedDifference(before, listOf([NaN], [5]))).toMatchObject([
      { type: 'remove', from: 2 },
      { type: 'remove', from: 0 },
      { type: 'update', key: NaN, value: 5, previous: 2, from: 0, index: 0 },
    ]);
  });

  it('leads from any list to any other', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(keys, keys, fc.integer({ min: 0, max: 3 }), (from, to, change) => {
        const after = listOf(
          to,
          to.map((key) => (key % 4 === change ? key + 100 : key)),
        );
        const list = from.map((key) => ({ key, value: key }));
        const changes = orderedDifference(listOf(from), after);
        const found: [number, number][] = [];
        for (const move of changes) {
          if (move.type !== 'add') {
            const [{ key }] = list.splice(move.from, 1);
            found.push([key, move.key]);
          }
          if (move.type !== 'remove') {
            list.splice(move.index, 0, { key: move.key, value: move.value });
          }
        }
        expect(list.map(({ key }) => key)).toEqual(after.keys());
        expect(list.map(({ value }) => value)).toEqual(after.slice());
        for (const [there, key] of found) expect(there).toBe(key);
      }),
      { numRuns: runs(2000) },
    );
  });
});
