import { from, type Observable, of } from 'rxjs';
import { isLiveAnswer } from './isLiveAnswer.ts';

/** What an endpoint function gave, as an observable: promises, observables and async iterables are followed, all else is one value. */
export function toObservable(answer: unknown): Observable<unknown> {
  if (typeof answer !== 'object' || answer === null) return of(answer);
  const isPromise = typeof (answer as PromiseLike<unknown>).then === 'function';
  // The cast holds: these are the inputs that RxJS follows.
  return isPromise || isLiveAnswer(answer) ? from(answer as Promise<unknown>) : of(answer);
}
