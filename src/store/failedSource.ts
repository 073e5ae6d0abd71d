import { NO_ANSWER } from './AnswerRow.ts';
import { type EndpointState, endpointState } from './EndpointState.ts';
import type { StateSource } from './StateSource.ts';

/** Calls `ended` when the store is disposed; gives the function that stops it. */
type UntilDisposed = (ended: () => void) => () => void;

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
  const state = endpointState<T>(NO_ANSWER, view, 0, false, 0, undefined);
  return { read: () => state, listen: (_changed, ended) => untilDisposed(ended) };
}

/** The source of `null` arguments: nothing, ever. */
export function inactiveSource<T>(untilDisposed: UntilDisposed): StateSource<EndpointState<T>> {
  return { read: () => INACTIVE, listen: (_changed, ended) => untilDisposed(ended) };
}

const INACTIVE: EndpointState<never> = {
  status: 'valid',
  data: undefined,
  error: undefined,
  errorPolicy: undefined,
  fetching: false,
  attempt: 0,
  fetchedAt: 0,
  expiresAt: Infinity,
};
