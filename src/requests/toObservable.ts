import { isObservable, observable, Observable, type Subscriber } from 'rxjs';
import { isPromiseLike } from '../shared/isPromiseLike.ts';

/** May come from another library or another copy of RxJS. */
type LiveSource = AsyncIterable<unknown> | Observable<unknown>;

/**
 * Turns the return value of an endpoint's function into an observable: subscribes to promises,
 * observables and async iterables; everything else is a single value. RxJS's `from()` supports more
 * types, and every program would load the code for all of them. `promised`: what to do with the
 * value of a promise; by default it is emitted.
 */
export function toObservable(
  source: unknown,
  promised?: (value: unknown) => Observable<unknown>,
): Observable<unknown> {
  if (isObservable(source)) return source;
  return new Observable((subscriber) => {
    if (isLiveSource(source)) return subscribeTo(source as LiveSource, subscriber);
    const resolved = (value: unknown): void => {
      if (promised && !subscriber.closed) {
        promised(value).subscribe(subscriber);
        return;
      }
      subscriber.next(value);
      subscriber.complete();
    };
    if (isPromiseLike(source)) source.then(resolved, (error: unknown) => subscriber.error(error));
    else resolved(source);
    return undefined;
  });
}

function subscribeTo(source: LiveSource, subscriber: Subscriber<unknown>) {
  if (Symbol.asyncIterator in source) return void pull(source, subscriber);
  const interop = Reflect.get(source, observable) as (() => Observable<unknown>) | undefined;
  return (interop?.call(source) ?? source).subscribe(subscriber);
}

async function pull(source: AsyncIterable<unknown>, subscriber: Subscriber<unknown>) {
  try {
    for await (const response of source) {
      subscriber.next(response);
      if (subscriber.closed) return;
    }
    subscriber.complete();
  } catch (error) {
    subscriber.error(error);
  }
}

/**
 * Whether the return value of an endpoint's function may bring several responses: an observable or
 * an async iterable.
 */
export function isLiveSource(source: unknown): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { subscribe } = source as { subscribe?: unknown };
  return typeof subscribe === 'function' || Symbol.asyncIterator in source;
}
