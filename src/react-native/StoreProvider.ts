import { createElement, type ReactElement, useContext, useMemo } from 'react';
import { StoreContext } from '../react/StoreContext.ts';
import type { StoreProviderProps } from '../react/StoreProvider.ts';
import { navigationFocus } from './navigationFocus.ts';

/**
 * Provides a store to the hooks below. They refetch stale data, with their current arguments, when
 * their screen of React Navigation gains focus and when the app returns to the foreground.
 */
export function StoreProvider({ store, children }: StoreProviderProps): ReactElement {
  const { boundary } = useContext(StoreContext);
  const scope = useMemo(() => ({ store, screen: navigationFocus, boundary }), [store, boundary]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}
