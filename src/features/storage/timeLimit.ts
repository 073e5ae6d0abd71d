import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** How often a time limit lets the program handle what has arrived. */
const PARTS = 10;

/**
 * Calls `over` after a time limit, ms, in which the program runs. While a page is busy, what arrives waits
 * behind its timers: however long that takes, it is one part of the limit.
 */
export function timeLimit(scheduler: SchedulerLike, ms: number, over: () => void): Subscription {
  const part = ms / PARTS;
  let left = PARTS;
  return scheduler.schedule(function (this: SchedulerAction<unknown>) {
    left--;
    if (left > 0) this.schedule(undefined, part);
    else over();
  }, part);
}
