import { isObservable, observable, Observable, type Subscriber } from 'rxjs';
import { isPromiseLike } from '../shared/isPromiseLike.ts';
import { isLiveAnswer } from './isLiveAnswer.ts';

/** Of another library, or of another copy of RxJS. */
type Live = AsyncIterable<unknown> | Observable<unknown>;

/**
 * What an endpoint function gave, as an observable: promises, observables and async iterables are followed, all else is one value. `from()` of
 * RxJS follows more kinds of things, and every program would load the code for all of them.
 * `promised`: what is done with what a promise gives; by default it is the value.
 */
export function toObservable(
  answer: unknown,
  promised?: (given: unknown) => Observable<unknown>,
): Observable<unknown> {
  if (isObservable(answer)) return answer;
  return new Observable((subscriber) => {
    if (isLiveAnswer(answer)) return follow(answer as Live, subscriber);
    const last = (value: unknown): void => {
      subscriber.next(value);
      subscriber.complete();
    };
    const given = (value: unknown): void => {
      if (promised && !subscriber.closed) promised(value).subscribe(subscriber);
      else last(value);
    };
    if (isPromiseLike(answer)) answer.then(given, (error: unknown) => subscriber.error(error));
    else last(answer);
    return undefined;
  });
}

function follow(answer: Live, subscriber: Subscriber<unknown>) {
  if (Symbol.asyncIterator in answer) return void pull(answer, subscriber);
  const interop = Reflect.get(answer, observable) as (() => Observable<unknown>) | undefined;
  return (interop?.call(answer) ?? answer).subscribe(subscriber);
}

async function pull(answers: AsyncIterable<unknown>, subscriber: Subscriber<unknown>) {
  try {
    for await (const answer of answers) {
      subscriber.next(answer);
      if (subscriber.closed) return;
    }
    subscriber.complete();
  } catch (error) {
    subscriber.error(error);
  }
}
