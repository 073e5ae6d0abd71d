import type { ManualClock } from './ManualClock.ts';

/** Lets `ms` pass in steps of at most 100 ms, so that timers run at their time. */
export function pass(clock: ManualClock, ms: number): void {
  for (let left = ms; left > 0; left -= 100) clock.advance(Math.min(left, 100));
}
