import type { Store, StoreStats } from 'streambed';
import type { ManualClock } from '../support/ManualClock.ts';

/** The tools of a scenario. Time passes only by `advance`. */
export interface Bench {
  readonly store: Store;
  readonly clock: ManualClock;
}

/** A repeated task that must leave nothing behind. */
export interface Scenario {
  readonly title: string;
  /** Starts the scenario and returns one cycle of it. `i` counts up. */
  start(bench: Bench): (i: number) => void | Promise<void>;
}

/** The counts of a store that scenarios must leave once `gcTime` has passed. */
export const nothing: Omit<StoreStats, 'computations'> = {
  entries: 0,
  entities: 0,
  inFlight: 0,
  layers: 0,
  timers: 0,
  subscribers: 0,
};
