import { soon } from '../shared/soon.ts';

/**
 * A thenable that says how it stands, as React reads it: `status`, `value`, `reason`. It stands for a state, so it goes on after it has
 * settled: to other values, and back to pending. React looks at it again in a render that it repeats, and has to find what is right then.
 */
export class ReadThenable<T> implements PromiseLike<T> {
  status: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  value: T | undefined;
  reason: unknown;
  /** How often renders have thrown it while it is pending. */
  throws = 0;
  #waiting: (() => void)[] | undefined;
  #settled: ReadThenable<T> | undefined;

  /** Whether nobody has to wait. */
  get resolved(): boolean {
    return this.status !== 'pending';
  }

  fulfil(value: T): void {
    this.#become('fulfilled', value, undefined);
  }

  reject(reason: unknown): void {
    this.#become('rejected', undefined, reason);
  }

  wait(): void {
    this.#become('pending', undefined, undefined);
  }

  /** What says for ever how it stands, the same object as long as it does; itself while it is pending, as it will wake who waits. */
  settled(): ReadThenable<T> {
    const { status, value, reason } = this;
    if (status === 'pending') return this;
    let settled = this.#settled;
    const isSame = settled && Object.is(settled.value, value) && Object.is(settled.reason, reason);
    if (!settled || !isSame || settled.status !== status) {
      settled = new ReadThenable<T>();
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
    this.wake();
  }

  /** Has those who wait look again. */
  wake(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    for (const look of waiting) soon(look);
  }

  /** The handlers are told to look again, which they do at the thenable itself; they run once, and never before `then` has returned. */
  // oxlint-disable-next-line unicorn/no-thenable -- React waits for thenables
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return new Promise<A | B>((resolve, reject) => {
      const look = (): void => {
        try {
          if (this.status !== 'rejected') {
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
      if (this.status === 'pending') (this.#waiting ??= []).push(look);
      else soon(look);
    });
  }
}
