import {
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { AsyncBoundary } from '../react/boundaries/AsyncBoundary.ts';
import { StoreProvider } from '../react/StoreScope.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import type { Store } from '../store/Store.ts';
import { createTestStore, type TestStoreOptions } from '../testing/createTestStore.ts';

/** Props of {@link FixtureProvider}: the options of its store, and these. */
export interface FixtureProviderProps extends TestStoreOptions {
  /**
   * Shown while children suspend; errors are shown with a button to try again. Default: no boundary.
   */
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Provides a store with fixtures as its server. The store is made on mount, later options are
 * ignored, and it is disposed after unmounting. Its time is real by default, so delays are visible.
 */
export function FixtureProvider({
  children,
  fallback,
  ...options
}: FixtureProviderProps): ReactElement {
  const [store] = useState(() => createTestStore({ time: 'real', ...options }));
  useDisposal(store);
  const content =
    fallback === undefined ? children : createElement(AsyncBoundary, { fallback }, children);
  return createElement(StoreProvider, { store }, content);
}

/** Disposes a store when the component is unmounted. */
export function useDisposal(store: Store): void {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // StrictMode unmounts and mounts again in one task.
      runInMicrotask(() => {
        if (!isMounted.current) store.dispose();
      });
    };
  }, [store]);
}
