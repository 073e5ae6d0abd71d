/**
 * A thenable that says whether it is settled, as React reads it: `status`, `value`, `reason`. A pending one settles in place; it is never
 * an unhandled rejection.
 */
export class ReadThenable<T> implements PromiseLike<T> {
  status: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  value: T | undefined;
  reason: unknown;
  #waiting: (() => void)[] = [];

  static fulfilled<T>(value: T): ReadThenable<T> {
    const thenable = new ReadThenable<T>();
    thenable.fulfil(value);
    return thenable;
  }

  static rejected<T>(reason: unknown): ReadThenable<T> {
    const thenable = new ReadThenable<T>();
    thenable.reject(reason);
    return thenable;
  }

  fulfil(value: T): void {
    this.status = 'fulfilled';
    this.value = value;
    this.#wake();
  }

  reject(reason: unknown): void {
    this.status = 'rejected';
    this.reason = reason;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) queueMicrotask(wake);
  }

  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return new Promise<A | B>((resolve, reject) => {
      const settle = (): void => {
        try {
          if (this.status === 'fulfilled') {
            // The casts hold: without a handler the value or reason passes through, as with any promise.
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
      if (this.status === 'pending') this.#waiting.push(settle);
      else queueMicrotask(settle);
    });
  }
}
