import { Observable, type Subscriber } from 'rxjs';
import type { StateSource } from './StateSource.ts';

/**
 * An observable that always has a value. It emits the current one synchronously on subscribe, then each other one (by reference). It
 * never errors through failed requests and completes when the store is disposed. Asking for it does nothing; its source is looked up on
 * subscribe and on `getValue()`.
 */
export class StateObservable<T> extends Observable<T> {
  readonly #source: () => StateSource<T>;

  /** @internal Made by the store. */
  constructor(source: () => StateSource<T>) {
    super((subscriber) => follow(source(), subscriber));
    this.#source = source;
  }

  /** The value of the newest commit, without subscribing. */
  getValue(): T {
    return this.#source().read();
  }
}

function follow<T>(source: StateSource<T>, subscriber: Subscriber<T>): () => void {
  let last: { readonly value: T } | undefined;
  const push = (): void => {
    if (subscriber.closed) return;
    let value: T;
    try {
      value = source.read();
    } catch (error) {
      subscriber.error(error);
      return;
    }
    if (last && Object.is(last.value, value)) return;
    // Before the subscriber is called: it may write, and be called again.
    last = { value };
    subscriber.next(value);
  };
  // Listening comes first: it may start the request that the first value tells of.
  const stop = source.listen(push, () => subscriber.complete());
  push();
  return stop;
}
