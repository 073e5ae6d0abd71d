import { type DehydratedState, rehydrate, type Store } from 'streambed';

/** Returns the store after it was given states. */
export function rehydrated<S extends Store>(store: S, ...states: readonly DehydratedState[]): S {
  for (const state of states) rehydrate(store, state);
  return store;
}
