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
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { assertTime } from './assertTime.ts';
import { changesStage } from './changesStage.ts';
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

/** Merges consecutive sets into one that leads from before the first to after the last of them. */
export class MergedChanges<K, V> {
  #changes = new Map<K, Change<K, V>>();
  #isReset = false;

  add(set: ChangeSet<K, V>): void {
    if (set.reset) {
      this.#changes.clear();
      this.#isReset = true;
    }
    for (const change of withoutMoves(set.changes)) this.#add(change);
  }

  /** The changes that were added since the last call. */
  take(): Pick<ChangeSet<K, V>, 'reset' | 'changes'> {
    const merged = { reset: this.#isReset, changes: [...this.#changes.values()] };
    this.#changes = new Map();
    this.#isReset = false;
    return merged;
  }

  #add(change: Change<K, V>): void {
    const { key } = change;
    const earlier = this.#changes.get(key);
    const merged = earlier ? mergeChanges(earlier, change) : change;
    if (merged) this.#changes.set(key, merged);
    else this.#changes.delete(key);
  }
}

/** Merges two changes of one key; `undefined` if the second undoes the first. */
function mergeChanges<K, V>(first: Change<K, V>, second: Change<K, V>): Change<K, V> | undefined {
  const { key } = first;
  if (first.type === 'add') {
    if (second.type === 'remove') return undefined;
    return { type: 'add', key, value: second.value };
  }
  const { previous } = first;
  if (second.type === 'remove') return { type: 'remove', key, previous };
  const { value } = second;
  return Object.is(previous, value) ? undefined : { type: 'update', key, value, previous };
}
