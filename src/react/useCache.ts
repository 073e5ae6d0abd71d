import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { useReader } from './useReader.ts';
import { useStore } from './useStore.ts';

/**
 * The cached data of an endpoint, stale or not; `undefined` if there is none. Never fetches, never
 * suspends, never throws the error of a request.
 */
export function useCache<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): DataOf<E> | undefined;
export function useCache(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  const resource = useReader(useStore(), endpoint, args);
  return useSyncExternalStore(
    resource.watch,
    () => resource.getState().data,
    () => resource.getServerState().data,
  );
}
