import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import { useReader } from './useReader.ts';
import { useStore } from './useStore.ts';

/**
 * The data of an endpoint as the cache has it, stale or not; `undefined` if there is none. Never fetches, never suspends, never throws a
 * failed request.
 */
export function useCache<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): DataOf<E> | undefined;
export function useCache(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  const reader = useReader(useStore(), endpoint, args);
  return useSyncExternalStore(
    reader.watch,
    () => reader.getState().data,
    () => reader.getServerState().data,
  );
}
