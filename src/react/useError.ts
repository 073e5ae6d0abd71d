import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import { readDecision } from './readDecision.ts';
import { useReader } from './useReader.ts';
import { useStore } from './useStore.ts';

/**
 * The error of an endpoint that {@link useSuspense} would throw, else `undefined`: no soft error
 * while there is data. Never fetches, never suspends.
 */
export function useError<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): Error | undefined;
export function useError(endpoint: ReadEndpoint, ...args: readonly unknown[]): Error | undefined {
  const resource = useReader(useStore(), endpoint, args);
  return useSyncExternalStore(
    resource.watch,
    () => thrownError(resource.getState()),
    () => thrownError(resource.getServerState()),
  );
}

function thrownError(state: EndpointState<unknown>): Error | undefined {
  return readDecision(state) === 'throw' ? state.error : undefined;
}
