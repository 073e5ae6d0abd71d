import { createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { Store } from '../store/Store.ts';
import { StoreContext } from './StoreScope.ts';

/** Props of {@link StoreProvider}. */
export interface StoreProviderProps {
  /** The store that the hooks below read. It belongs to you: the provider does not dispose it. */
  readonly store: Store;
  readonly children?: ReactNode;
}

/** Provides a store to the hooks below. */
export function StoreProvider({ store, children }: StoreProviderProps): ReactElement {
  const outer = useContext(StoreContext);
  const scope = useMemo(() => ({ ...outer, store }), [outer, store]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}
