import { createElement, type ReactElement, useContext, useMemo } from 'react';
import { StoreContext, type StoreProviderProps } from '../StoreScope.ts';
import { navigationFocus } from './navigationFocus.ts';

/**
 * Provides a store to the hooks below. They refetch stale data, with their current arguments, when
 * their screen of React Navigation gains focus and when the app returns to the foreground.
 */
export function StoreProvider({ store, children }: StoreProviderProps): ReactElement {
  const outer = useContext(StoreContext);
  const scope = useMemo(() => ({ ...outer, ...navigationFocus, store }), [outer, store]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}
