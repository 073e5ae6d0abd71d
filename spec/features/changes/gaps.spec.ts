import { debounceTime, filter, map, merge, retry, skip } from 'rxjs';
import { asArray } from '../../../src/features/changes/materialize.ts';
import { ChangeSetGapError } from '../../../src/features/changes/stage.ts';
import { countChanges } from '../../../src/features/changes/aggregateChanges.ts';
import { filterChanges, mapChanges } from '../../../src/features/changes/eachRow.ts';
import { joinChanges } from '../../../src/features/changes/joinChanges.ts';
import { sortChanges } from '../../../src/features/changes/sortChanges.ts';
import { windowChanges } from '../../../src/features/changes/windowChanges.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';

describe('a lost set', () => {
  it('is an error at the next set, not a wrong result', () => {
    const table = new ChangesTables().table({ x: 1 });
    const drop = filter<{ version: number }>(({ version }) => version !== 1);
    const seen = collect(table.changes$.pipe(drop as never, countChanges()));
    table.set('y', 1);
    expect(seen.errors).toEqual([]);
    table.set('z', 1);
    expect(seen.values).toEqual([1]);
    expect(seen.errors).toEqual([new ChangeSetGapError(0, 1)]);
    expect(seen.errors[0]).toMatchObject({ name: 'ChangeSetGapError', code: 'SB_CHANGES_GAP' });
  });

  it('is detected behind a stage, and by stages with several inputs', () => {
    const table = new ChangesTables().table({ x: 1 });
    const other = new ChangesTables().table({ x: 1 });
    let drops = false;
    const lossy$ = table.changes$.pipe(
      mapChanges((n) => n + 1),
      filter(() => !drops),
    );
    const joined = collect(
      other.changes$.pipe(joinChanges(lossy$, { on: () => 'x', project: (n) => n })),
    );
    const windowed = collect(
      lossy$.pipe(
        sortChanges((a, b) => a - b),
        windowChanges({ offset: 0, limit: 1 }),
      ),
    );
    drops = true;
    table.set('x', 2);
    drops = false;
    table.set('x', 3);
    expect([joined.errors, windowed.errors]).toEqual([
      [new ChangeSetGapError(0, 1)],
      [new ChangeSetGapError(0, 1)],
    ]);
    expect(other.listeners).toBe(0);
  });

  it('is detected after skip, debounceTime and merge', () => {
    marbles(({ cold, flush }) => {
      const table = new ChangesTables().table({ x: 1 });
      const skipped = collect(table.changes$.pipe(skip(1), asArray()));
      const late = collect(table.changes$.pipe(debounceTime(2), asArray()));
      const both = collect(merge(table.changes$, table.changes$).pipe(countChanges()));
      cold('--ab----c', { a: 1, b: 2, c: 3 }).subscribe((n) => table.set('y', n));
      flush();
      for (const { errors } of [skipped, late, both]) {
        expect(errors).toEqual([expect.any(ChangeSetGapError)]);
      }
    });
  });

  it('is repaired by retry', () => {
    const table = new ChangesTables().table({ x: 1 });
    let drops = false;
    const rows = collect(
      table.changes$.pipe(
        filter(() => !drops),
        filterChanges<string, number>(() => true),
        asArray(),
        retry(1),
        map((list) => list.join()),
      ),
    );
    drops = true;
    table.set('y', 2);
    drops = false;
    table.set('z', 3);
    expect(rows.values).toEqual(['1', '1,2,3']);
  });

  it('is no error if the next set is a reset', () => {
    const table = new ChangesTables().table({ x: 1 });
    let drops = false;
    const count = collect(
      table.changes$.pipe(
        filter(() => !drops),
        countChanges(),
      ),
    );
    drops = true;
    table.set('y', 2);
    drops = false;
    table.reset({ z: 1, w: 1, v: 1 });
    expect(count.values).toEqual([1, 3]);
  });
});
