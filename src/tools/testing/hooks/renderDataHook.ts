import { act, render, waitFor } from '@testing-library/react';
import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  StrictMode,
  Suspense,
  useLayoutEffect,
} from 'react';
import { ErrorBoundary, type ErrorFallbackProps } from '../../../react/boundaries/ErrorBoundary.ts';
import { StoreProvider } from '../../../react/StoreScope.ts';
import { createTestStore, type TestStore, type TestStoreOptions } from '../createTestStore.ts';
import { useDisposal } from '../react/FixtureProvider.ts';

/** Options of {@link renderDataHook}: those of the store that it makes, and these. */
export interface RenderDataHookOptions<P> extends TestStoreOptions {
  /** The store. Default: one made of the other options, and disposed after unmounting. */
  readonly store?: TestStore | undefined;
  /** The props of the first render. */
  readonly initialProps?: P | undefined;
  /** Rendered around the hook, within the provider. */
  readonly wrapper?: ComponentType<{ readonly children?: ReactNode }> | undefined;
  /** Whether to render in StrictMode. Default `false`. */
  readonly strict?: boolean | undefined;
}

/** What {@link renderDataHook} returns. */
export interface RenderedDataHook<R, P> {
  /**
   * `current`: what the hook returned last; `undefined` while it suspends or after it threw.
   * `error`: what it threw.
   */
  readonly result: { readonly current: R | undefined; readonly error: Error | undefined };
  /** Renders the hook again; after an error, it is mounted again. */
  readonly rerender: (...props: [props?: P]) => void;
  readonly unmount: () => void;
  /** Of Testing Library. */
  readonly waitFor: typeof waitFor;
  readonly store: TestStore;
  /** Lets virtual time of the store pass, and renders what follows. */
  readonly advance: (ms: number) => Promise<void>;
}

/**
 * Renders a hook that reads a store, with the provider and the boundaries that it needs.
 *
 * @example
 * ```ts
 * const { result, waitFor } = renderDataHook(() => useSuspense(getUser, { id: '1' }), {
 *   fixtures: [fixture({ endpoint: getUser, response: { id: '1', name: 'Ann' } })],
 * });
 * await waitFor(() => expect(result.current?.name).toBe('Ann'));
 * ```
 */
export function renderDataHook<R, P = undefined>(
  useResult: (props: P) => R,
  options: RenderDataHookOptions<P> = {},
): RenderedDataHook<R, P> {
  const {
    initialProps,
    store: given,
    strict = false,
    wrapper = Fragment,
    ...storeOptions
  } = options;
  const store = given ?? createTestStore(storeOptions);
  const result: { current: R | undefined; error: Error | undefined } = {
    current: undefined,
    error: undefined,
  };

  function Caller({ props }: { readonly props: P }): null {
    const value = useResult(props);
    useLayoutEffect(() => {
      result.current = value;
      result.error = undefined;
    });
    return null;
  }

  function Suspended(): null {
    useLayoutEffect(() => {
      result.current = undefined;
    });
    return null;
  }

  function Failed({ error }: ErrorFallbackProps): null {
    useLayoutEffect(() => {
      result.current = undefined;
      result.error = error;
    });
    return null;
  }

  const provider = given ? StoreProvider : OwnStoreProvider;
  // A failed hook is mounted again by another key.
  let attempt = 0;
  const tree = (props: P): ReactElement => {
    const caller = createElement(Caller, { props });
    const suspense = createElement(Suspense, { fallback: createElement(Suspended) }, caller);
    const boundary = { fallbackComponent: Failed, key: attempt };
    const wrapped = createElement(wrapper, null, createElement(ErrorBoundary, boundary, suspense));
    const tested = createElement(provider, { store }, wrapped);
    return strict ? createElement(StrictMode, null, tested) : tested;
  };

  // The cast holds: a hook without props is called with `undefined`.
  let latest = initialProps as P;
  const view = render(tree(latest));
  return {
    result,
    store,
    waitFor,
    rerender(...props) {
      if (props.length > 0) latest = props[0] as P;
      if (result.error) attempt++;
      view.rerender(tree(latest));
    },
    unmount: () => view.unmount(),
    async advance(ms) {
      await act(() => store.advance(ms));
    },
  };
}

/** Provides a store, and disposes it after unmounting. */
function OwnStoreProvider({
  children,
  store,
}: {
  readonly children?: ReactNode;
  readonly store: TestStore;
}) {
  useDisposal(store);
  return createElement(StoreProvider, { store }, children);
}
