import { Observable, type Observer, type Subscription } from 'rxjs';
import { StateSubscription } from './StateSubscription.ts';
import type { ReadableSource } from './ReadableSource.ts';

/** A value that a page is rendered with. */
export interface Rendered<T> {
  readonly value: T;
}

/**
 * An observable that always has a value. Emits the current value synchronously on subscribe, then
 * every change (compared by reference). Failed requests are no errors of it. Completes when the
 * store is disposed. Creating one does nothing: the source is looked up on subscribe and on
 * `getValue()`.
 */
export class StateObservable<T> extends Observable<T> {
  readonly #source: () => ReadableSource<T>;
  readonly #rendered: (() => Rendered<T> | undefined) | undefined;

  /** @internal Made by the store. `rendered`: see {@link StateObservable.rendered}. */
  constructor(source: () => ReadableSource<T>, rendered?: () => Rendered<T> | undefined) {
    super();
    this.#source = source;
    this.#rendered = rendered;
  }

  /**
   * @internal For bridges that render or hydrate a page: the value that the page is rendered with;
   * `undefined`: the value of the latest commit.
   */
  rendered(): Rendered<T> | undefined {
    return this.#rendered?.();
  }

  /** The value of the latest commit, without subscribing. */
  getValue(): T {
    return this.#source().read();
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
    subscription.start(this.#source);
    if (!isSubscriber(observer)) return subscription;
    // The subscription may have ended already; then it is not added.
    observer.add(subscription);
    return observer;
  }
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
