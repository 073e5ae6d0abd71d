import { BehaviorSubject, map, retry, Subject } from 'rxjs';
import { filterChanges, type Predicate } from '../../../src/features/changes/eachRow.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';

const isEven = (n: number): boolean => n % 2 === 0;

describe('filterChanges', () => {
  it('sends rows that enter, change inside and leave, and no others', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      m.cold('-a-b-c-d', { a: 1, b: 2, c: 4, d: 3 }).subscribe((n) => table.set('x', n));
      const even$ = table.changes$.pipe(filterChanges(isEven), map(showChanges));
      m.expectObservable(even$).toBe('i--b-c-d', { i: '*', b: '+x=2', c: '~x=4', d: '-x' });
    });
  });

  it('fails only its own pipeline when the predicate throws; retry starts anew', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      const untouched$ = table.changes$.pipe(map(showChanges));
      let throwsNext = true;
      const failing$ = table.changes$.pipe(
        filterChanges((n) => {
          if (n === 2 && throwsNext) {
            throwsNext = false;
            throw new Error('once');
          }
          return true;
        }),
        map(showChanges),
        retry(1),
      );
      m.cold('-a-b-c', { a: 1, b: 2, c: 3 }).subscribe((n) => table.set('x', n));
      const values = { i: '*', a: '+x=1', b: '~x=2', c: '~x=3', r: '*+x=2' };
      m.expectObservable(failing$).toBe('ia-r-c', values);
      m.expectObservable(untouched$).toBe('ia-b-c', values);
    });
  });

  it('calls the predicate once per changed row', () => {
    const table = new ChangesTables().table({ x: 1, y: 2, z: 3 });
    const predicate = jest.fn(isEven);
    collect(table.changes$.pipe(filterChanges(predicate)));
    expect(predicate).toHaveBeenCalledTimes(3);
    table.set('y', 4);
    expect(predicate.mock.calls.slice(3)).toEqual([[4, 'y']]);
    table.delete('x');
    expect(predicate).toHaveBeenCalledTimes(4);
  });

  it('starts anew with a reset', () => {
    const table = new ChangesTables().table({ x: 1, y: 2 });
    const even = collect(table.changes$.pipe(filterChanges(isEven), map(showChanges)));
    table.reset({ z: 4 });
    table.delete('z');
    expect(even.values).toEqual(['*+y=2', '*+z=4', '-z']);
  });

  it('completes when its source does', () => {
    const table = new ChangesTables().table({ x: 1 });
    const even = collect(table.changes$.pipe(filterChanges(isEven)));
    table.complete();
    expect(even.isComplete).toBe(true);
    expect(table.listeners).toBe(0);
  });

  describe('with a stream of predicates', () => {
    const above =
      (least: number): Predicate<string, number> =>
      (n) =>
        n > least;

    it('tests all rows again, and sends the rows added and removed as one set', () => {
      const table = new ChangesTables().table({ x: 1, y: 2, z: 3 });
      const predicate$ = new BehaviorSubject(above(1));
      const shown = collect(table.changes$.pipe(filterChanges(predicate$), map(showChanges)));
      predicate$.next((n) => n < 3);
      predicate$.next((n) => n <= 2);
      table.set('z', 0);
      expect(shown.values).toEqual(['*+y=2+z=3', '+x=1-z', '+z=0']);
    });

    it('calls each predicate once per row, also if rows change in the same commit', () => {
      const tables = new ChangesTables();
      const table = tables.table({ x: 1, y: 2 });
      const settings = tables.table({ least: 0 });
      const predicate = jest.fn(isEven);
      const predicate$ = settings.changes$.pipe(map(() => predicate.bind(undefined)));
      const shown = collect(table.changes$.pipe(filterChanges(predicate$), map(showChanges)));
      predicate.mockClear();
      tables.batch(() => {
        settings.set('least', 1);
        table.set('x', 4);
        table.delete('y');
        table.set('z', 5);
      });
      expect(predicate.mock.calls.map(([value]) => value)).toEqual([4, 5]);
      expect(shown.values).toEqual(['*+y=2', '-y+x=4']);
    });

    it('emits nothing before the first predicate, and completes with the rows', () => {
      const table = new ChangesTables().table({ x: 1 });
      const predicate$ = new Subject<Predicate<string, number>>();
      const shown = collect(table.changes$.pipe(filterChanges(predicate$), map(showChanges)));
      table.set('y', 2);
      expect(shown.values).toEqual([]);
      predicate$.next(above(0));
      predicate$.complete();
      expect(shown.values).toEqual(['*+x=1+y=2']);
      expect(shown.isComplete).toBe(false);
      table.complete();
      expect(shown.isComplete).toBe(true);
    });

    it('completes if the predicates complete without a value', () => {
      const table = new ChangesTables().table({ x: 1 });
      const predicate$ = new Subject<Predicate<string, number>>();
      const shown = collect(table.changes$.pipe(filterChanges(predicate$)));
      predicate$.complete();
      expect(shown.isComplete).toBe(true);
      expect(table.listeners).toBe(0);
    });

    it('fails only its own pipeline when a predicate throws', () => {
      const table = new ChangesTables().table({ x: 1 });
      const predicate$ = new BehaviorSubject(above(0));
      const shown = collect(table.changes$.pipe(filterChanges(predicate$), map(showChanges)));
      predicate$.next(() => {
        throw new TypeError('no');
      });
      expect(shown.values).toEqual(['*+x=1']);
      expect(shown.errors).toEqual([new TypeError('no')]);
      expect(table.listeners).toBe(0);
    });
  });
});
