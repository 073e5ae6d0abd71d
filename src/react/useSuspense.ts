import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOf, DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { ArgsWithNull } from '../data/endpoint/ArgsOrNull.ts';
import { useStoreScope, useSubscribe } from './StoreScope.ts';
import { useObserver } from './suspense/HookObserver.ts';
import { suspend } from './suspense/suspend.ts';

/**
 * The data of an endpoint. Suspends until there is data. Throws an error to the nearest error
 * boundary. Shows stale data at once and refetches it in the background, also when its
 * {@link FocusScope} gains focus. Renders again only if the data changes. With `null` as the only
 * argument it does nothing and returns `undefined`.
 *
 * @example
 * ```tsx
 * const profile = useSuspense(getProfile, { id });
 * const friend = useSuspense(getProfile, profile.friendId ? { id: profile.friendId } : null);
 * ```
 */
export function useSuspense<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useSuspense<E extends ReadEndpoint, G extends readonly unknown[]>(
  endpoint: E,
  ...args: ArgsWithNull<E, G>
): DataOf<E> | undefined;
export function useSuspense(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  const scope = useStoreScope();
  const observer = useObserver(scope.store, endpoint, args);
  const snapshot = useSyncExternalStore(
    useSubscribe(scope, observer),
    observer.getSnapshot,
    observer.getServerSnapshot,
  );
  return suspend(observer.usable(snapshot), scope.boundary);
}
