import { SB_COMMIT_LOOP } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** More commits than this in one go mean that subscribers write what they observe. */
const MAX_COMMITS = 1_000;

/** More deliveries than this in one go mean that subscribers keep asking because of what they are told. */
const MAX_DELIVERIES = 100_000;

/** How many of the last deliveries are named then. */
const SHOWN = 20;

/** One step of the store. */
export interface Delivery {
  /** Whether it changes the state. */
  readonly isCommit: boolean;
  /** What it is called should the store never come to rest. */
  subject(): string;
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
    if (this.#running) {
      this.#waiting.push(delivery);
      return;
    }
    this.#running = true;
    try {
      this.#drain(delivery);
    } finally {
      this.#running = false;
    }
  }

  #drain(first: Delivery): void {
    let commits = 0;
    let count = 0;
    let last: Delivery[] | undefined;
    let failure: { readonly error: unknown } | undefined;
    for (let next: Delivery | undefined = first; next; next = this.#waiting.shift()) {
      count++;
      if (next.isCommit) commits++;
      if (commits > MAX_COMMITS - SHOWN || count > MAX_DELIVERIES - SHOWN) {
        (last ??= []).push(next);
        if (commits > MAX_COMMITS || count > MAX_DELIVERIES) this.#giveUp(next, last);
      }
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
  #giveUp(first: Delivery, last: readonly Delivery[]): never {
    for (let next: Delivery | undefined = first; next; next = this.#waiting.shift()) {
      next.apply();
      next.done();
    }
    const names = [...new Set(last.slice(-SHOWN).map((delivery) => delivery.subject()))].join(', ');
    throw new StreambedError(SB_COMMIT_LOOP, `Commits without end, the last of: ${names}.`);
  }
}
