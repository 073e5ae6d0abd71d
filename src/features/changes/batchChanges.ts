import {
  animationFrameScheduler,
  asyncScheduler,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
  timer,
} from 'rxjs';
import {
  type AnyObservable,
  isLiveSource,
  toObservable,
} from '../../kernel/requests/toObservable.ts';
import { asError } from '../../shared/asError.ts';
import { assertLength } from '../../shared/assertLength.ts';
import { inDelivery } from '../../kernel/commits/delivery.ts';
import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';
import { KeyMap } from './KeyMap.ts';
import { numberSets } from './RowsOutput.ts';
import { setsInput, stage } from './stage.ts';

/**
 * When {@link batchChanges} emits: a number of milliseconds after the first pending change, in the
 * next animation frame, or whenever a stream emits.
 */
export type BatchTiming = number | { readonly frame: true } | AnyObservable<unknown>;

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
  if (typeof timing === 'number') assertLength('batchChanges', 'timing', timing);
  return (source) =>
    stage((subscriber) => {
      const numbers = numberSets();
      const merged = new MergedChanges<K, V>();
      let isFirst = true;
      let isScheduled = false;

      const send = (): void => {
        isScheduled = false;
        const { reset, changes } = merged.take();
        if (reset || changes.length > 0) {
          subscriber.next({ ...numbers(merged.version), reset, changes });
        }
      };
      const observer = {
        next: () => inDelivery(send),
        error: (error: unknown) => subscriber.error(asError(error)),
      };
      const isStream = isLiveSource(timing);
      const due$ = isStream ? toObservable(timing) : dueIn(timing, scheduler);
      if (isStream) subscriber.add(due$.subscribe(observer));

      return {
        inputs: [setsInput(source, (set) => merged.add(set))],
        emit() {
          if (isFirst) {
            isFirst = false;
            send();
          } else if (!isStream && !isScheduled) {
            isScheduled = true;
            subscriber.add(due$.subscribe(observer));
          }
        },
        end(error) {
          if (!error) observer.next();
        },
      };
    });
}

/** The time until pending changes are sent. */
function dueIn(
  timing: Exclude<BatchTiming, AnyObservable<unknown>>,
  scheduler: SchedulerLike,
): Observable<unknown> {
  return typeof timing === 'number' ? timer(timing, scheduler) : timer(0, animationFrameScheduler);
}

/** Merges consecutive sets into one that leads from before the first to after the last of them. */
export class MergedChanges<K, V> {
  /** The version of the last set. */
  version = 0;
  #isReset = false;
  /** By key, once there are several sets: most often there is one, and nothing to merge. */
  #changes: readonly Change<K, V>[] | KeyMap<K, Change<K, V>> = NO_CHANGES;

  add({ version, reset, changes }: ChangeSet<K, V>): void {
    this.version = version;
    this.#isReset ||= reset;
    const news = reset ? changes : withoutMoves(changes);
    if (reset || this.#changes === NO_CHANGES) {
      this.#changes = news;
      return;
    }
    const merged = (this.#changes =
      this.#changes instanceof Map
        ? this.#changes
        : new KeyMap(this.#changes.map((change) => [change.key, change])));
    for (const change of news) {
      const { key } = change;
      const earlier = merged.get(key);
      const both = earlier ? mergeChanges(earlier, change) : change;
      if (both) merged.set(key, both);
      else merged.delete(key);
    }
  }

  /** The changes that were added since the last call. */
  take(): Pick<ChangeSet<K, V>, 'reset' | 'changes'> {
    const [reset, changes] = [this.#isReset, this.#changes];
    this.#isReset = false;
    this.#changes = NO_CHANGES;
    return { reset, changes: changes instanceof Map ? [...changes.values()] : changes };
  }
}

const NO_CHANGES: readonly never[] = [];

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
