import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import { useStore } from './StoreScope.ts';
import { type EndpointResource, endpointResourceOf } from './suspense/EndpointResource.ts';
import { SharedObserver } from './suspense/SharedObserver.ts';
import { useStableArgs } from './useStableArgs.ts';

/**
 * The cached data of an endpoint, stale or not; `undefined` if there is none. Never fetches, never
 * suspends, never throws the error of a request.
 */
export function useCache<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): DataOf<E> | undefined;
export function useCache(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  return useCachedState(endpoint, args, ({ data }) => data);
}

const observers = new WeakMap<EndpointResource, SharedObserver>();

/** The components that never fetch a key. */
function passiveObserverOf(resource: EndpointResource): SharedObserver {
  let observer = observers.get(resource);
  if (!observer) observers.set(resource, (observer = new SharedObserver(resource.stream, 'looks')));
  return observer;
}

/** A part of the state of a key, for hooks that never fetch. */
export function useCachedState<T>(
  endpoint: ReadEndpoint,
  args: readonly unknown[],
  part: (state: EndpointState<unknown>) => T,
): T {
  const resource = useStableArgs(endpointResourceOf, useStore(), endpoint, args);
  return useSyncExternalStore(
    passiveObserverOf(resource).subscribe,
    () => part(resource.getState()),
    () => part(resource.getServerState()),
  );
}
