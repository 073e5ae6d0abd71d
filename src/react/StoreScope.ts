import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from '../kernel/store/Store.ts';
import type { HookObserver } from './suspense/HookObserver.ts';
import type { Subscribe } from './suspense/SharedObserver.ts';
import type { Boundary } from './suspense/suspend.ts';

/** What the hooks below share. It never changes with data. */
export interface StoreScope {
  readonly store: Store | undefined;
  /** `subscribe` of hooks that fetch. A screen that can gain focus refetches stale data then. */
  readonly useSubscribe: (observer: HookObserver) => Subscribe;
  /** The nearest {@link RevealingSuspense}. */
  readonly boundary: Boundary | undefined;
}

/** The member of React's `createContext` in which all copies of the package find their context. */
const SHARED = /* @__PURE__ */ Symbol.for('streambed.scope/1');

/**
 * One context for everything: when one row of a list changes, React checks each context of each
 * row.
 */
export const StoreContext = /* @__PURE__ */ sharedContext(createContext);

function sharedContext(
  create: typeof createContext & { [SHARED]?: Context<StoreScope> },
): Context<StoreScope> {
  return (create[SHARED] ??= create<StoreScope>({
    store: undefined,
    useSubscribe: ({ subscribe }) => subscribe,
    boundary: undefined,
  }));
}

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

/** The scope of the hook, with a store. Throws `SB_NO_PROVIDER` without a {@link StoreProvider}. */
export function useStoreScope(): StoreScope & { readonly store: Store } {
  const scope = useContext(StoreContext);
  // The cast holds: the scope has a store.
  if (scope.store) return scope as StoreScope & { readonly store: Store };
  throw new StreambedError(
    'SB_NO_PROVIDER',
    'The hook found no StoreProvider above its component.',
  );
}

/** `subscribe` of a hook that fetches. The type of the provider above a component never changes. */
export function useSubscribe(scope: StoreScope, observer: HookObserver): Subscribe {
  return scope.useSubscribe(observer);
}

/**
 * The store of the nearest {@link StoreProvider}; always the same object. Throws `SB_NO_PROVIDER`
 * without one.
 */
export function useStore(): Store {
  return useStoreScope().store;
}
