import { createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { StoreContext } from './StoreScope.ts';
import type { EndpointResource } from './suspense/EndpointResource.ts';
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
  const useSubscribe = useMemo(() => refetchingOn(onFocus), [onFocus]);
  const scope = useMemo(() => ({ ...outer, useSubscribe }), [outer, useSubscribe]);
  return createElement(StoreContext.Provider, { value: scope }, children);
}

/**
 * `subscribe` of hooks that also refetch stale data when the screen gains focus: the same function
 * for the same resource.
 */
export function refetchingOn(onFocus: OnFocus): (resource: EndpointResource) => Subscribe {
  const known = new WeakMap<EndpointResource, Subscribe>();
  return (resource) => {
    let subscribe = known.get(resource);
    if (!subscribe) {
      subscribe = (listener) => {
        const unsubscribe = resource.subscribe(listener);
        const stop = onFocus(() => resource.stream.fetchIfNeeded());
        return () => {
          stop();
          unsubscribe();
        };
      };
      known.set(resource, subscribe);
    }
    return subscribe;
  };
}
