import { Observable, type Observer, Subscription } from 'rxjs';
import type { SourceListener, StateSource } from './StateSource.ts';

/** Stands for "nothing was given yet". */
const NOTHING = Symbol('nothing');

/**
 * One subscription to a source. There may be one per row on the screen: it is the subscriber itself, because that of RxJS takes several objects
 * for each. What it tells and reports is what RxJS would.
 */
export class Following<T> extends Subscription implements SourceListener {
  readonly #observer: Partial<Observer<T>> | ((value: T) => void);
  /** `undefined` before the start and after the end. */
  #source: StateSource<T> | undefined;
  #last: T | typeof NOTHING = NOTHING;
  #isOver = false;

  constructor(observer: Partial<Observer<T>> | ((value: T) => void)) {
    super();
    this.#observer = observer;
  }

  /** Follows the source that `lookUp` gives; what goes wrong is told to the observer. */
  start(lookUp: () => StateSource<T>): void {
    try {
      this.#source = lookUp();
      // Listening comes first: it may start the request that the first value tells of.
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
    // Before the observer is called: it may write, and be called again.
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

  #end(tell: (observer: Partial<Observer<T>>) => void): void {
    if (this.#isOver) return;
    // Before the observer is called, for the same reason.
    this.#isOver = true;
    const observer = this.#observer;
    try {
      tell(typeof observer === 'function' ? {} : observer);
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

/** Has RxJS report an error as it does for its own subscribers. */
function reportUnhandled(error: unknown): void {
  new Observable((subscriber) => subscriber.error(error)).subscribe();
}
