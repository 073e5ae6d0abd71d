import type { ArgsOf, DataOf, ReadEndpoint } from '../endpoint/EndpointInterface.ts';
import type { ArgsOrNull } from '../endpoint/ArgsOrNull.ts';
import { useSubscription } from './useSubscription.ts';
import { useSuspense } from './useSuspense.ts';

/**
 * {@link useSuspense} that keeps the data fresh while the component is mounted, see {@link
 * useSubscription}.
 */
export function useLive<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useLive<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOrNull<E>
): DataOf<E> | undefined;
export function useLive(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  // The casts hold: the overloads check the arguments.
  useSubscription(endpoint, ...(args as [null]));
  return useSuspense(endpoint, ...(args as [null]));
}
