import { isObservable, type Observable, of } from 'rxjs';
import type { StageInput } from './inputsStage.ts';

/** An input that says how to look at the others: a value, or a stream of values. */
export function parameterInput<T>(
  valueOrStream: T | Observable<T>,
  take: (value: T) => void,
): StageInput {
  const source = isObservable(valueOrStream) ? valueOrStream : of(valueOrStream);
  return { source, isParameter: true, take: (value) => take(value as T) };
}
