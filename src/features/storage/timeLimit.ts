import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** The number of timers of a time limit. Between two of them, the program handles events. */
const PARTS = 10;

/**
 * Calls `over` after a time limit, ms, that counts only while the program runs. A busy page handles no
 * events, but its timers become due: one long task counts as one part of the limit.
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
