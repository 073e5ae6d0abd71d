import { useEffect, useMemo, useReducer } from 'react';
import { IDLE, type CallState, AsyncState } from './AsyncState.ts';

/**
 * The state of the latest of several calls, and the object that tracks them. Calls that settle
 * after the unmount are not shown.
 */
export function useAsyncState<T>(): readonly [CallState<T>, AsyncState<T>] {
  const [state, show] = useReducer(next<T>, IDLE);
  const calls = useMemo(() => new AsyncState<T>(show), []);
  useEffect(() => calls.mount(), [calls]);
  return [state, calls];
}

function next<T>(state: CallState<T>, update: Partial<CallState<T>>): CallState<T> {
  return { ...state, ...update };
}
