import { useEffect, useMemo, useReducer } from 'react';
import { IDLE, type Settling, SettlingCalls } from './SettlingCalls.ts';

/** How the latest of several calls stands, and what has to be told of them. What ends after the component is gone is not shown. */
export function useSettling<T>(): readonly [Settling<T>, SettlingCalls<T>] {
  const [state, show] = useReducer(next<T>, IDLE);
  const calls = useMemo(() => new SettlingCalls<T>(show), []);
  useEffect(() => calls.mount(), [calls]);
  return [state, calls];
}

function next<T>(state: Settling<T>, update: Partial<Settling<T>>): Settling<T> {
  return { ...state, ...update };
}
