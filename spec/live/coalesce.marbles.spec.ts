import { coalesce, type CoalesceOptions } from '../../src/live/coalesce.ts';
import { marbles } from '../support/marbles.ts';

/** What comes out for what goes in; lists of letters stand as texts. */
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

it('gathers what comes within the interval, in its order', () => {
  expectLists('-abc------d-e-----', '------x--------y--', { x: 'abc', y: 'de' });
});

it('emits nothing while nothing comes', () => {
  expectLists('----------', '----------', {});
});

it('emits what is gathered at the end', () => {
  expectLists('-ab|', '---(x|)', { x: 'ab' });
  expectLists('---|', '---|', {});
});

it('drops what is gathered at an error', () => {
  expectLists('-ab#', '---#', {});
});

it('keeps the last one of each key, in the order of the last ones', () => {
  expectLists(
    '-aAbBa-------',
    '------x------',
    { x: 'Ba' },
    { key: (letter) => letter.toLowerCase() },
  );
});

it('keeps at most the newest ones', () => {
  expectLists('-abcde--------', '------x-------', { x: 'de' }, { limit: 2 });
});

it('errors with what the key throws', () => {
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

it('stops its timer when it is unsubscribed from', () => {
  marbles(({ hot, expectObservable, expectSubscriptions, scheduler }) => {
    const source$ = hot('-ab--------');
    const gathered$ = source$.pipe(coalesce({ interval: 5, scheduler }));
    expectObservable(gathered$, '^--!').toBe('---');
    expectSubscriptions(source$.subscriptions).toBe('^--!');
  });
});
