import { createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { OnFocus } from './OnFocus.ts';
import { StoreContext } from './StoreContext.ts';

/** Props of {@link FocusScope}. */
export interface FocusScopeProps {
  /**
   * Calls the given function each time the screen gains focus. Returns the function that
   * unsubscribes. Pass the same function in every render.
   */
  readonly onFocus: OnFocus;
  readonly children?: ReactNode;
}

/**
 * A screen that can lose and gain focus. When it gains focus, the hooks below that fetch –
 * `useSuspense`, `useDLE`, `useFetch` – refetch stale data with their current arguments. The
 * present data stays on screen meanwhile.
 *
 * @example With React Navigation, for all screens of a navigator:
 * ```tsx
 * <Stack.Navigator
 *   screenLayout={({ navigation, children }) => <Screen navigation={navigation}>{children}</Screen>}
 * >
 *
 * function Screen({ navigation, children }) {
 *   const onFocus = useCallback((refetch) => navigation.addListener('focus', refetch), [navigation]);
 *   return <FocusScope onFocus={onFocus}>{children}</FocusScope>;
 * }
 * ```
 */
export function FocusScope({ onFocus, children }: FocusScopeProps): ReactElement {
  const outer = useContext(StoreContext);
  const scope = useMemo(() => ({ ...outer, screen: onFocus }), [outer, onFocus]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}
