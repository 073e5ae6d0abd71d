import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { AnyChangeSet } from './ChangeSet.ts';

/**
 * A change set was lost: `SB_CHANGES_GAP`. The rows built so far can no longer be right; `retry()`
 * starts anew.
 */
export class ChangeSetGapError extends StreambedError {
  override readonly name = 'ChangeSetGapError';

  /**
   * `expected`: the version of the last set received; `since`: the version that the next set builds
   * on.
   */
  constructor(expected: number, since: number) {
    super(
      'SB_CHANGES_GAP',
      `A change set builds on version ${since}, but the last one received was version ${expected}.`,
    );
  }
}

/** Throws {@link ChangeSetGapError} for a set that does not build on the set before it. */
export function inOrder<S extends AnyChangeSet>(take: (set: S) => void): (set: S) => void {
  let last: number | undefined;
  return (set) => {
    // A reset builds on no version.
    if (!set.reset && set.since !== last) throw new ChangeSetGapError(last ?? 0, set.since);
    last = set.version;
    take(set);
  };
}

/** Handles the sets of one subscription. */
export interface ChangesTaker<S> {
  readonly take: (set: S) => void;
  /** Runs before the subscriber completes or fails; with the error if it fails. */
  readonly end?: (error: Error | undefined) => void;
}

/**
 * An operator with one input of change sets. Each subscription calls `start` with its subscriber;
 * `start` returns what handles the sets. An error thrown there fails this subscription only, as
 * does a lost set.
 */
export function changesStage<S extends AnyChangeSet, O>(
  start: (subscriber: Subscriber<O>) => ((set: S) => void) | ChangesTaker<S>,
): OperatorFunction<S, O> {
  return (source) =>
    new Observable<O>((subscriber) => {
      const started = start(subscriber);
      const { take, end }: ChangesTaker<S> =
        typeof started === 'function' ? { take: started } : started;
      const takeInOrder = inOrder(take);
      function fail(thrown: unknown): void {
        if (subscriber.closed) return;
        const error = asError(thrown);
        end?.(error);
        subscriber.error(error);
      }
      return source.subscribe({
        next(set) {
          try {
            takeInOrder(set);
          } catch (error) {
            fail(error);
          }
        },
        error: fail,
        complete() {
          end?.(undefined);
          subscriber.complete();
        },
      });
    });
}

/**
 * An operator that makes one value of all rows: emits the first value at once, a later one if it
 * differs. Each subscription calls `start`, which returns the step from the last value to the next.
 */
export function foldStage<S extends AnyChangeSet, O>(
  start: () => (set: S, last: O | undefined) => O,
  equal: (previous: O, next: O) => boolean = Object.is,
): OperatorFunction<S, O> {
  return changesStage((subscriber) => {
    const step = start();
    let sent: { readonly value: O } | undefined;
    return (set) => {
      const value = step(set, sent?.value);
      if (sent && equal(sent.value, value)) return;
      sent = { value };
      subscriber.next(value);
    };
  });
}
