import type { DeadlineQueue } from './DeadlineQueue.ts';

/** One deadline at a time. Setting it to the time it has costs nothing. */
export class Alarm {
  readonly #deadlines: DeadlineQueue;
  readonly #ring: () => void;
  #at: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(deadlines: DeadlineQueue, ring: () => void) {
    this.#deadlines = deadlines;
    this.#ring = ring;
  }

  /** Rings at a time, ms since epoch, and at no other; `undefined`: never. */
  set(at: number | undefined): void {
    if (at === this.#at) return;
    this.#cancel?.();
    this.#at = at;
    this.#cancel = at === undefined ? undefined : this.#deadlines.add(at, this.#due);
  }

  /** Rings at once if its time has come. */
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
