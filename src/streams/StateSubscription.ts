import { Observable, type Observer, Subscription } from 'rxjs';
import type { SourceListener, ReadableSource } from './ReadableSource.ts';

/** The last value before the first emission. */
const NOTHING = Symbol('nothing');

/**
 * One subscription to a source. There may be one per row on the screen, so it does without RxJS's
 * `Subscriber`, which takes several objects each. It notifies and reports errors as RxJS does.
 */
export class StateSubscription<T> extends Subscription implements SourceListener {
  readonly #observer: Partial<Observer<T>> | ((value: T) => void);
  /** `undefined` before the start and after the end. */
  #source: ReadableSource<T> | undefined;
  #last: T | typeof NOTHING = NOTHING;
  #isOver = false;

  constructor(observer: Partial<Observer<T>> | ((value: T) => void)) {
    super();
    this.#observer = observer;
  }

  /** Subscribes to the source that `lookUp` returns. The observer gets errors. */
  start(lookUp: () => ReadableSource<T>): void {
    try {
      this.#source = lookUp();
      // Listen first: this may start the request, and the first value says that it is in flight.
      this.#source.listen(this);
    } catch (error) {
      this.#fail(error);
    }
    this.changed();
  }

  changed(): void {
    if (this.#isOver || !this.#source) return;
    let value: T;
    try {
      value = this.#source.read();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (Object.is(this.#last, value)) return;
    // Set before the observer is called: it may write, and be called again.
    this.#last = value;
    const observer = this.#observer;
    try {
      if (typeof observer === 'function') observer(value);
      else observer.next?.(value);
    } catch (error) {
      reportUnhandled(error);
    }
  }

  #fail(error: unknown): void {
    this.#end((observer) => (observer.error ? observer.error(error) : reportUnhandled(error)));
  }

  ended(): void {
    this.#end((observer) => observer.complete?.());
  }

  #end(notify: (observer: Partial<Observer<T>>) => void): void {
    if (this.#isOver) return;
    // Set before the observer is called, for the same reason.
    this.#isOver = true;
    const observer = this.#observer;
    try {
      notify(typeof observer === 'function' ? {} : observer);
    } catch (error) {
      reportUnhandled(error);
    }
    this.unsubscribe();
  }

  override unsubscribe(): void {
    const source = this.#source;
    this.#isOver = true;
    this.#source = undefined;
    source?.unlisten(this);
    super.unsubscribe();
  }
}

/** Lets RxJS report an error as it does for its own subscribers. */
function reportUnhandled(error: unknown): void {
  new Observable((subscriber) => subscriber.error(error)).subscribe();
}
