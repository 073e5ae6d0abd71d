import fc from 'fast-check';
import { map, of, Subject, throwError } from 'rxjs';
import { batchChanges, MergedChanges } from '../../../src/features/changes/batchChanges.ts';
import type { ChangeSet } from '../../../src/features/changes/ChangeSet.ts';
import { ChangesMirror } from '../../support/ChangesMirror.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';
import { runs } from '../../support/runs.ts';

describe('batchChanges', () => {
  it('merges the sets of some milliseconds into one', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      const writes = {
        a: () => table.set('x', 1),
        b: () => table.set('x', 2),
        c: () => table.set('y', 1),
        d: () => table.delete('x'),
      };
      m.cold('-ab--c-d', writes).subscribe((write) => write());
      const calm$ = table.changes$.pipe(batchChanges(3), map(showChanges));
      m.expectObservable(calm$).toBe('i---a---c', { i: '*', a: '+x=2', c: '+y=1-x' });
    });
  });

  it('merges the sets before an animation frame into one', () => {
    marbles((m) => {
      m.animate('---x---x---x');
      const table = new ChangesTables().table<number>();
      const writes = { a: () => table.set('x', 1), b: () => table.set('x', 2) };
      m.cold('-ab-----b', {
        ...writes,
        b: () => table.set('x', table.rows.get('x')! + 1),
      }).subscribe((write) => write());
      const calm$ = table.changes$.pipe(batchChanges({ frame: true }), map(showChanges));
      m.expectObservable(calm$).toBe('i--a-------b', { i: '*', a: '+x=2', b: '~x=3' });
    });
  });

  it('emits when a stream emits, without changes that undo each other', () => {
    const table = new ChangesTables().table({ x: 1 });
    const now$ = new Subject<void>();
    const calm = collect(table.changes$.pipe(batchChanges(now$), map(showChanges)));
    now$.next();
    table.set('x', 2);
    table.set('y', 2);
    table.delete('y');
    table.set('x', 1);
    now$.next();
    table.reset({ z: 1 });
    table.set('z', 2);
    now$.next();
    now$.complete();
    table.set('z', 3);
    table.complete();
    expect(calm.values).toEqual(['*+x=1', '*+z=2', '~z=3']);
    expect(calm.isComplete).toBe(true);
  });

  it('starts no timer without changes', () => {
    marbles((m) => {
      const table = new ChangesTables().table({ x: 1 });
      m.expectObservable(table.changes$.pipe(batchChanges(5, m.scheduler), map(showChanges))).toBe(
        'i',
        {
          i: '*+x=1',
        },
      );
    });
  });

  it('fails when its source or its timing stream fails', () => {
    const table = new ChangesTables().table({ x: 1 });
    const failed = collect(table.changes$.pipe(batchChanges(throwError(() => new Error('no')))));
    expect(failed.errors).toEqual([new Error('no')]);
    const gap = collect(
      of<ChangeSet<string, number>[]>(
        { version: 0, since: 0, reset: true, changes: [] },
        { version: 2, since: 1, reset: false, changes: [{ type: 'add', key: 'x', value: 1 }] },
      ).pipe(batchChanges(1)),
    );
    expect(gap.errors).toEqual([expect.objectContaining({ code: 'SB_CHANGES_GAP' })]);
    expect(table.listeners).toBe(0);
  });

  it.each([-1, NaN])('throws for %d ms', (ms) => {
    expect(() => batchChanges(ms)).toThrow(expect.objectContaining({ code: 'SB_OPTION_INVALID' }));
  });

  it('leads to the same rows, whichever sets are merged', () => {
    const write = fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.option(fc.integer({ min: 0, max: 2 })),
      fc.integer({ min: 0, max: 9 }),
    );
    const commits = fc.array(fc.array(write, { minLength: 1, maxLength: 3 }), {
      minLength: 40,
      maxLength: 40,
      size: 'max',
    });
    const fires = fc.array(fc.boolean(), { minLength: 40, maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(commits, fires, (history, isNow) => {
        const tables = new ChangesTables();
        const table = tables.table<number>();
        const now$ = new Subject<void>();
        let step = 0;
        const mirror = new ChangesMirror(table.changes$.pipe(batchChanges(now$)), () => step);
        for (const [at, writes] of history.entries()) {
          step++;
          tables.batch(() => {
            for (const [key, n, reset] of writes) {
              if (reset === 0) table.reset({ b: 1 });
              else if (n === null) table.delete(key);
              else table.set(key, n);
            }
          });
          if (!isNow[at]) continue;
          now$.next();
          expect(Object.fromEntries(mirror.rows)).toEqual(Object.fromEntries(table.rows));
        }
        mirror.stop();
        expect(mirror.broken).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('MergedChanges', () => {
  it('is empty when all changes undo each other', () => {
    const merged = new MergedChanges<string, number>();
    const set = (changes: ChangeSet<string, number>['changes']) => ({
      version: 1,
      since: 0,
      reset: false,
      changes,
    });
    const nothing = { reset: false, changes: [] };
    merged.add(set([{ type: 'remove', key: 'x', previous: 1 }]));
    merged.add(set([{ type: 'add', key: 'x', value: 1 }]));
    expect(merged.take()).toEqual(nothing);
    merged.add({ ...set([]), reset: true });
    expect(merged.take()).toEqual({ reset: true, changes: [] });
    expect(merged.take()).toEqual(nothing);
  });
});
