import { map, type Observable, take } from 'rxjs';
import { aggregateChanges, countChanges } from '../../../src/features/changes/aggregateChanges.ts';
import { asArray } from '../../../src/features/changes/materialize.ts';
import { combineState } from '../../../src/features/changes/stateStreams.ts';
import { groupChanges } from '../../../src/features/changes/groupChanges.ts';
import { joinChanges } from '../../../src/features/changes/joinChanges.ts';
import { mapChanges } from '../../../src/features/changes/eachRow.ts';
import { sumOf } from '../../../src/features/changes/aggregates.ts';
import type { ChangeSet } from '../../../src/features/changes/ChangeSet.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';

type Changes$<V> = Observable<ChangeSet<string, V>>;

const keysOnly = (text: string): string => text.replaceAll(/=[^+~-]*/g, '');
const shown = <V>(changes$: Changes$<V>) => changes$.pipe(map(showChanges));
const shownKeys = <V>(changes$: Changes$<V>) => shown(changes$).pipe(map(keysOnly));

describe('change streams', () => {
  it('send one set per batch, and none if nothing changed', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const table = tables.table<number>();
      const writes = {
        a: () => (table.set('x', 1), table.set('y', 1)),
        b: () => table.set('x', 1),
        c: () => (table.set('z', 1), table.delete('z')),
        d: () => (table.set('x', 2), table.delete('y')),
      };
      m.cold('-a-b-c-d', writes).subscribe((write) => tables.batch(write));
      m.expectObservable(shown(table.changes$)).toBe('ia-----d', {
        i: '*',
        a: '+x=1+y=1',
        d: '-y~x=2',
      });
    });
  });

  it('start with all rows for a late subscriber', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      const writes = {
        a: () => table.set('x', 1),
        b: () => table.set('y', 1),
        c: () => table.delete('x'),
      };
      m.cold('-a-b---c', writes).subscribe((write) => write());
      m.expectObservable(shownKeys(table.changes$), '-----^---!').toBe('-----i-c', {
        i: '*+x+y',
        c: '-x',
      });
    });
  });

  it('send a commit to all subscribers before a commit that one of them causes', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      table.changes$.subscribe(({ changes }) => {
        if (changes.some(({ key }) => key === 'x')) table.set('y', 1);
      });
      m.cold('-a').subscribe(() => table.set('x', 1));
      m.expectObservable(shownKeys(table.changes$)).toBe('i(ab)', { i: '*', a: '+x', b: '+y' });
    });
  });

  it('send nothing twice to a subscriber that joins during an emission', () => {
    const table = new ChangesTables().table({ x: 1 });
    const late: string[] = [];
    const joined$ = table.changes$.pipe(
      joinChanges(table.changes$, { on: () => 'x', project: (row) => row }),
    );
    table.changes$.subscribe(({ changes }) => {
      if (!changes.some(({ key }) => key === 'y')) return;
      table.set('z', 1);
      shownKeys(joined$).subscribe((text) => late.push(text));
    });
    table.changes$.subscribe();
    table.set('y', 1);
    expect(late).toEqual(['*+x+y', '+z']);
  });

  it('emit once per commit, never a mix, if inputs share a source', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const users = tables.table<string>();
      const posts = tables.table<{ readonly n: number; readonly by: string }>();
      const joined$ = posts.changes$.pipe(
        joinChanges(users.changes$, {
          on: ({ by }) => by,
          project: (post, user) => `${post.n}${user}`,
        }),
      );
      const twice$ = posts.changes$.pipe(
        mapChanges((post, id) => ({ ...post, id })),
        joinChanges(joined$, {
          on: ({ id }) => id,
          project: (post, other) => `${post.n}/${other}`,
        }),
      );
      const writes = {
        a: () => (users.set('u', 'A'), posts.set('p', { n: 7, by: 'u' })),
        b: () => posts.set('p', { n: 8, by: 'u' }),
        c: () => (posts.set('p', { n: 9, by: 'u' }), users.set('u', 'B')),
      };
      m.cold('-a-b-c', writes).subscribe((write) => tables.batch(write));
      m.expectObservable(shown(twice$)).toBe('ia-b-c', {
        i: '*',
        a: '+p="7/7A"',
        b: '~p="8/8A"',
        c: '~p="9/9B"',
      });
    });
  });

  it('emit once per commit with joins of joins in the worst order of inputs', () => {
    marbles((m) => {
      const table = new ChangesTables().table<string>();
      const joinSame = (
        left$: Changes$<string>,
        right$: Changes$<string>,
        sign = '',
      ): Changes$<string> =>
        left$.pipe(
          joinChanges(right$, { on: () => 'x', project: (left, right) => left + sign + right }),
        );
      const low$ = joinSame(table.changes$, table.changes$);
      const high$ = joinSame(joinSame(table.changes$, low$), table.changes$);
      const all$ = joinSame(high$, low$, '|');
      m.cold('-a-b', { a: 'a', b: 'b' }).subscribe((value) => table.set('x', value));
      m.expectObservable(shown(all$)).toBe('ia-b', {
        i: '*',
        a: '+x="aaaa|aa"',
        b: '~x="bbbb|bb"',
      });
    });
  });

  it('complete inside of a delivery', () => {
    marbles((m) => {
      const table = new ChangesTables().table<number>();
      m.cold('-a', { a: 1 }).subscribe((n) => table.set('x', n));
      const two$ = shownKeys(table.changes$).pipe(take(2));
      m.expectObservable(two$).toBe('i(a|)', { i: '*', a: '+x' });
    });
  });

  it('start anew with a reset, with consecutive versions', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const table = tables.table<number>();
      const writes = {
        a: () => (table.set('x', 1), table.set('y', 1)),
        r: () => table.reset({ z: 1 }),
        b: () => table.set('x', 1),
      };
      m.cold('-a-r-b', writes).subscribe((write) => tables.batch(write));
      m.expectObservable(shownKeys(table.changes$)).toBe('ia-r-b', {
        i: '*',
        a: '+x+y',
        r: '*+z',
        b: '+x',
      });
      m.expectObservable(table.changes$.pipe(countChanges())).toBe('0a-r-b', {
        0: 0,
        a: 2,
        r: 1,
        b: 2,
      });
    });
  });

  it('send groups: their start, their changes, their end', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const table = tables.table<string>();
      const log: string[] = [];
      const groups$ = table.changes$.pipe(groupChanges((group) => group));
      groups$.subscribe((set) => {
        log.push(`outer ${showGroups(set)}`);
        for (const change of set.changes) {
          if (change.type !== 'add') continue;
          const { key, changes$ } = change.value;
          changes$.pipe(map(showChanges), map(keysOnly)).subscribe({
            next: (text) => log.push(`${key} ${text}`),
            complete: () => log.push(`${key} |`),
          });
        }
      });
      const writes = {
        a: () => table.set('x', 'G'),
        b: () => table.set('y', 'G'),
        c: () => (table.set('x', 'H'), table.delete('y')),
      };
      m.cold('-a-b-c', writes).subscribe((write) => tables.batch(write));
      m.expectObservable(groups$.pipe(map(showGroups))).toBe('ia---c', {
        i: '*',
        a: '+G',
        c: '-G+H',
      });
      m.cold('------a').subscribe(() =>
        expect(log).toEqual([
          'outer *',
          'outer +G',
          'G *+x',
          'G +y',
          'outer -G+H',
          'H *+x',
          'G -y-x',
          'G |',
        ]),
      );
    });
  });

  it('send sums by group', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const table = tables.table<{ readonly of: string; readonly n: number }>();
      const writes = {
        a: () => (table.set('x', { of: 'G', n: 2 }), table.set('y', { of: 'G', n: 3 })),
        b: () => table.set('x', { of: 'H', n: 2 }),
        c: () => table.delete('y'),
      };
      m.cold('-a-b-c', writes).subscribe((write) => tables.batch(write));
      const sums$ = table.changes$.pipe(
        aggregateChanges(
          ({ of }) => of,
          sumOf(({ n }) => n),
        ),
      );
      m.expectObservable(shown(sums$)).toBe('ia-b-c', {
        i: '*',
        a: '+G=5',
        b: '~G=3+H=2',
        c: '-G',
      });
    });
  });

  it('combine without a mix of two commits, however streams are derived', () => {
    marbles((m) => {
      const tables = new ChangesTables();
      const table = tables.table<number>();
      const array$ = table.changes$.pipe(asArray());
      const count$ = table.changes$.pipe(countChanges());
      const all$ = combineState({
        count: count$,
        inner: combineState({ array: array$, count: count$ }),
        array: array$,
      });
      const seen$ = all$.pipe(
        map(({ count, inner, array }) =>
          [count, inner.count, inner.array.length, array.length].join(''),
        ),
      );
      m.cold('-a-b', { a: 'x', b: 'y' }).subscribe((key) => table.set(key, 1));
      m.expectObservable(seen$).toBe('ia-b', { i: '0000', a: '1111', b: '2222' });
    });
  });
});

function showGroups(set: ChangeSet<string, unknown>): string {
  return (
    (set.reset ? '*' : '') +
    set.changes.map(({ type, key }) => `${type === 'add' ? '+' : '-'}${key}`).join('')
  );
}
