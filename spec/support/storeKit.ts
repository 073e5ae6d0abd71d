import { map } from 'rxjs';
import type { EndpointObservable } from '../../src/kernel/streams/EndpointObservable.ts';
import { createStore } from '../../src/kernel/store/createStore.ts';
import type { StoreOptions } from '../../src/kernel/store/StoreOptions.ts';
import { collect, type Collected } from './collect.ts';
import { ManualClock } from './ManualClock.ts';
import { showState } from './showState.ts';

/** A store with manual time, and the errors it reported. */
export function storeKit(options: StoreOptions = {}) {
  const clock = new ManualClock();
  const reported: unknown[] = [];
  const onError = (error: unknown): void => void reported.push(error);
  return { clock, reported, store: createStore({ scheduler: clock, onError, ...options }) };
}

/** The states of an endpoint, each in one line. */
export function collectStates(observable: EndpointObservable<unknown>): Collected<string> {
  return collect(observable.pipe(map(showState)));
}
