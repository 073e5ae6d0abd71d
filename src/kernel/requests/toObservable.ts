import {
  isObservable,
  Observable,
  type Subscribable,
  type Subscriber,
  type TeardownLogic,
} from 'rxjs';
import { isPromiseLike } from '../../shared/isPromiseLike.ts';

/** An observable of RxJS, or of another library or another version of RxJS. */
export type AnyObservable<T> = Observable<T> | Subscribable<T>;

/**
 * Turns anything into an observable: subscribes to promises, observables and async iterables;
 * everything else is a single value. RxJS's `from()` supports more types, and every program would
 * load the code for all of them. `promised`: what to do with the value of a promise; by default it
 * is emitted.
 */
export function toObservable<T>(source: AnyObservable<T>): Observable<T>;
export function toObservable(
  source: unknown,
  promised?: (value: unknown) => Observable<unknown>,
): Observable<unknown>;
export function toObservable(
  source: unknown,
  promised?: (value: unknown) => Observable<unknown>,
): Observable<unknown> {
  if (isObservable(source)) return source;
  return new Observable((subscriber) => {
    if (isLiveSource(source)) {
      // The cast holds: it has the method.
      if (Symbol.asyncIterator in source) return void pull(source as never, subscriber);
      return subscribeTo(source, subscriber);
    }
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

/** An observable of another library. */
interface Foreign {
  readonly subscribe?: (observer: object, ...rest: readonly unknown[]) => unknown;
}

/** Returns what ends the subscription. */
function subscribeTo(source: Foreign, subscriber: Subscriber<unknown>): TeardownLogic {
  const observer = {
    next: (value: unknown) => subscriber.next(value),
    error: (error: unknown) => subscriber.error(error),
    complete: () => subscriber.complete(),
  };
  const interop = interopOf(source);
  // Without the standard method, `subscribe` may take an observer, or functions.
  const subscription = interop
    ? interop.call(source).subscribe!(observer)
    : source.subscribe!(Object.assign(observer.next, observer), observer.error, observer.complete);
  // The cast holds: libraries return an object with `unsubscribe`, a function, or nothing.
  return subscription as TeardownLogic;
}

/** The method that returns an observable for other libraries. */
function interopOf(source: object): ((this: unknown) => Foreign) | undefined {
  const methods = source as Record<PropertyKey, ReturnType<typeof interopOf>>;
  // RxJS may have been loaded before the symbol was defined: its own name for it is not enough.
  return methods[(Symbol as { observable?: symbol }).observable!] ?? methods['@@observable'];
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
 * Whether a value may bring several others: an observable of any library, or an async iterable.
 * Functions may be observables, too.
 */
export function isLiveSource(source: unknown): source is AnyObservable<unknown> {
  const object = Object(source) as Foreign;
  const subscribe = object.subscribe ?? interopOf(object);
  return typeof subscribe === 'function' || Symbol.asyncIterator in object;
}
