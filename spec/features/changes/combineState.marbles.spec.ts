import { BehaviorSubject, defer, NEVER, of, Subject, throwError } from 'rxjs';
import { asArray } from '../../../src/features/changes/materialize.ts';
import { combineState, shareState } from '../../../src/features/changes/stateStreams.ts';
import { countChanges } from '../../../src/features/changes/aggregateChanges.ts';
import { joinChanges } from '../../../src/features/changes/joinChanges.ts';
import { emittingHeight } from '../../../src/kernel/commits/delivery.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { marbles } from '../../support/marbles.ts';

describe('combineState', () => {
  it('emits once per commit, as soon as each stream has a value', () => {
    const tables = new ChangesTables();
    const [a, b] = [tables.table({ x: 1 }), tables.table<number>()];
    const late$ = new Subject<string>();
    const seen = collect(
      combineState({
        a: a.changes$.pipe(asArray()),
        b: b.changes$.pipe(countChanges()),
        late: late$,
      }),
    );
    expect(seen.values).toEqual([]);
    late$.next('L');
    tables.batch(() => {
      a.set('x', 2);
      b.set('y', 1);
    });
    expect(seen.values).toEqual([
      { a: [1], b: 0, late: 'L' },
      { a: [2], b: 1, late: 'L' },
    ]);
    expect(Object.isFrozen(seen.values[0])).toBe(true);
  });

  it('emits nothing if all values are the same as before', () => {
    const a$ = new BehaviorSubject(1);
    const seen = collect(combineState({ a: a$ }));
    a$.next(1);
    a$.next(2);
    expect(seen.values).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('has getValue if all streams have it: the same object as it emits', () => {
    const [a$, b$] = [new BehaviorSubject(1), new BehaviorSubject('b')];
    const both$ = combineState({ a: a$, b: b$ });
    const value = both$.getValue();
    expect(value).toEqual({ a: 1, b: 'b' });
    expect(both$.getValue()).toBe(value);
    const seen = collect(both$);
    expect(seen.values[0]).toBe(value);
    a$.next(2);
    expect(both$.getValue()).toBe(seen.values[1]);
    expect('getValue' in combineState({ a: a$, other: of(1) })).toBe(false);
    expect(combineState({ deep: both$ }).getValue().deep.b).toBe('b');
  });

  it('fails with the first stream that fails, and completes when all have completed', () => {
    const [a$, b$] = [new BehaviorSubject(1), new BehaviorSubject(2)];
    const ended = collect(combineState({ a: a$, b: b$ }));
    const failed = collect(combineState({ a: a$, b: b$, c: NEVER }));
    a$.complete();
    expect(ended.isComplete).toBe(false);
    b$.error(new Error('b'));
    expect([ended.errors, failed.errors]).toEqual([[new Error('b')], [new Error('b')]]);
    const over = collect(combineState({ a: of(1), b: of(2) }));
    expect([over.values, over.isComplete]).toEqual([[{ a: 1, b: 2 }], true]);
  });

  it('accepts any names', () => {
    const sources = JSON.parse('{"__proto__": 1}') as Record<string, number>;
    const streams = Object.fromEntries(Object.keys(sources).map((name) => [name, of(5)]));
    const [values] = collect(combineState(streams)).values;
    expect(Object.entries(values)).toEqual([['__proto__', 5]]);
  });

  it('settles when a subscriber changes one of its inputs', () => {
    const a$ = new BehaviorSubject(0);
    const seen: number[] = [];
    const heights = new Set<number>();
    combineState({ a: a$ }).subscribe(({ a }) => {
      seen.push(a);
      heights.add(emittingHeight());
      if (a > 0 && a < 5) a$.next(a + 1);
    });
    a$.next(1);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    // The stream feeds itself; its height must not rise.
    expect([...heights]).toEqual([1]);
  });
});

describe('shareState', () => {
  it('subscribes once for all subscribers, and gives a late one the latest value', () => {
    const table = new ChangesTables().table({ x: 1 });
    const shared$ = table.changes$.pipe(asArray(), shareState());
    const first = collect(shared$);
    table.set('x', 2);
    const late = collect(shared$);
    expect(table.listeners).toBe(1);
    expect(late.values[0]).toBe(first.values[1]);
  });

  it('keeps the source for the grace time, and starts anew after it', () => {
    marbles((m) => {
      const source = m.cold('a-b-----c');
      const shared$ = source.pipe(shareState({ grace: 5, scheduler: m.scheduler }));
      m.expectObservable(shared$, '^--!').toBe('a-b');
      m.expectObservable(shared$, '------^---!').toBe('------b-c');
      m.expectObservable(shared$, '------------------^-!').toBe('------------------a-');
      m.expectSubscriptions(source.subscriptions).toBe([
        '^--------------!',
        '------------------^------!',
      ]);
    });
  });

  it('unsubscribes at once without a grace time', () => {
    const table = new ChangesTables().table({ x: 1 });
    const shared$ = table.changes$.pipe(asArray(), shareState({ grace: 0 }));
    collect(shared$).stop();
    expect(table.listeners).toBe(0);
  });

  it('keeps the last value of a source that completes', () => {
    const source$ = new Subject<number>();
    const shared$ = source$.pipe(shareState());
    const first = collect(shared$);
    source$.next(1);
    source$.next(1);
    source$.complete();
    expect([first.values, first.isComplete]).toEqual([[1], false]);
    expect(collect(shared$).values).toEqual([1]);
  });

  it('fails for current subscribers, and starts anew for the next one', () => {
    let isDown = true;
    const source$ = defer(() => (isDown ? throwError(() => new Error('down')) : of(1)));
    const shared$ = source$.pipe(shareState());
    expect(collect(shared$).errors).toEqual([new Error('down')]);
    isDown = false;
    expect(collect(shared$).values).toEqual([1]);
  });

  it('never shows a mix of two commits to a stage that subscribes late', () => {
    const tables = new ChangesTables();
    const [first, second] = [tables.table({ x: 'a' }), tables.table({ x: 'a' })];
    const derived$ = second.changes$.pipe(
      joinChanges(second.changes$, { on: () => 'x', project: (own, x) => `${own}${x}` }),
      asArray(),
      shareState(),
    );
    collect(derived$);
    // The replayed value has the height of the join, too.
    const both = collect(
      combineState({ direct: first.changes$.pipe(asArray()), derived: derived$ }),
    );
    tables.batch(() => {
      first.set('x', 'b');
      second.set('x', 'b');
    });
    expect(both.values).toEqual([
      { direct: ['a'], derived: ['aa'] },
      { direct: ['b'], derived: ['bb'] },
    ]);
  });

  it.each([-1, NaN])('throws for a grace of %d', (grace) => {
    expect(() => shareState({ grace })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});
