import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/**
 * The time of a store: that of a scheduler, but it never goes back. When the wall clock is set back, time goes on from where it was, so that
 * ages and waits keep their lengths; when it is set forward, or the machine has slept, time follows.
 */
export class Clock implements SchedulerLike {
  readonly #scheduler: SchedulerLike;
  /** The wall clock at the last look. */
  #wall = -Infinity;
  /** How far the wall clock was set back in all, ms. */
  #lag = 0;

  constructor(scheduler: SchedulerLike) {
    this.#scheduler = scheduler;
  }

  /** ms since epoch. */
  now(): number {
    const wall = this.#scheduler.now();
    if (wall < this.#wall) this.#lag += this.#wall - wall;
    this.#wall = wall;
    return wall + this.#lag;
  }

  /** Runs `work` in `delay` ms. */
  schedule<T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delay = 0,
    state?: T,
  ): Subscription {
    const due = this.now() + delay;
    const lag = this.#lag;
    const waited = (): void => this.#waitedUntil(due, lag);
    return this.#scheduler.schedule<T>(
      function (given) {
        waited();
        work.call(this, given);
      },
      delay,
      state,
    );
  }

  /** Timers know how much time has passed; a wall clock that was set back meanwhile – the lag has grown – does not. */
  #waitedUntil(due: number, lag: number): void {
    const missing = due - this.now();
    if (missing > 0 && this.#lag > lag) this.#lag += missing;
  }
}
