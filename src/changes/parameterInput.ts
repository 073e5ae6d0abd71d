import { isObservable, Observable } from 'rxjs';
import type { StageInput } from './inputsStage.ts';

/** An input that configures the stage: a value, or a stream of values. */
export function parameterInput<T>(
  valueOrStream: T | Observable<T>,
  take: (value: T) => void,
): StageInput {
  const source = isObservable(valueOrStream) ? valueOrStream : one(valueOrStream);
  return { source, isParameter: true, take: (value) => take(value as T) };
}

/** Like `of()` of RxJS, without its code for iterables. */
function one<T>(value: T): Observable<T> {
  return new Observable((subscriber) => {
    subscriber.next(value);
    subscriber.complete();
  });
}
