import type { DehydratedState } from './DehydratedState.ts';

/** The stores that made states. */
const origins = new WeakMap<DehydratedState, object>();

/** Notes which store made a state. Returns the state. */
export function madeBy<S extends DehydratedState>(origin: object, state: S): S {
  origins.set(state, origin);
  return state;
}

/** The store that made a state; `undefined` for a copy, as of JSON. */
export function originOf(state: DehydratedState): object | undefined {
  return origins.get(state);
}
