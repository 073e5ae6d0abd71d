import { StreambedError } from '../shared/StreambedError.ts';

/** More commits than this in one go mean that subscribers write what they observe. */
const MAX_COMMITS = 1_000;

/** More deliveries than this in one go mean that subscribers keep asking because of what they are told. */
const MAX_DELIVERIES = 100_000;

/** One step of the store. */
export interface Delivery {
  /** Whether it changes the state. */
  readonly isCommit: boolean;
  /** What it is called should the store never come to rest. */
  readonly subject: string;
  /** Changes the state. */
  apply(): void;
  /** Tells subscribers. */
  notify(): void;
  /** Runs last, also if nobody is told any more. */
  done(): void;
}

/** Runs deliveries one after the other: what is asked for during a delivery runs after it, first in, first out. */
export class CommitQueue {
  readonly #waiting: Delivery[] = [];
  #running = false;

  /** True while a delivery runs. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** Runs the delivery now, or after those that run or wait. Throws the first error of one that was run, after all have run. */
  run(delivery: Delivery): void {
    this.#waiting.push(delivery);
    if (this.#running) return;
    this.#running = true;
    try {
      this.#drain();
    } finally {
      this.#running = false;
    }
  }

  #drain(): void {
    const subjects: string[] = [];
    let commits = 0;
    let failure: { readonly error: unknown } | undefined;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      subjects.push(next.subject);
      if (next.isCommit) commits++;
      if (commits > MAX_COMMITS || subjects.length > MAX_DELIVERIES) this.#giveUp(next, subjects);
      try {
        next.apply();
        next.notify();
      } catch (error) {
        failure ??= { error };
      }
      next.done();
    }
    if (failure) throw failure.error;
  }

  /** What was written stays written; only the telling ends. */
  #giveUp(last: Delivery, subjects: readonly string[]): never {
    for (let next: Delivery | undefined = last; next; next = this.#waiting.shift()) {
      next.apply();
      next.done();
    }
    const names = [...new Set(subjects.slice(-20))].join(', ');
    throw new StreambedError('SB_COMMIT_LOOP', `Commits without end, the last of: ${names}.`);
  }
}
