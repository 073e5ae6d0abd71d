import { Observable, type Subscriber, type Unsubscribable } from 'rxjs';
import type { SourceListener, StateSource } from './StateSource.ts';

/**
 * An observable that always has a value. It emits the current one synchronously on subscribe, then each other one (by reference). It
 * never errors through failed requests and completes when the store is disposed. Asking for it does nothing; its source is looked up on
 * subscribe and on `getValue()`.
 */
export class StateObservable<T> extends Observable<T> {
  readonly #source: () => StateSource<T>;

  /** @internal Made by the store. */
  constructor(source: () => StateSource<T>) {
    super((subscriber) => {
      const following = new Following(source(), subscriber);
      following.start();
      return following;
    });
    this.#source = source;
  }

  /** The value of the newest commit, without subscribing. */
  getValue(): T {
    return this.#source().read();
  }
}

/** Stands for "nothing was given yet". */
const NOTHING = Symbol('nothing');

/** One subscription. There may be one per row on the screen: an object instead of closures halves what it takes. */
class Following<T> implements SourceListener, Unsubscribable {
  readonly #source: StateSource<T>;
  readonly #subscriber: Subscriber<T>;
  #last: T | typeof NOTHING = NOTHING;

  constructor(source: StateSource<T>, subscriber: Subscriber<T>) {
    this.#source = source;
    this.#subscriber = subscriber;
  }

  start(): void {
    // Listening comes first: it may start the request that the first value tells of.
    this.#source.listen(this);
    this.changed();
  }

  changed(): void {
    if (this.#subscriber.closed) return;
    let value: T;
    try {
      value = this.#source.read();
    } catch (error) {
      this.#subscriber.error(error);
      return;
    }
    if (Object.is(this.#last, value)) return;
    // Before the subscriber is called: it may write, and be called again.
    this.#last = value;
    this.#subscriber.next(value);
  }

  ended(): void {
    this.#subscriber.complete();
  }

  unsubscribe(): void {
    this.#source.unlisten(this);
  }
}
