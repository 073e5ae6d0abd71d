import { BehaviorSubject, map, Subject } from 'rxjs';
import { distinctChanges } from '../../../src/features/changes/aggregateChanges.ts';
import { fromRows } from '../../../src/features/changes/fromRows.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { showChanges } from '../../support/showChanges.ts';

const row = (id: string, n = 0) => ({ id, n });

describe('fromRows', () => {
  it('sends the differences between lists', () => {
    const [x, y] = [row('x'), row('y')];
    const rows$ = new BehaviorSubject<Iterable<{ id: string; n: number }>>([x, y]);
    const sets = collect(fromRows(rows$, ({ id }) => id).pipe(map(showChanges)));
    rows$.next([y, x]);
    rows$.next(new Set([y, row('z', 1)]));
    rows$.next([row('y', 2), row('z', 2)]);
    rows$.next([]);
    expect(sets.values.map((text) => text.replaceAll(/\{.*?"n":(\d)\}/g, '$1'))).toEqual([
      '*+x=0+y=0',
      '-x+z=1',
      '~y=2~z=2',
      '-y-z',
    ]);
  });

  it('starts with the first list', () => {
    const rows$ = new Subject<readonly string[]>();
    const sets = collect(fromRows(rows$, (text) => text).pipe(map(showChanges)));
    expect(sets.values).toEqual([]);
    rows$.next(['a']);
    rows$.complete();
    expect(sets.values).toEqual(['*+a="a"']);
    expect(sets.isComplete).toBe(true);
  });

  it('fails if two rows have one key', () => {
    const rows$ = new BehaviorSubject(['a']);
    const sets = collect(fromRows(rows$, (text) => text));
    rows$.next(['b', 'b']);
    expect(sets.errors).toEqual([expect.objectContaining({ code: 'SB_ROWS_KEY' })]);
    expect(sets.values).toHaveLength(1);
  });

  it('sends a list that a subscriber emits during a set after that set', () => {
    const rows$ = new BehaviorSubject<readonly string[]>([]);
    const log: string[] = [];
    fromRows(rows$, (text) => text)
      .pipe(map(showChanges))
      .subscribe((text) => {
        if (text === '+a="a"') rows$.next(['a', 'b']);
        log.push(text);
      });
    rows$.next(['a']);
    expect(log).toEqual(['*', '+a="a"', '+b="b"']);
  });
});

describe('distinctChanges', () => {
  it('adds a value with its first row and removes it with its last', () => {
    const tables = new ChangesTables();
    const table = tables.table({ x: 'a', y: 'a' });
    const sets = collect(
      table.changes$.pipe(
        distinctChanges((tag) => tag),
        map(showChanges),
      ),
    );
    table.set('z', 'b');
    table.delete('x');
    tables.batch(() => {
      table.set('y', 'b');
      table.set('z', 'a');
    });
    table.set('z', 'c');
    table.reset({ x: 'c' });
    expect(sets.values).toEqual(['*+a="a"', '+b="b"', '-a+c="c"', '*+c="c"']);
  });

  it('fails only its own pipeline if the projection reads something outside of the row', () => {
    const table = new ChangesTables().table({ x: 'a' });
    let suffix = '';
    const sets = collect(table.changes$.pipe(distinctChanges((tag) => tag + suffix)));
    suffix = '!';
    table.set('x', 'b');
    expect(sets.errors).toEqual([expect.objectContaining({ code: 'SB_PROJECTION' })]);
  });
});
