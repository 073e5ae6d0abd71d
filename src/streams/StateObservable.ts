import { Observable, type Observer, type Subscription } from 'rxjs';
import { Following } from './Following.ts';
import type { StateSource } from './StateSource.ts';

/** A value that a page is rendered with. */
export interface Rendered<T> {
  readonly value: T;
}

/**
 * An observable that always has a value. It emits the current one synchronously on subscribe, then each other one (by reference). It
 * never errors through failed requests and completes when the store is disposed. Asking for it does nothing; its source is looked up on
 * subscribe and on `getValue()`.
 */
export class StateObservable<T> extends Observable<T> {
  readonly #source: () => StateSource<T>;
  readonly #rendered: (() => Rendered<T> | undefined) | undefined;

  /** @internal Made by the store. `rendered`: see {@link StateObservable.rendered}. */
  constructor(source: () => StateSource<T>, rendered?: () => Rendered<T> | undefined) {
    super();
    this.#source = source;
    this.#rendered = rendered;
  }

  /**
   * @internal For bridges that render a page or take one over: the value that the page is rendered with; `undefined`: the value of the newest commit.
   */
  rendered(): Rendered<T> | undefined {
    return this.#rendered?.();
  }

  /** The value of the newest commit, without subscribing. */
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
    const following = new Following(observerOf(observer, error, complete));
    following.start(this.#source);
    if (!isSubscriber(observer)) return following;
    // It may have ended by itself.
    observer.add(following);
    return observer;
  }
}

/** The observer that arguments of `subscribe` make. Most give one function, which needs no object around it. */
function observerOf<T>(
  first: Partial<Observer<T>> | ((value: T) => void) | null | undefined,
  error: Observer<T>['error'] | null | undefined,
  complete: (() => void) | null | undefined,
): Partial<Observer<T>> | ((value: T) => void) {
  const isWhole = typeof first === 'object' && first !== null;
  if (isWhole || !(error || complete)) return first ?? {};
  return { next: first ?? undefined, error: error ?? undefined, complete: complete ?? undefined };
}

/** Whether an observer ends what it is subscribed to, as those of operators do; another copy of RxJS has other classes. */
function isSubscriber(observer: unknown): observer is Subscription {
  const isObject = typeof observer === 'object' && observer !== null;
  return isObject && 'closed' in observer && 'add' in observer;
}
