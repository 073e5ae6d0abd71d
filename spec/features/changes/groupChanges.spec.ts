import { map } from 'rxjs';
import { asArray } from '../../../src/features/changes/materialize.ts';
import { groupChanges, type Group } from '../../../src/features/changes/groupChanges.ts';
import { joinChanges } from '../../../src/features/changes/joinChanges.ts';
import type { ChangeSet } from '../../../src/features/changes/ChangeSet.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { showChanges } from '../../support/showChanges.ts';

type Groups = ReadonlyMap<string, Group<string, string, string>>;

const setUp = (rows: Record<string, string>) => {
  const tables = new ChangesTables();
  const table = tables.table(rows);
  const outer = collect(table.changes$.pipe(groupChanges((of) => of)));
  return { tables, table, outer };
};

/** The groups that exist after the sets. */
const groupsOf = (sets: readonly ChangeSet<string, Group<string, string, string>>[]): Groups => {
  const groups = new Map<string, Group<string, string, string>>();
  for (const { reset, changes } of sets) {
    if (reset) groups.clear();
    for (const change of changes) {
      if (change.type === 'remove') groups.delete(change.key);
      else groups.set(change.key, change.value);
    }
  }
  return groups;
};

describe('groupChanges', () => {
  it('keeps the same object for a group while it has rows', () => {
    const { table, outer } = setUp({ x: 'G' });
    const group = groupsOf(outer.values).get('G')!;
    table.set('y', 'G');
    table.delete('x');
    expect(groupsOf(outer.values).get('G')).toBe(group);
    expect([group.key, group.size]).toEqual(['G', 1]);
    expect(outer.values).toHaveLength(1);
  });

  it('keeps a group whose rows are all replaced in one commit', () => {
    const { tables, table, outer } = setUp({ x: 'G' });
    const rows = collect(groupsOf(outer.values).get('G')!.changes$.pipe(map(showChanges)));
    tables.batch(() => {
      table.delete('x');
      table.set('y', 'G');
    });
    expect(outer.values).toHaveLength(1);
    expect(rows.values).toEqual(['*+x="G"', '-x+y="G"']);
    expect(rows.isComplete).toBe(false);
  });

  it('makes a new group for the key of a completed one', () => {
    const { table, outer } = setUp({ x: 'G' });
    const first = groupsOf(outer.values).get('G')!;
    const ended = collect(first.changes$.pipe(map(showChanges)));
    table.delete('x');
    table.set('x', 'G');
    expect(groupsOf(outer.values).get('G')).not.toBe(first);
    expect(ended.values).toEqual(['*+x="G"', '-x']);
    expect(ended.isComplete).toBe(true);
    const late = collect(first.changes$);
    expect([late.values.length, late.isComplete]).toEqual([1, true]);
  });

  it('never sends a group that is added and removed in one commit', () => {
    const { tables, table, outer } = setUp({ x: 'G' });
    tables.batch(() => {
      table.set('x', 'H');
      table.set('x', 'G');
    });
    expect(outer.values).toHaveLength(1);
  });

  it('sends all rows once to a subscriber of a group, whenever it subscribes', () => {
    const { table, outer } = setUp({ x: 'G' });
    const group = groupsOf(outer.values).get('G')!;
    table.set('y', 'G');
    const rows = collect(group.changes$.pipe(asArray()));
    table.set('z', 'G');
    table.set('other', 'H');
    expect(rows.values).toEqual([
      ['G', 'G'],
      ['G', 'G', 'G'],
    ]);
  });

  it('sends the rows once to a subscriber that joins while the group emits', () => {
    const { table, outer } = setUp({ x: 'G' });
    const group = groupsOf(outer.values).get('G')!;
    const late: string[] = [];
    group.changes$.subscribe(({ changes }) => {
      if (changes.some(({ key }) => key === 'y')) {
        group.changes$.pipe(map(showChanges)).subscribe((text) => late.push(text));
      }
    });
    table.set('y', 'G');
    table.set('z', 'G');
    expect(late).toEqual(['*+x="G"+y="G"', '+z="G"']);
  });

  it('completes the earlier groups on a reset', () => {
    const { table, outer } = setUp({ x: 'G' });
    const first = groupsOf(outer.values).get('G')!;
    const ended = collect(first.changes$);
    table.reset({ x: 'G' });
    expect(ended.isComplete).toBe(true);
    expect(outer.values[1].reset).toBe(true);
    expect(groupsOf(outer.values).get('G')).not.toBe(first);
  });

  it('ends its groups when its last subscriber leaves, when it fails and when it completes', () => {
    const { outer } = setUp({ x: 'G' });
    const rows = collect(groupsOf(outer.values).get('G')!.changes$);
    outer.stop();
    expect(rows.isComplete).toBe(true);

    const completing = setUp({ x: 'G' });
    const inner = collect(groupsOf(completing.outer.values).get('G')!.changes$);
    completing.table.complete();
    expect([inner.isComplete, completing.outer.isComplete]).toEqual([true, true]);

    const table = new ChangesTables().table({ x: 'G' });
    const failing = collect(
      table.changes$.pipe(
        groupChanges((of) => {
          if (of === 'bad') throw new Error('bad');
          return of;
        }),
      ),
    );
    const failed = collect(groupsOf(failing.values).get('G')!.changes$);
    table.set('y', 'bad');
    expect([failed.errors, failing.errors]).toEqual([[new Error('bad')], [new Error('bad')]]);
    expect(collect(groupsOf(failing.values).get('G')!.changes$).errors).toEqual([new Error('bad')]);
  });

  it('calls the key function once per changed row', () => {
    const table = new ChangesTables().table({ x: 'G', y: 'G' });
    const by = jest.fn((of: string) => of);
    collect(table.changes$.pipe(groupChanges(by)));
    table.set('x', 'H');
    table.delete('y');
    expect(by.mock.calls).toEqual([
      ['G', 'x'],
      ['G', 'y'],
      ['H', 'x'],
    ]);
  });

  it('combines without a mix of two commits, whatever its rows are made of', () => {
    const tables = new ChangesTables();
    const [first, second] = [tables.table({ x: 'a' }), tables.table({ x: 'a' })];
    const joined$ = second.changes$.pipe(
      joinChanges(second.changes$, { on: () => 'x', project: (own, x) => `${own}${x}` }),
    );
    const outer = collect(joined$.pipe(groupChanges(() => 'all')));
    const group$ = groupsOf(outer.values).get('all')!.changes$;
    // The group emits above the join: a stage that combines it runs later, even if another input
    // emitted first.
    const both = collect(
      first.changes$.pipe(
        joinChanges(group$, { on: () => 'x', project: (own, x) => `${own}|${x}` }),
        map(showChanges),
      ),
    );
    tables.batch(() => {
      first.set('x', 'b');
      second.set('x', 'b');
    });
    expect(both.values).toEqual(['*+x="a|aa"', '~x="b|bb"']);
  });
});
