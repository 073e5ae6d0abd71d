import fc from 'fast-check';
import { BehaviorSubject, map, retry } from 'rxjs';
import {
  ComparatorError,
  type Comparator,
  sortChanges,
} from '../../../src/features/changes/sortChanges.ts';
import type { OrderedChangeSet } from '../../../src/features/changes/OrderedChangeSet.ts';
import { ChangesMirror } from '../../support/ChangesMirror.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';
import { runs } from '../../support/runs.ts';

const rising = (a: number, b: number): number => a - b;
const falling = (a: number, b: number): number => b - a;

const numbered = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

describe('sortChanges', () => {
  it('sends the indexes at which rows are added, moved and removed', () => {
    marbles((m) => {
      const table = new ChangesTables().table({ x: 1, y: 5 });
      const writes = {
        a: () => table.set('z', 3),
        b: () => table.set('x', 4),
        c: () => table.set('x', 4.5),
        d: () => table.delete('z'),
      };
      m.cold('-a-b-c-d', writes).subscribe((write) => write());
      m.expectObservable(table.changes$.pipe(sortChanges(rising), map(showChanges))).toBe(
        'i-a-b-c-d'.replace('i-a', 'ia'),
        {
          i: '*+x=1@0+y=5@1',
          a: '+z=3@1',
          b: '~x=4@0>1',
          c: '~x=4.5@1',
          d: '-z@0',
        },
      );
    });
  });

  it('orders equal rows by their keys', () => {
    const table = new ChangesTables().table({ c: 1, a: 1, b: 1 });
    const sets = collect(table.changes$.pipe(sortChanges<string, number>(() => 0)));
    table.delete('b');
    table.set('b', 2);
    const last = sets.values.at(-1)!;
    expect([last.keyAt(0), last.keyAt(1), last.keyAt(2)]).toEqual(['a', 'b', 'c']);
    expect(last.keyAt(3)).toBeUndefined();
  });

  it.each([
    ['numbers', [3, 10, -1, 2], [-1, 2, 3, 10]],
    ['bigints', [3n, 10n, 2n], [2n, 3n, 10n]],
    ['numbers and strings', ['b', 2, 'a', 1], [1, 2, 'a', 'b']],
  ])('orders keys that are %s', (_, keys, expected) => {
    const source = collect(new ChangesTables().table<number>().changes$).values[0];
    const changes = keys.map((key) => ({ type: 'add', key, value: 0 }) as const);
    const set$ = new BehaviorSubject({ ...source, changes });
    const sorted = collect(set$.pipe(sortChanges<unknown, number>(rising))).values[0];
    expect(sorted.changes.map(({ key }) => key)).toEqual(expected);
  });

  it('finds keys without a natural order, and NaN', () => {
    const keys = [{}, 'b', Symbol('s'), 2, NaN, undefined, 'a', null, 1n, true, 1, {}, 2n];
    const adds = keys.map((key) => ({ type: 'add', key, value: 0 }) as const);
    const removes = keys.map((key) => ({ type: 'remove', key, previous: 0 }) as const);
    const set$ = new BehaviorSubject<{
      version: number;
      since: number;
      reset: boolean;
      changes: readonly ((typeof adds)[number] | (typeof removes)[number])[];
    }>({ version: 0, since: -1, reset: true, changes: adds });
    const sets = collect(set$.pipe(sortChanges<unknown, number>(rising)));
    set$.next({ version: 1, since: 0, reset: false, changes: removes });
    expect(sets.errors).toEqual([]);
    expect(sets.values[0].keys(0, 6)).toEqual([1n, 2n, 1, 2, 'a', 'b']);
    expect(sets.values[1].size).toBe(0);
  });

  it('compares no more often than a binary search and the neighbours of a removed row', () => {
    const table = new ChangesTables().table(numbered(1024));
    const compare = jest.fn(rising);
    collect(table.changes$.pipe(sortChanges(compare)));
    compare.mockClear();
    table.set('k500', 500.5);
    // Ten to find the row, ten to find its index, even if the index is the same, and one for the
    // rows that the removed one leaves side by side.
    expect(compare).toHaveBeenCalledTimes(21);
    compare.mockClear();
    table.set('k500', 100.5);
    expect(compare.mock.calls.length).toBeLessThanOrEqual(21);
    compare.mockClear();
    table.delete('k3');
    expect(compare).toHaveBeenCalledTimes(11);
  });

  it('merges many changes in and sends a reset, which is cheaper than a search for each row', () => {
    const tables = new ChangesTables();
    const table = tables.table(numbered(1000));
    const compare = jest.fn(rising);
    const sets = collect(table.changes$.pipe(sortChanges(compare)));
    compare.mockClear();
    tables.batch(() => {
      for (let n = 0; n < 100; n++) table.set(`k${n}`, 2000 - n);
    });
    tables.batch(() => {
      for (let n = 0; n < 110; n++) table.delete(`k${n * 2}`);
    });
    expect(sets.values.map(({ reset }) => reset)).toEqual([true, false, true]);
    expect(sets.values[2].toArray()).toHaveLength(890);
  });

  it('equals a new sort after commits of any size', () => {
    const write = fc.tuple(
      fc.integer({ min: 0, max: 120 }),
      fc.option(fc.integer({ min: 0, max: 40 })),
    );
    const commits = fc.array(fc.array(write, { maxLength: 90, size: 'max' }), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(commits, (history) => {
        const tables = new ChangesTables();
        const table = tables.table<number>();
        const sorted$ = table.changes$.pipe(sortChanges(rising));
        const mirror = new ChangesMirror(sorted$, () => tables.version);
        const last: OrderedChangeSet<string, number>[] = [];
        const following = sorted$.subscribe((set) => (last[0] = set));
        for (const commit of history) {
          tables.batch(() => {
            for (const [key, n] of commit) {
              if (n === null) table.delete(`k${key}`);
              else table.set(`k${key}`, n);
            }
          });
          const expected = [...table.rows].sort(([k, a], [l, b]) => a - b || (k < l ? -1 : 1));
          expect(last[0].toArray()).toEqual(expected.map(([, n]) => n));
          expect(last[0].at(0)).toBe(expected[0]?.[1]);
        }
        following.unsubscribe();
        mirror.stop();
        expect(mirror.broken).toEqual([]);
      }),
      { numRuns: runs(250) },
    );
  });

  it('fails only its own pipeline when the comparator reads something outside of the rows; retry starts anew', () => {
    const table = new ChangesTables().table({ x: 1, y: 2, z: 3 });
    let sign = 1;
    const sorted$ = table.changes$.pipe(
      sortChanges<string, number>((a, b) => sign * (a - b)),
      map(showChanges),
    );
    const sets = collect(sorted$);
    const retried = collect(sorted$.pipe(retry(1)));
    sign = -1;
    table.delete('z');
    expect(sets.errors).toEqual([new ComparatorError('z')]);
    expect(sets.errors[0]).toMatchObject({ code: 'SB_COMPARATOR', name: 'ComparatorError' });
    expect(sets.values).toHaveLength(1);
    expect(retried.values.at(-1)).toBe('*+y=2@0+x=1@1');
    expect(retried.errors).toEqual([]);
  });

  it('keeps earlier sets as they were', () => {
    const table = new ChangesTables().table({ x: 1, y: 2 });
    const { values } = collect(table.changes$.pipe(sortChanges(rising)));
    table.set('x', 3);
    table.delete('y');
    table.set('z', 0);
    expect(values.map((set) => set.slice())).toEqual([[1, 2], [2, 3], [3], [0, 3]]);
    expect(values.map(({ size }) => size)).toEqual([2, 2, 1, 2]);
    expect(values[0].toArray()).toBe(values[0].toArray());
  });

  it('never changes an array that it returned', () => {
    const table = new ChangesTables().table({ x: 1, y: 2 });
    const { values } = collect(table.changes$.pipe(sortChanges(rising)));
    const array = values[0].toArray();
    table.set('w', 0);
    table.set('x', 9);
    expect(array).toEqual([1, 2]);
    expect(Object.isFrozen(array)).toBe(true);
  });

  describe('with a stream of comparators', () => {
    it('sorts anew with each new comparator', () => {
      const table = new ChangesTables().table({ x: 1, y: 2 });
      const comparator$ = new BehaviorSubject<Comparator<number>>(rising);
      const sets = collect(table.changes$.pipe(sortChanges(comparator$), map(showChanges)));
      comparator$.next(falling);
      comparator$.next(falling);
      table.set('z', 1.5);
      expect(sets.values).toEqual(['*+x=1@0+y=2@1', '*+y=2@0+x=1@1', '+z=1.5@1']);
    });

    it('emits once if rows and comparator change in one commit', () => {
      const tables = new ChangesTables();
      const table = tables.table({ x: 1, y: 2 });
      const order = tables.table({ isFalling: 0 });
      const comparator$ = order.changes$.pipe(
        map(({ reset }) => (reset ? rising : falling) as Comparator<number>),
      );
      const sets = collect(table.changes$.pipe(sortChanges(comparator$), map(showChanges)));
      tables.batch(() => {
        order.set('isFalling', 1);
        table.set('x', 5);
        table.delete('y');
        table.set('z', 3);
      });
      expect(sets.values).toEqual(['*+x=1@0+y=2@1', '*+x=5@0+z=3@1']);
    });
  });
});
