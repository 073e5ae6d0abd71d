import { map, retry } from 'rxjs';
import { asArray } from '../../../src/features/changes/materialize.ts';
import { mapChanges } from '../../../src/features/changes/eachRow.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';
import { showChanges } from '../../support/showChanges.ts';

interface Todo {
  readonly title: string;
  readonly seen: number;
}

describe('mapChanges', () => {
  it('sends changed projections, and no equal ones', () => {
    marbles((m) => {
      const table = new ChangesTables().table<Todo>();
      const writes = {
        a: () => table.set('x', { title: 'mend', seen: 0 }),
        b: () => table.set('x', { title: 'mend', seen: 1 }),
        c: () => table.set('x', { title: 'paint', seen: 1 }),
        d: () => table.delete('x'),
      };
      m.cold('-a-b-c-d', writes).subscribe((write) => write());
      const titles$ = table.changes$.pipe(
        mapChanges(({ title }) => title),
        map(showChanges),
      );
      m.expectObservable(titles$).toBe('ia---c-d', {
        i: '*',
        a: '+x="mend"',
        c: '~x="paint"',
        d: '-x',
      });
    });
  });

  it('keeps the references of arrays made of it, and never changes earlier arrays', () => {
    const table = new ChangesTables().table<Todo>({ x: { title: 'mend', seen: 0 } });
    const arrays = collect(
      table.changes$.pipe(
        mapChanges(({ title }) => title),
        asArray(),
      ),
    );
    table.set('x', { title: 'mend', seen: 1 });
    table.set('x', { title: 'paint', seen: 1 });
    expect(arrays.values).toEqual([['mend'], ['paint']]);
  });

  it('keeps the earlier projection if `equal` returns true', () => {
    const table = new ChangesTables().table({ x: 1 });
    const sets = collect(
      table.changes$.pipe(
        mapChanges((n) => ({ isOdd: n % 2 === 1 }), { equal: (a, b) => a.isOdd === b.isOdd }),
      ),
    );
    table.set('x', 3);
    table.set('x', 4);
    expect(sets.values.map(showChanges)).toEqual(['*+x={"isOdd":true}', '~x={"isOdd":false}']);
    const [first, second] = sets.values.map(({ changes }) => changes[0]);
    expect(second).toMatchObject({ previous: 'value' in first && first.value });
    expect('previous' in second && 'value' in first && second.previous === first.value).toBe(true);
  });

  it('calls the projection once per changed row', () => {
    const table = new ChangesTables().table({ x: 1, y: 2 });
    const project = jest.fn((n: number) => n * 2);
    collect(table.changes$.pipe(mapChanges(project)));
    table.set('y', 3);
    table.delete('x');
    expect(project.mock.calls).toEqual([
      [1, 'x'],
      [2, 'y'],
      [3, 'y'],
    ]);
  });

  it('fails only its own pipeline when the projection throws; retry starts anew', () => {
    const table = new ChangesTables().table({ x: 1 });
    let isBroken = true;
    const sets = collect(
      table.changes$.pipe(
        mapChanges((n) => {
          if (n > 1 && isBroken) throw new Error('broken');
          return n;
        }),
        retry({ count: 1, delay: () => ((isBroken = false), [0]) }),
        map(showChanges),
      ),
    );
    table.set('x', 2);
    table.set('x', 3);
    expect(sets.values).toEqual(['*+x=1', '*+x=2', '~x=3']);
  });
});
