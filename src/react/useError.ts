import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import type { ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import { readDecision } from './suspense/readDecision.ts';
import { useCachedState } from './useCache.ts';

/**
 * The error of an endpoint that {@link useSuspense} would throw, else `undefined`: no soft error
 * while there is data. Never fetches, never suspends.
 */
export function useError<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): Error | undefined;
export function useError(endpoint: ReadEndpoint, ...args: readonly unknown[]): Error | undefined {
  return useCachedState(endpoint, args, (state) =>
    readDecision(state) === 'throw' ? state.error : undefined,
  );
}
