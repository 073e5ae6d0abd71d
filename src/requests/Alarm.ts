import type { DeadlineQueue } from './DeadlineQueue.ts';

/** Runs a function at one deadline. Setting the same time again costs nothing. */
export class Alarm {
  readonly #deadlines: DeadlineQueue;
  readonly #ring: () => void;
  #at: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(deadlines: DeadlineQueue, ring: () => void) {
    this.#deadlines = deadlines;
    this.#ring = ring;
  }

  /** Moves the deadline to `at`, ms since epoch; `undefined` cancels it. */
  set(at: number | undefined): void {
    if (at === this.#at) return;
    this.#cancel?.();
    this.#at = at;
    this.#cancel = at === undefined ? undefined : this.#deadlines.add(at, this.#due);
  }

  /** Rings now if the deadline has passed. */
  catchUp(now: number): void {
    if (this.#at === undefined || this.#at > now) return;
    this.#cancel?.();
    this.#due();
  }

  readonly #due = (): void => {
    this.#at = this.#cancel = undefined;
    this.#ring();
  };
}
