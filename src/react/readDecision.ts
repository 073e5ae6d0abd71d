import type { EndpointState } from '../streams/EndpointState.ts';

/** What a hook does with a state: show the data, throw the error, or wait for either. */
export type ReadDecision = 'show' | 'throw' | 'wait';

/** What a reader that is already there does: time alone never makes it wait. */
export function readDecision(state: EndpointState<unknown>): ReadDecision {
  const { data, error, errorPolicy, status } = state;
  if (error && (errorPolicy === 'hard' || data === undefined)) return 'throw';
  return data !== undefined || status !== 'invalid' ? 'show' : 'wait';
}

/**
 * Whether a reader that renders for the first time has to wait although there is something: data that must not be shown any more, or an
 * error that has expired or is being asked for again.
 */
export function firstRenderWaits(state: EndpointState<unknown>): boolean {
  if (readDecision(state) === 'throw') return state.fetching || state.status !== 'valid';
  return state.status === 'invalid';
}
