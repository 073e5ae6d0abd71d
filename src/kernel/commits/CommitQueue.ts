import { StreambedError } from '../../shared/StreambedError.ts';
import { inDelivery } from './delivery.ts';

/** More commits than this in a row mean that subscribers write what they observe. */
const MAX_COMMITS = 1_000;

/**
 * More deliveries than this in a row mean that subscribers cause new ones when they are notified.
 */
const MAX_DELIVERIES = 100_000;

/** How many of the last deliveries the error message names. */
const NAMED = 20;

/** The steps of a commit, or of a notification about something that changes no data. */
export interface Delivery {
  /** The name of the delivery in the error message about a loop. */
  subject(): string;
  /** Changes the state. Only commits do. */
  apply?(): void;
  /** Notifies subscribers. */
  notify(): void;
  /** Runs last, even if subscribers are no longer notified. */
  done?(): void;
}

/**
 * Runs deliveries one after the other. A delivery that is requested during another one runs after
 * it, first in, first out.
 */
export class CommitQueue {
  /** True while a delivery runs. */
  isRunning: boolean;
  private readonly waiting: Delivery[];

  constructor() {
    this.isRunning = false;
    this.waiting = [];
  }

  /**
   * Runs the delivery now, or after those that run or wait. After all have run, throws the first
   * error.
   */
  run(first: Delivery): void {
    if (this.isRunning) {
      this.waiting.push(first);
      return;
    }
    this.isRunning = true;
    let commits = 0;
    let count = 0;
    let last: Delivery[] | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      for (let next: Delivery | undefined = first; next; next = this.waiting.shift()) {
        count++;
        if (next.apply) commits++;
        if (commits > MAX_COMMITS - NAMED || count > MAX_DELIVERIES - NAMED) {
          (last ??= []).push(next);
          if (commits > MAX_COMMITS || count > MAX_DELIVERIES) this.#stop(next, last);
        }
        try {
          next.apply?.();
          inDelivery(next);
        } catch (error) {
          failure ??= { error };
        }
        next.done?.();
      }
    } finally {
      this.isRunning = false;
    }
    if (failure) throw failure.error;
  }

  /** Keeps all writes; only notifications stop. */
  #stop(first: Delivery, last: readonly Delivery[]): never {
    for (let next: Delivery | undefined = first; next; next = this.waiting.shift()) {
      next.apply?.();
      next.done?.();
    }
    const names = [...new Set(last.slice(-NAMED).map((delivery) => delivery.subject()))].join(', ');
    throw new StreambedError('SB_COMMIT_LOOP', `Commits do not end. The last were: ${names}.`);
  }
}
