import { Observable, type Observer, Subscription } from 'rxjs';

/** An observer of a source. */
export interface SourceListener {
  /** The value may have changed. */
  changed(): void;
  /**
   * There will be no further value. `reason`: the error that the store throws from then on, if it
   * was disposed.
   */
  ended(reason?: Error): void;
}

/** The source of a state observable's values. */
export interface ReadableSource<T> {
  /** The value of the latest commit. */
  read(): T;
  /**
   * Notifies the listener of every commit in which the value may have changed. Adding it twice does
   * nothing. A source that can fetch does so for listeners that want data, not for those that only
   * look. Default: `wants`.
   */
  listen(listener: SourceListener, how?: 'wants' | 'looks'): void;
  /** Removes the listener. Does nothing if it was not added. */
  unlisten(listener: SourceListener): void;
}

/** A value that a page is rendered with. */
export interface Rendered<T> {
  readonly value: T;
}

/**
 * An observable that always has a value. Emits the current value synchronously on subscribe, then
 * every change (compared by reference). Failed requests are no errors of it. Completes when the
 * store is disposed. Creating one does nothing before you subscribe or call `getValue()`.
 */
export abstract class StateObservable<T> extends Observable<T> {
  /** The value of the latest commit, without subscribing. */
  abstract getValue(): T;

  /** @internal What one subscription reads. */
  abstract open(): ReadableSource<T>;

  /**
   * @internal For bridges that render or hydrate a page: the value that the page is rendered with;
   * `undefined`: the value of the latest commit.
   */
  rendered(): Rendered<T> | undefined {
    return undefined;
  }

  override subscribe(observer?: Partial<Observer<T>> | ((value: T) => void)): Subscription;
  /** @deprecated As in RxJS: an observer says which function is which. */
  override subscribe(
    next?: ((value: T) => void) | null,
    error?: Observer<T>['error'] | null,
    complete?: (() => void) | null,
  ): Subscription;
  override subscribe(
    observer?: Partial<Observer<T>> | ((value: T) => void) | null,
    error?: Observer<T>['error'] | null,
    complete?: (() => void) | null,
  ): Subscription {
    const subscription = new StateSubscription(observerOf(observer, error, complete));
    subscription.start(this);
    if (!isSubscriber(observer)) return subscription;
    // The subscription may have ended already; then it is not added.
    observer.add(subscription);
    return observer;
  }
}

/** The last value before the first emission. */
const NOTHING = Symbol('nothing');

/**
 * One subscription to a source. There may be one per row on the screen, so it does without RxJS's
 * `Subscriber`, which takes several objects each. It notifies and reports errors as RxJS does.
 */
class StateSubscription<T> extends Subscription implements SourceListener {
  readonly #observer: Partial<Observer<T>> | ((value: T) => void);
  /** `undefined` before the start and after the end. */
  #source: ReadableSource<T> | undefined;
  #last: T | typeof NOTHING = NOTHING;
  #isOver = false;

  constructor(observer: Partial<Observer<T>> | ((value: T) => void)) {
    super();
    this.#observer = observer;
  }

  /** Subscribes to the source of an observable. The observer gets errors. */
  start(observable: StateObservable<T>): void {
    try {
      this.#source = observable.open();
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

/** The observer for the arguments of `subscribe`. A single function needs no object around it. */
function observerOf<T>(
  first: Partial<Observer<T>> | ((value: T) => void) | null | undefined,
  error: Observer<T>['error'] | null | undefined,
  complete: (() => void) | null | undefined,
): Partial<Observer<T>> | ((value: T) => void) {
  const isWhole = typeof first === 'object' && first !== null;
  if (isWhole || !(error || complete)) return first ?? {};
  return { next: first ?? undefined, error: error ?? undefined, complete: complete ?? undefined };
}

/**
 * Whether an observer manages its subscription, as RxJS operators do. No `instanceof`: there may be
 * several copies of RxJS.
 */
function isSubscriber(observer: unknown): observer is Subscription {
  const isObject = typeof observer === 'object' && observer !== null;
  return isObject && 'closed' in observer && 'add' in observer;
}
