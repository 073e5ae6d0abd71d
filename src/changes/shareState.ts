import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  finalize,
  type MonoTypeOperatorFunction,
  NEVER,
  Observable,
  ReplaySubject,
  type SchedulerLike,
  share,
  tap,
  timer,
} from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import { assertLength } from '../shared/assertLength.ts';

/** Options of {@link shareState}. */
export interface ShareOptions {
  /**
   * How long the source stays subscribed after the last subscriber has gone, ms; Infinity for ever.
   * Default 5,000, so that remounts and retries find the value.
   */
  readonly grace?: number;
  /** Runs the timer of `grace`. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/**
 * Shares one subscription to the source: a late subscriber gets the latest value at once. Equal
 * values are sent once. When the source completes, the shared stream goes on with its last value.
 * When the source fails, its subscribers fail; the next subscriber starts anew.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray(), shareState());
 * ```
 */
export function shareState<T>(options: ShareOptions = {}): MonoTypeOperatorFunction<T> {
  const { grace = 5_000, scheduler = asyncScheduler } = options;
  assertLength('shareState', 'grace', grace);
  const resetOnRefCountZero = grace === 0 || (grace < Infinity && (() => timer(grace, scheduler)));
  return (source) => {
    /** That of the source: a stage that combines the latest value must be above. */
    let height: number | undefined;
    // Without completion: the state stays.
    const shared$ = concat(source, NEVER).pipe(
      tap(() => (height = emittingHeight())),
      finalize(() => (height = undefined)),
      distinctUntilChanged(Object.is),
      share({ connector: () => new ReplaySubject(1), resetOnRefCountZero }),
    );
    return new Observable((subscriber) => {
      atHeight(height ?? emittingHeight(), () => shared$.subscribe(subscriber));
    });
  };
}
