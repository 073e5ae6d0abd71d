import {
  asyncScheduler,
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
} from 'rxjs';
import { assertTime } from './assertTime.ts';
import { SharedState } from './SharedState.ts';

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
  assertTime('The grace of shareState', grace);
  return (source) => {
    const shared = new SharedState(source, grace, scheduler);
    return new Observable((subscriber) => shared.join(subscriber));
  };
}
