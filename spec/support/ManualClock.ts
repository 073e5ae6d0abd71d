import { VirtualTimeScheduler } from 'rxjs';

/** A scheduler whose time passes only by `advance`, which runs what became due. Starts at 1,000,000 ms. */
export class ManualClock extends VirtualTimeScheduler {
  #now = 1_000_000;

  constructor() {
    super();
    // `now` is a property of schedulers, so a method of that name would be hidden.
    this.now = () => this.#now;
  }

  /** Lets `ms` pass. */
  advance(ms: number): void {
    this.maxFrames = this.frame + ms;
    this.#now += ms;
    this.flush();
    this.frame = this.maxFrames;
  }

  /** Sets the clock forward or back, as a user or a time server does. Timers are not affected. */
  adjust(ms: number): void {
    this.#now += ms;
  }
}
