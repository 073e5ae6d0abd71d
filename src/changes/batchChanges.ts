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
import { changesStage } from './changesStage.ts';
import { MergedChanges } from './MergedChanges.ts';
import { sendSets } from './RowsOutput.ts';

/**
 * When {@link batchChanges} emits: a number of milliseconds after the first pending change, in the
 * next animation frame, or whenever a stream emits.
 */
export type BatchTiming = number | { readonly frame: true } | Observable<unknown>;

/**
 * Emits fewer sets: merges the sets of an interval into one that leads to the same rows. A row that
 * is added and removed within the interval is not sent; no other change is lost. The first set
 * passes at once, and pending changes are sent before the source completes. Sorted sets lose their
 * order: sort after batching. `scheduler` runs the timer of a number of milliseconds. Do not use
 * RxJS operators that drop values instead: they lose changes.
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
    const sendSet = sendSets<K, V>(subscriber);
    const merged = new MergedChanges<K, V>();
    let version = 0;
    let isFirst = true;
    let isScheduled = false;

    const send = (): void => {
      isScheduled = false;
      const { reset, changes } = merged.take();
      sendSet(reset, version, changes);
    };
    const sendLater = (): void => inDelivery(send);
    const fail = (error: unknown): void => subscriber.error(asError(error));
    const schedule = (): void => {
      if (isScheduled || isObservable(timing)) return;
      isScheduled = true;
      const time$ =
        typeof timing === 'number' ? timer(timing, scheduler) : timer(0, animationFrameScheduler);
      subscriber.add(time$.pipe(take(1)).subscribe({ next: sendLater, error: fail }));
    };
    if (isObservable(timing)) subscriber.add(timing.subscribe({ next: sendLater, error: fail }));

    return {
      take(set) {
        merged.add(set);
        version = set.version;
        if (!isFirst) return schedule();
        isFirst = false;
        send();
      },
      end(error) {
        if (!error) sendLater();
      },
    };
  });
}
