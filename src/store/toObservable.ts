import { from, type Observable, of } from 'rxjs';

/** What an endpoint function gave, as an observable: promises, observables and async iterables are followed, all else is one value. */
export function toObservable(answer: unknown): Observable<unknown> {
  if (typeof answer !== 'object' || answer === null) return of(answer);
  const isStream =
    typeof (answer as PromiseLike<unknown>).then === 'function' ||
    typeof (answer as { subscribe?: unknown }).subscribe === 'function' ||
    Symbol.asyncIterator in answer;
  // The cast holds: these are the inputs that RxJS follows.
  return isStream ? from(answer as Promise<unknown>) : of(answer);
}
