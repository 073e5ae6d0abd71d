import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import type { ChangeSet } from '../store/ChangeSet.ts';
import { asError } from '../shared/asError.ts';
import { assertFollows } from './assertFollows.ts';

/**
 * An operator over change sets. For each subscription `start` is given who is to be told, and gives what takes the sets. What that throws is an error of this
 * subscription alone; a set that does not follow the one before it is a {@link ChangeSetGapError}.
 */
export function changesStage<K, V, O, S extends ChangeSet<K, V> = ChangeSet<K, V>>(
  start: (subscriber: Subscriber<O>) => (set: S) => void,
): OperatorFunction<S, O> {
  return (source) =>
    new Observable<O>((subscriber) => {
      const take = start(subscriber);
      let last: number | undefined;
      return source.subscribe({
        next: (set) => {
          try {
            assertFollows(set, last);
            last = set.version;
            take(set);
          } catch (error) {
            subscriber.error(asError(error));
          }
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      });
    });
}
