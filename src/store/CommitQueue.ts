import { StreambedError } from '../shared/StreambedError.ts';

/** More deliveries than this in one go mean that subscribers write what they observe. */
const MAX_DELIVERIES = 1_000;

/** One step of the store: what it does to the state, who is told, and what it is called should the store never come to rest. */
export interface Delivery {
  apply(): void;
  notify(): void;
  readonly subject: string;
}

/** Runs deliveries one after the other: what is asked for during a delivery runs after it, first in, first out. */
export class CommitQueue {
  readonly #waiting: Delivery[] = [];
  #running = false;

  /** True while a delivery runs. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** Runs the delivery now, or after those that run or wait. */
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
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.apply();
      if (subjects.push(next.subject) > MAX_DELIVERIES) this.#giveUp(subjects);
      next.notify();
    }
  }

  /** What was written stays written; only the telling ends. */
  #giveUp(subjects: readonly string[]): never {
    for (const delivery of this.#waiting.splice(0)) delivery.apply();
    const names = [...new Set(subjects.slice(-20))].join(', ');
    throw new StreambedError('SB_COMMIT_LOOP', `Commits without end, the last of: ${names}.`);
  }
}
