import type { ReadDecision } from './readDecision.ts';

/** A thenable of data that is there. */
export interface Fulfilled extends PromiseLike<unknown> {
  readonly status: 'fulfilled';
  readonly value: unknown;
}

/** A thenable with the fields that React reads. */
export type Usable = SuspenseThenable | Fulfilled;

const STATUS = { show: 'fulfilled', throw: 'rejected', wait: 'pending' } as const;

/**
 * What hooks show, as a thenable with the fields that React reads: `status`, `value`, `reason`. The
 * one that renders wait for mirrors the present state, also after it has settled: when React
 * repeats a render, it reads the fields of the thenable that suspended it.
 */
export class SuspenseThenable implements PromiseLike<unknown> {
  status: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  value: unknown;
  reason: unknown;
  /** How many times renders have thrown this thenable since it is pending. */
  throws = 0;
  #callbacks: (() => void)[] | undefined;

  /** Whether it is settled. */
  get resolved(): boolean {
    return this.status !== 'pending';
  }

  /** `content`: the data, the error, or `undefined` for `'wait'`. */
  become(decision: ReadDecision, content: unknown): this {
    this.status = STATUS[decision];
    this.value = decision === 'show' ? content : undefined;
    this.reason = decision === 'throw' ? content : undefined;
    if (decision !== 'wait') {
      this.throws = 0;
      this.notify();
    }
    return this;
  }

  /** Whether {@link become} would change nothing. */
  is(decision: ReadDecision, content: unknown): boolean {
    const present = decision === 'throw' ? this.reason : this.value;
    return this.status === STATUS[decision] && Object.is(present, content);
  }

  /**
   * Runs the callbacks of `then`, which read the present state. While pending this only repeats
   * renders.
   */
  notify(): void {
    const callbacks = this.#callbacks ?? [];
    this.#callbacks = undefined;
    for (const run of callbacks) run();
  }

  /** The handlers run once, in a microtask, with the state of that moment. */
  // oxlint-disable-next-line unicorn/no-thenable -- React suspends on thenables
  async then<A = unknown, B = never>(
    onFulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    await (this.resolved ||
      new Promise<void>((settled) => {
        (this.#callbacks ??= []).push(settled);
      }));
    if (this.status !== 'rejected') {
      // The cast holds: without a handler the value passes through, as with any promise.
      return onFulfilled ? onFulfilled(this.value) : (this.value as A);
    }
    if (onRejected) return onRejected(this.reason);
    throw this.reason;
  }
}
