import type { EndpointState } from './EndpointState.ts';

/** The state for `null` args. */
export const INACTIVE: EndpointState<never> = {
  status: 'valid',
  data: undefined,
  error: undefined,
  errorPolicy: undefined,
  fetching: false,
  optimistic: false,
  attempt: 0,
  fetchedAt: 0,
  expiresAt: Infinity,
};
