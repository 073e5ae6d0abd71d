import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { AsyncBoundary } from '../../../react/boundaries/AsyncBoundary.ts';
import { StoreProvider } from '../../../react/StoreScope.ts';
import { runInMicrotask } from '../../../shared/runInMicrotask.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import type { Fixture } from '../Fixture.ts';
import { createTestStore, type TestStoreOptions } from '../createTestStore.ts';

/** Props of {@link FixtureProvider}: the options of its store, and these. */
export interface FixtureProviderProps extends TestStoreOptions {
  /**
   * Shown while children suspend; errors are shown with a button to try again. Default: no boundary.
   */
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

/** The options of the provider around. */
const OuterOptions = /* @__PURE__ */ createContext<TestStoreOptions>({});

/**
 * Provides a store with fixtures as its server. The store is made on mount, later options are
 * ignored, and it is disposed after unmounting. Its time is real by default, so delays are visible.
 * A provider in another one has a store of its own with the options of both: its fixtures come first.
 */
export function FixtureProvider({
  children,
  fallback,
  ...options
}: FixtureProviderProps): ReactElement {
  const outer = useContext(OuterOptions);
  const [all] = useState(() => withOuter(outer, options));
  const [store] = useState(() => createTestStore(all));
  useDisposal(store);
  const content =
    fallback === undefined ? children : createElement(AsyncBoundary, { fallback }, children);
  return createElement(
    OuterOptions.Provider,
    { value: all },
    createElement(StoreProvider, { store }, content),
  );
}

function withOuter(outer: TestStoreOptions, own: TestStoreOptions): TestStoreOptions {
  return {
    time: 'real',
    ...outer,
    ...own,
    fixtures: () => [...listOf(own.fixtures), ...listOf(outer.fixtures)],
    initialFixtures: [...(outer.initialFixtures ?? []), ...(own.initialFixtures ?? [])],
  };
}

/** A function makes its fixtures anew for each store. */
function listOf(fixtures: TestStoreOptions['fixtures'] = []): readonly Fixture[] {
  return typeof fixtures === 'function' ? fixtures() : fixtures;
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
