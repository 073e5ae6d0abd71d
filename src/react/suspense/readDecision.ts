import type { EndpointState } from '../../kernel/streams/EndpointState.ts';

/** What a hook does with a state: shows the data, throws the error, or waits for either. */
export type ReadDecision = 'show' | 'throw' | 'wait';

/** What a mounted component does. It never waits merely because data has expired. */
export function readDecision(state: EndpointState<unknown>): ReadDecision {
  const { data, error, errorPolicy, status } = state;
  if (error && (errorPolicy === 'hard' || data === undefined)) return 'throw';
  return data !== undefined || status !== 'invalid' ? 'show' : 'wait';
}

/**
 * Whether a component that renders for the first time waits although there is data or an error:
 * invalid data, an expired error, or an error whose key is being fetched again.
 */
export function firstRenderWaits(state: EndpointState<unknown>): boolean {
  if (readDecision(state) === 'throw') return state.fetching || state.status !== 'valid';
  return state.status === 'invalid';
}
