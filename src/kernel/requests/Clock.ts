import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/**
 * The time of a store: the scheduler's time, except that it never goes back. When the wall clock is
 * set back, this clock continues from its last time, so ages and delays keep their lengths. When
 * the wall clock is set forward, or the machine has slept, this clock follows.
 */
export class Clock implements SchedulerLike {
  private readonly scheduler: SchedulerLike;
  /** The wall clock's time at the last call of `now()`. */
  private wall: number;
  /** How far the wall clock was set back in total, ms. */
  private lag: number;

  constructor(scheduler: SchedulerLike) {
    this.scheduler = scheduler;
    this.wall = -Infinity;
    this.lag = 0;
  }

  /** ms since epoch. */
  now(): number {
    const wall = this.scheduler.now();
    if (wall < this.wall) this.lag += this.wall - wall;
    this.wall = wall;
    return wall + this.lag;
  }

  /** Runs `work` after `delay` ms. */
  schedule<T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delay = 0,
    state?: T,
  ): Subscription {
    const due = this.now() + delay;
    const lag = this.lag;
    const catchUp = (): void => this.#catchUp(due, lag);
    return this.scheduler.schedule<T>(
      function (given) {
        catchUp();
        work.call(this, given);
      },
      delay,
      state,
    );
  }

  /**
   * Corrects the time when a timer fires early by this clock. The timer measures elapsed time
   * correctly; the wall clock does not if it was set back meanwhile, that is if the lag has grown.
   */
  #catchUp(due: number, lag: number): void {
    const missing = due - this.now();
    if (missing > 0 && this.lag > lag) this.lag += missing;
  }
}
