import {
  asyncScheduler,
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
} from 'rxjs';
import { assertTime } from './assertTime.ts';
import { SharedState } from './SharedState.ts';

/** How {@link shareState} shares. */
export interface ShareOptions {
  /** How long the source is kept after the last subscriber has gone, ms; Infinity for ever. Default 5,000: remounts and retries find their value. */
  readonly grace?: number;
  /** Keeps that time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike;
}

/**
 * One subscription to the source for all subscribers: a late one gets the latest value at once. Values that are the same are sent once. A source that ends
 * does not end this: its last value stays. One that fails fails for those who listen; who subscribes then begins anew.
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
