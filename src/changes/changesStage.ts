import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { asError } from '../shared/asError.ts';
import type { AnyChangeSet } from './AnyChangeSet.ts';
import { assertFollows } from './assertFollows.ts';

/** Handles the sets of one subscription. */
export interface ChangesTaker<S> {
  take(set: S): void;
  /** Runs before the subscriber completes or fails; with the error if it fails. */
  end?(error: Error | undefined): void;
}

/**
 * An operator over change sets. Each subscription calls `start` with its subscriber; `start`
 * returns what handles the sets. An error thrown there fails this subscription only; a set that
 * does not build on the previous one is a {@link ChangeSetGapError}.
 */
export function changesStage<S extends AnyChangeSet, O>(
  start: (subscriber: Subscriber<O>) => ((set: S) => void) | ChangesTaker<S>,
): OperatorFunction<S, O> {
  return (source) =>
    new Observable<O>((subscriber) => {
      const started = start(subscriber);
      const taker = typeof started === 'function' ? { take: started } : started;
      let last: number | undefined;
      function fail(thrown: unknown): void {
        if (subscriber.closed) return;
        const error = asError(thrown);
        taker.end?.(error);
        subscriber.error(error);
      }
      return source.subscribe({
        next: (set) => {
          try {
            assertFollows(set, last);
            last = set.version;
            taker.take(set);
          } catch (error) {
            fail(error);
          }
        },
        error: fail,
        complete: () => {
          taker.end?.(undefined);
          subscriber.complete();
        },
      });
    });
}
