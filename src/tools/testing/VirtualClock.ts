import { VirtualTimeScheduler } from 'rxjs';

/** The time at which each virtual clock starts: 2000-01-01T00:00:00Z, ms since epoch. */
const START = 946_684_800_000;

/** More than the longest chain of promises between a response and its observers, in several tabs. */
const TURNS = 500;

/** Lets promises that can settle without time settle, and what follows from them. */
export async function settlePromises(): Promise<void> {
  // One promise for all turns: under Jest, a new one costs as much as the turn itself.
  const settled = Promise.resolve();
  for (let turn = 0; turn < TURNS; turn++) await settled;
}

/** A scheduler whose time passes only while `advance` runs. */
export class VirtualClock extends VirtualTimeScheduler {
  constructor() {
    super();
    // `now` is a property of schedulers, so a method of that name would be hidden.
    this.now = () => START + this.frame;
  }

  /**
   * Lets `ms` pass: runs each timer at its time, in order, and lets promises settle before, between
   * and after the timers.
   */
  async advance(ms: number): Promise<void> {
    const end = this.frame + ms;
    await settlePromises();
    for (let due = this.#nextBefore(end); due !== undefined; due = this.#nextBefore(end)) {
      this.maxFrames = due;
      this.flush();
      await settlePromises();
    }
    this.frame = end;
  }

  #nextBefore(end: number): number | undefined {
    const due = this.actions[0]?.delay;
    return due !== undefined && due <= end ? due : undefined;
  }
}
