import { useCallback, useMemo } from 'react';
import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsWithNull } from '../data/endpoint/ArgsOrNull.ts';
import type { ArgsOf, DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import { pagesOf } from '../features/pages/pages.ts';
import type { PagesSource } from '../features/pages/PagesSource.ts';
import type { ItemIn, PagedEndpoint, PagesState } from '../features/pages/PagesState.ts';
import { useStoreScope, useSubscribe } from './StoreScope.ts';
import { stateOf } from './suspense/EndpointResource.ts';
import { type HookObserver, useObserver } from './suspense/HookObserver.ts';
import type { Subscribe } from './suspense/SharedObserver.ts';
import { suspend, SuspenseThenable } from './suspense/suspend.ts';

/** The pages of a list that has data. */
export interface ShownPages<T = unknown, I = unknown> extends PagesState<T, I> {
  readonly data: T;
}

/**
 * The pages of a list, see `pages` of `streambed/pages`. Suspends until the first page is there,
 * and throws its error to the nearest error boundary. Further pages never suspend: `fetchingNext`
 * and `error` say how they are. While it is mounted, a refetch of the list fetches all shown pages
 * again. With `null` as the only argument it does nothing.
 *
 * @example
 * ```tsx
 * const { items, hasNext, fetchingNext, fetchNext } = useInfinite(getPosts, { author });
 * <button disabled={!hasNext || fetchingNext} onClick={fetchNext}>More</button>
 * ```
 */
export function useInfinite<E extends ReadEndpoint & PagedEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E>
): ShownPages<DataOf<E>, ItemIn<E['schema']>>;
export function useInfinite<E extends ReadEndpoint & PagedEndpoint, G extends readonly unknown[]>(
  endpoint: E,
  ...args: ArgsWithNull<E, G>
): PagesState<DataOf<E>, ItemIn<E['schema']>>;
export function useInfinite(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  const scope = useStoreScope();
  const observer = useObserver(scope.store, endpoint, args);
  // Before the first request, which fetches all pages.
  const pages$ = pagesOf(scope.store, observer.stream, endpoint);
  const shown = useMemo(() => new ShownState(observer, pages$), [observer, pages$]);
  const observe = useSubscribe(scope, observer);
  const subscribe = useCallback<Subscribe>(
    (listener) => {
      const unsubscribe = observe(listener);
      return () => {
        unsubscribe();
        pages$.left();
      };
    },
    [observe, pages$],
  );
  const snapshot = useSyncExternalStore(subscribe, shown.getSnapshot, shown.getServerSnapshot);
  const isWaiting = snapshot instanceof SuspenseThenable;
  suspend(observer.usable(isWaiting ? snapshot : snapshot.data), scope.boundary);
  return snapshot;
}

type Shown = PagesState;

/** What the hook shows: a state, or a thenable of the first page. */
class ShownState {
  readonly #observer: HookObserver;
  readonly #pages$: PagesSource;
  #served: Shown | undefined;

  constructor(observer: HookObserver, pages$: PagesSource) {
    this.#observer = observer;
    this.#pages$ = pages$;
  }

  readonly getSnapshot = (): Shown | SuspenseThenable => {
    const snapshot = this.#observer.getSnapshot();
    if (!(snapshot instanceof SuspenseThenable)) return this.#pages$.read();
    // Only a failure of the first page replaces the list.
    const hasFailed = snapshot.status === 'rejected';
    const isShown = hasFailed && stateOf(this.#observer.stream).data !== undefined;
    return isShown ? this.#pages$.read() : snapshot;
  };

  /** The server renders the first page. */
  get getServerSnapshot(): () => Shown | SuspenseThenable {
    const served = this.#observer.stream.served();
    if (served === undefined) return this.getSnapshot;
    return () => (this.#served ??= this.#pages$.withData(served));
  }
}
