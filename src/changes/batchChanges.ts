import {
  animationFrameScheduler,
  asyncScheduler,
  isObservable,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
  take,
  timer,
} from 'rxjs';
import { asError } from '../shared/asError.ts';
import { inDelivery } from '../commits/delivery.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { assertTime } from './assertTime.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { changesStage } from './changesStage.ts';
import { MergedChanges } from './MergedChanges.ts';

/** When {@link batchChanges} sends: so many milliseconds after the first change that waits, in the next animation frame, or whenever a stream emits. */
export type BatchTiming = number | { readonly frame: true } | Observable<unknown>;

/**
 * Fewer sets: those of a while merged into one, which leads to the same rows. What comes and goes in between is not sent; nothing is lost. The first set
 * is passed on at once, and what waits when the source ends is sent before. Sorted sets lose their order: sort behind it. `scheduler` keeps the time of
 * a number of milliseconds. Operators of RxJS that drop values must not be used for this: they lose changes.
 *
 * @example
 * ```ts
 * const calm$ = changes(store, Quote).pipe(batchChanges({ frame: true }), sortChanges(byPrice), asArray());
 * ```
 */
export function batchChanges<K, V>(
  timing: BatchTiming,
  scheduler: SchedulerLike = asyncScheduler,
): OperatorFunction<ChangeSet<K, V>, ChangeSet<K, V>> {
  if (typeof timing === 'number') assertTime('The time of batchChanges', timing);
  return changesStage((subscriber) => {
    const output = new ChangesOutput<K, V>(subscriber);
    const merged = new MergedChanges<K, V>();
    let version = 0;
    let isFirst = true;
    let isWaiting = false;

    const send = (): void => {
      isWaiting = false;
      const { reset, changes } = merged.take();
      inDelivery(() => output.send(reset, version, changes));
    };
    const fail = (error: unknown): void => subscriber.error(asError(error));
    const wait = (): void => {
      if (isWaiting || isObservable(timing)) return;
      isWaiting = true;
      const time$ =
        typeof timing === 'number' ? timer(timing, scheduler) : timer(0, animationFrameScheduler);
      subscriber.add(time$.pipe(take(1)).subscribe({ next: send, error: fail }));
    };
    if (isObservable(timing)) subscriber.add(timing.subscribe({ next: send, error: fail }));

    return {
      take(set) {
        merged.add(set);
        version = set.version;
        if (isFirst) {
          isFirst = false;
          const { reset, changes } = merged.take();
          output.send(reset, version, changes);
        } else {
          wait();
        }
      },
      end(error) {
        if (!error) send();
      },
    };
  });
}
