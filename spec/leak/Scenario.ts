import type { Store, StoreStats } from 'streambed';
import type { ManualClock } from '../support/ManualClock.ts';

/** The tools of a scenario. Time passes only by `advance`. */
export interface Bench {
  readonly store: Store;
  readonly clock: ManualClock;
}

/** Something that is done many times and must leave nothing behind. */
export interface Scenario {
  readonly title: string;
  /** Begins; gives what one time does. `i` counts up and never comes twice. */
  start(bench: Bench): (i: number) => void | Promise<void>;
}

/** What scenarios have to leave in a store once `gcTime` has passed. */
export const nothing: Omit<StoreStats, 'computations'> = {
  entries: 0,
  entities: 0,
  inFlight: 0,
  layers: 0,
  timers: 0,
  subscribers: 0,
};
