import { NO_ANSWER } from './AnswerRow.ts';
import { type EndpointState, endpointState } from './EndpointState.ts';
import type { StateSource } from './StateSource.ts';
import type { UntilDisposed } from './UntilDisposed.ts';

/** The source of a call that has no key, because of its arguments: its state is the failure. */
export function failedSource<T>(
  failure: Error,
  untilDisposed: UntilDisposed,
): StateSource<EndpointState<T>> {
  const view = {
    source: 'none',
    data: undefined,
    stored: undefined,
    complete: false,
    fetchedAt: 0,
    expiresAt: 0,
    failure,
  } as const;
  const state = endpointState<T>(NO_ANSWER, view, 0, false, 0, false, undefined);
  return { read: () => state, listen: untilDisposed.listen, unlisten: untilDisposed.unlisten };
}

/** The source of `null` arguments: nothing, ever. */
export function inactiveSource<T>(untilDisposed: UntilDisposed): StateSource<EndpointState<T>> {
  const { listen, unlisten } = untilDisposed;
  return { read: () => INACTIVE, listen, unlisten };
}

/** The state of `null` arguments. */
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
