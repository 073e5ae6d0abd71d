import type { Observable } from 'rxjs';

/** The emissions of an observable, in order; `stop` unsubscribes. */
export interface Collected<T> {
  readonly values: T[];
  readonly errors: unknown[];
  readonly isComplete: boolean;
  /** The values since the last call. */
  news(): T[];
  stop(): void;
}

/** Subscribes and collects the emissions. */
export function collect<T>(observable: Observable<T>): Collected<T> {
  const values: T[] = [];
  const errors: unknown[] = [];
  let isComplete = false;
  let seen = 0;
  const subscription = observable.subscribe({
    next: (value) => values.push(value),
    error: (error: unknown) => errors.push(error),
    complete: () => (isComplete = true),
  });
  return {
    values,
    errors,
    get isComplete() {
      return isComplete;
    },
    news() {
      const news = values.slice(seen);
      seen = values.length;
      return news;
    },
    stop: () => subscription.unsubscribe(),
  };
}
