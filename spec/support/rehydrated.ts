import { type DehydratedState, rehydrate, type Store } from 'streambed';

/** A store that was brought states. */
export function rehydrated<S extends Store>(store: S, ...states: readonly DehydratedState[]): S {
  for (const state of states) rehydrate(store, state);
  return store;
}
