import { createStore, type Store, type StoreOptions } from 'streambed';
import { ManualClock } from '../../support/ManualClock.ts';

/** A store with virtual time: `clock.advance(ms)`. */
export function testStore(options: StoreOptions = {}): { store: Store; clock: ManualClock } {
  const clock = new ManualClock();
  return { store: createStore({ scheduler: clock, ...options }), clock };
}
