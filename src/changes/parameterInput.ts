import { isObservable, Observable } from 'rxjs';
import type { StageInput } from './inputsStage.ts';

/** An input that says how to look at the others: a value, or a stream of values. */
export function parameterInput<T>(
  valueOrStream: T | Observable<T>,
  take: (value: T) => void,
): StageInput {
  const source = isObservable(valueOrStream) ? valueOrStream : one(valueOrStream);
  return { source, isParameter: true, take: (value) => take(value as T) };
}

/** As `of()` of RxJS, which comes with the code to follow iterables. */
function one<T>(value: T): Observable<T> {
  return new Observable((subscriber) => {
    subscriber.next(value);
    subscriber.complete();
  });
}
