import { Subject } from 'rxjs';
import { coalesce } from '../../../src/features/live/coalesce.ts';
import { collect } from '../../support/collect.ts';
import { ManualClock } from '../../support/ManualClock.ts';

it('reports the number of dropped messages before it emits the others', () => {
  const clock = new ManualClock();
  const messages$ = new Subject<number>();
  const emitted: unknown[] = [];
  messages$
    .pipe(coalesce({ limit: 3, scheduler: clock, onDropped: (count) => emitted.push(count) }))
    .subscribe((list) => emitted.push(list));
  for (let i = 0; i < 10; i++) messages$.next(i);
  clock.advance(16);
  messages$.next(10);
  clock.advance(16);
  expect(emitted).toEqual([7, [7, 8, 9], [10]]);
});

it('keeps all of several equal messages without a key', () => {
  const clock = new ManualClock();
  const messages$ = new Subject<string>();
  const seen = collect(messages$.pipe(coalesce({ scheduler: clock })));
  for (const message of ['a', 'a', 'a']) messages$.next(message);
  clock.advance(16);
  expect(seen.values).toEqual([['a', 'a', 'a']]);
});

it('keeps no timer and no message after an unsubscription', () => {
  const clock = new ManualClock();
  const messages$ = new Subject<string>();
  const seen = collect(messages$.pipe(coalesce({ scheduler: clock })));
  messages$.next('a');
  expect(clock.actions).toHaveLength(1);
  seen.stop();
  expect([clock.actions, messages$.observed]).toEqual([[], false]);
});

it.each([{ interval: -1 }, { limit: 0 }, { limit: NaN }])('rejects %p', (options) => {
  expect(() => coalesce(options)).toThrow(expect.objectContaining({ code: 'SB_OPTION_INVALID' }));
});
