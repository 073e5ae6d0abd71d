import { runInMicrotask } from '../shared/runInMicrotask.ts';

/**
 * A thenable with the fields that React reads: `status`, `value`, `reason`. It mirrors the state of
 * a key, so it changes after it has settled: to other values, and back to pending. When React
 * repeats a render it reads the fields again and must find the present state.
 */
export class SuspenseThenable<T> implements PromiseLike<T> {
  status: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  value: T | undefined;
  reason: unknown;
  /** How many times renders have thrown this thenable since it is pending. */
  throws = 0;
  #callbacks: (() => void)[] | undefined;
  #settled: SuspenseThenable<T> | undefined;

  /** Whether it is settled. */
  get resolved(): boolean {
    return this.status !== 'pending';
  }

  fulfil(value: T): void {
    this.#become('fulfilled', value, undefined);
  }

  reject(reason: unknown): void {
    this.#become('rejected', undefined, reason);
  }

  setPending(): void {
    this.#become('pending', undefined, undefined);
  }

  /**
   * A thenable with the present outcome, which never changes; the same object while the outcome is
   * the same. While pending, it is this thenable: it will notify its callbacks.
   */
  settled(): SuspenseThenable<T> {
    const { status, value, reason } = this;
    if (status === 'pending') return this;
    let settled = this.#settled;
    const isSame = settled && Object.is(settled.value, value) && Object.is(settled.reason, reason);
    if (!settled || !isSame || settled.status !== status) {
      settled = new SuspenseThenable<T>();
      settled.#become(status, value, reason);
      this.#settled = settled;
    }
    return settled;
  }

  #become(status: this['status'], value: T | undefined, reason: unknown): void {
    this.status = status;
    this.value = value;
    this.reason = reason;
    if (status === 'pending') return;
    this.throws = 0;
    this.notify();
  }

  /**
   * Runs the callbacks of `then`, which read the present state. While pending this only repeats
   * renders.
   */
  notify(): void {
    const callbacks = this.#callbacks;
    if (!callbacks) return;
    this.#callbacks = undefined;
    for (const settle of callbacks) runInMicrotask(settle);
  }

  /** The handlers run once, in a microtask, with the state of that moment. */
  // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return new Promise<A | B>((resolve, reject) => {
      const settle = (): void => {
        try {
          if (this.status !== 'rejected') {
            // The casts hold: without a handler the value passes through, as with any promise.
            resolve(onFulfilled ? onFulfilled(this.value as T) : (this.value as unknown as A));
          } else if (onRejected) {
            resolve(onRejected(this.reason));
          } else {
            reject(this.reason);
          }
        } catch (error) {
          reject(error);
        }
      };
      if (this.status === 'pending') (this.#callbacks ??= []).push(settle);
      else runInMicrotask(settle);
    });
  }
}
