import { createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { StoreContext, type StoreScope } from './StoreScope.ts';
import type { HookObserver } from './suspense/HookObserver.ts';
import type { Subscribe } from './suspense/SharedObserver.ts';

/** Calls `refetch` each time the screen gains focus. Returns the function that unsubscribes. */
export type OnFocus = (refetch: () => void) => () => void;

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
  const scope = useMemo(() => ({ ...outer, ...screenOf(onFocus) }), [outer, onFocus]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}

/** The part of a scope for the hooks of a screen. */
function screenOf(onFocus: OnFocus): Pick<StoreScope, 'useSubscribe'> {
  return { useSubscribe: (observer) => useRefetchingOn(onFocus, observer) };
}

/** `subscribe` of a hook that also refetches stale data when the screen gains focus. */
export function useRefetchingOn(onFocus: OnFocus, observer: HookObserver): Subscribe {
  return useMemo(
    () => (listener) => {
      const unsubscribe = observer.subscribe(listener);
      const stop = onFocus(() => observer.stream.fetchIfNeeded());
      return () => {
        stop();
        unsubscribe();
      };
    },
    [onFocus, observer],
  );
}
