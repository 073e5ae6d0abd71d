import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';

/** The number of timers of a time limit. Between two of them, the program handles events. */
const PARTS = 10;

/** The longest delay that the timers of all platforms support, ms. `Infinity` would fire at once. */
const LONGEST_PART = 0x7fff_ffff;

/**
 * Calls `over` after a time limit, ms, that counts only while the program runs. A busy page handles no
 * events, but its timers become due: one long task counts as one part of the limit, and is not its end.
 */
export function timeLimit(scheduler: SchedulerLike, ms: number, over: () => void): Subscription {
  const part = Math.min(ms / PARTS, LONGEST_PART);
  let left = PARTS;
  let dueAt = scheduler.now() + part;
  return scheduler.schedule(function (this: SchedulerAction<unknown>) {
    const now = scheduler.now();
    left--;
    if (left > 0 || (left === 0 && now > dueAt + part)) {
      dueAt = now + part;
      this.schedule(undefined, part);
    } else over();
  }, part);
}
