import { coalesce, type CoalesceOptions } from '../../../src/features/live/coalesce.ts';
import { marbles } from '../../support/marbles.ts';

/** Checks the output for an input; lists of letters are written as text. */
function expectLists(
  input: string,
  expected: string,
  lists: Record<string, string>,
  options: CoalesceOptions<string> = {},
): void {
  marbles(({ hot, expectObservable, scheduler }) => {
    const gathered$ = hot(input).pipe(coalesce({ interval: 5, scheduler, ...options }));
    const values = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list === '' ? [] : list.split('')]),
    );
    expectObservable(gathered$).toBe(expected, values);
  });
}

it('gathers the messages of an interval in order', () => {
  expectLists('-abc------d-e-----', '------x--------y--', { x: 'abc', y: 'de' });
});

it('emits nothing without messages', () => {
  expectLists('----------', '----------', {});
});

it('emits the gathered messages at the end', () => {
  expectLists('-ab|', '---(x|)', { x: 'ab' });
  expectLists('---|', '---|', {});
});

it('drops the gathered messages at an error', () => {
  expectLists('-ab#', '---#', {});
});

it('keeps the last message of each key, in the order of these last messages', () => {
  expectLists(
    '-aAbBa-------',
    '------x------',
    { x: 'Ba' },
    { key: (letter) => letter.toLowerCase() },
  );
});

it('keeps at most the newest messages', () => {
  expectLists('-abcde--------', '------x-------', { x: 'de' }, { limit: 2 });
});

it('errors with the error of the key function', () => {
  const boom = new Error('key');
  marbles(({ hot, expectObservable, scheduler }) => {
    const failing$ = hot('-a--').pipe(
      coalesce({
        scheduler,
        key: () => {
          throw boom;
        },
      }),
    );
    expectObservable(failing$).toBe('-#', {}, boom);
  });
});

it('stops its timer after an unsubscription', () => {
  marbles(({ hot, expectObservable, expectSubscriptions, scheduler }) => {
    const source$ = hot('-ab--------');
    const gathered$ = source$.pipe(coalesce({ interval: 5, scheduler }));
    expectObservable(gathered$, '^--!').toBe('---');
    expectSubscriptions(source$.subscriptions).toBe('^--!');
  });
});
