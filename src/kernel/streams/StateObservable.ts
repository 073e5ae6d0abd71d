import { Observable, type Observer, Subscription } from 'rxjs';

/** An observer of a state observable, as the store notifies it. */
export interface SourceListener {
  /** The value may have changed. */
  changed(): void;
  /**
   * There will be no further value. `reason`: the error that the store throws from then on, if it
   * was disposed.
   */
  ended(reason?: Error): void;
}

/** A value that a page is rendered with. */
export interface Rendered<T> {
  readonly value: T;
}

/**
 * What the store does for a listener. `wants`: fetches missing or stale data. `keeps`: fetches
 * nothing, but refetches data that is lost. `looks`: nothing.
 */
export type Interest = 'wants' | 'keeps' | 'looks';

/**
 * An observable that always has a value. Emits the current value synchronously on subscribe, then
 * every change (compared by reference). Failed requests are no errors of it. Completes when the
 * store is disposed. Creating one does nothing before you subscribe or call `getValue()`.
 */
export abstract class StateObservable<T> extends Observable<T> {
  /** The value of the latest commit, without subscribing. */
  abstract getValue(): T;

  /** @internal The value of the latest commit, for a listener. */
  abstract read(): T;

  /**
   * @internal Notifies the listener of every commit in which the value may have changed. Adding it
   * twice does nothing. Default: `wants`.
   */
  abstract listen(listener: SourceListener, how?: Interest): void;

  /** @internal Removes the listener. Does nothing if it was not added. */
  abstract unlisten(listener: SourceListener): void;

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
    const isWhole = typeof observer === 'object' && observer !== null;
    const functions = { next: observer as (value: T) => void, error, complete } as Observer<T>;
    // A single function needs no object around it.
    const known = isWhole || !(error || complete) ? (observer ?? {}) : functions;
    const subscription = new StateSubscription(this, known);
    // RxJS operators manage their subscription. No `instanceof`: there may be several copies of RxJS.
    if (!isWhole || !('closed' in observer && 'add' in observer)) return subscription;
    // The cast holds: it is an RxJS `Subscriber`. If the subscription has ended, it is not added.
    (observer as unknown as Subscription).add(subscription);
    return observer as unknown as Subscription;
  }
}

/** The last value before the first emission. */
const NOTHING = Symbol('nothing');

/**
 * One subscription. There may be one per row on the screen, so it does without RxJS's
 * `Subscriber`, which takes several objects each. It notifies and reports errors as RxJS does.
 */
class StateSubscription<T> extends Subscription implements SourceListener {
  private readonly observer: Partial<Observer<T>> | ((value: T) => void);
  /** `undefined` after the end. */
  private source: StateObservable<T> | undefined;
  private last: T | typeof NOTHING;

  /** Subscribes: the observer gets the current value, and errors. */
  constructor(source: StateObservable<T>, observer: Partial<Observer<T>> | ((value: T) => void)) {
    super();
    this.source = source;
    this.observer = observer;
    this.last = NOTHING;
    try {
      // Listen first: this may start the request, and the first value says that it is in flight.
      source.listen(this);
    } catch (error) {
      this.fail(error);
    }
    this.changed();
  }

  changed(): void {
    const source = this.source;
    if (!source) return;
    let value: T;
    try {
      value = source.read();
    } catch (error) {
      this.fail(error);
      return;
    }
    if (Object.is(this.last, value)) return;
    // Set before the observer is called: it may write, and be called again.
    this.last = value;
    const observer = this.observer;
    try {
      if (typeof observer === 'function') observer(value);
      else observer.next?.(value);
    } catch (error) {
      reportUnhandled(error);
    }
  }

  private fail(error: unknown): void {
    this.end((observer) => (observer.error ? observer.error(error) : reportUnhandled(error)));
  }

  ended(): void {
    this.end((observer) => observer.complete?.());
  }

  private end(notify: (observer: Partial<Observer<T>>) => void): void {
    const source = this.source;
    if (!source) return;
    // Before the observer is called, for the same reason.
    this.source = undefined;
    const observer = this.observer;
    try {
      notify(typeof observer === 'function' ? {} : observer);
    } catch (error) {
      reportUnhandled(error);
    }
    source.unlisten(this);
    super.unsubscribe();
  }

  override unsubscribe(): void {
    const source = this.source;
    this.source = undefined;
    source?.unlisten(this);
    super.unsubscribe();
  }
}

/** Lets RxJS report an error as it does for its own subscribers. */
function reportUnhandled(error: unknown): void {
  new Observable((subscriber) => subscriber.error(error)).subscribe();
}
