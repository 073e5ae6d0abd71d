import {
  asyncScheduler,
  distinctUntilChanged,
  type MonoTypeOperatorFunction,
  Observable,
  ReplaySubject,
  type SchedulerLike,
  share,
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
  const resetOnRefCountZero = Number.isFinite(grace) && (() => timer(grace, scheduler));
  return (source) => {
    /** That of the source: a stage that combines the latest value must be above. */
    let height: number | undefined;
    const state$ = new Observable<T>((subscriber) => {
      subscriber.add(() => (height = undefined));
      subscriber.add(
        // Without `complete`: the state stays.
        source.subscribe({
          next(value) {
            height = emittingHeight();
            subscriber.next(value);
          },
          error: (error) => subscriber.error(error),
        }),
      );
    });
    const shared$ = state$.pipe(
      distinctUntilChanged(Object.is),
      share({
        connector: () => new ReplaySubject(1),
        resetOnRefCountZero: grace === 0 || resetOnRefCountZero,
      }),
    );
    return new Observable((subscriber) => {
      const join = (): void => void shared$.subscribe(subscriber);
      if (height === undefined) join();
      else atHeight(height, join);
    });
  };
}
