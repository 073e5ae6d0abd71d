import { useEffect, useState } from 'react';
import type { ArgsOrNull, ArgsWithNull } from '../data/endpoint/ArgsOrNull.ts';
import type { ArgsOf, DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { LiveEndpoint } from '../data/endpoint/LiveEndpoint.ts';
import { live } from '../features/live/live.ts';
import { useStore } from './StoreScope.ts';
import { useObserver } from './suspense/HookObserver.ts';
import { useSuspense } from './useSuspense.ts';

/**
 * {@link useSuspense} that keeps the data fresh while the component is mounted, see {@link
 * useSubscription}.
 */
export function useLive<E extends LiveEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useLive<E extends LiveEndpoint, G extends readonly unknown[]>(
  endpoint: E,
  ...args: ArgsWithNull<E, G>
): DataOf<E> | undefined;
export function useLive(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  // The casts hold: the overloads check the arguments.
  useSubscription(endpoint, ...(args as [null]));
  return useSuspense(endpoint, ...(args as [null]));
}

/**
 * Keeps an endpoint fresh while the component is mounted: polls it every `pollFrequency`, or keeps
 * its live source open, once for all subscribers of the key. Returns nothing; see {@link useLive}.
 * With `null` as the only argument it does nothing. An endpoint that has neither throws
 * `SB_NOT_LIVE` to the nearest error boundary.
 */
export function useSubscription<E extends LiveEndpoint>(endpoint: E, ...args: ArgsOrNull<E>): void;
export function useSubscription(endpoint: ReadEndpoint, ...args: readonly unknown[]): void {
  const store = useStore();
  const { stream } = useObserver(store, endpoint, args);
  const [, update] = useState<unknown>();
  useEffect(() => {
    const fail = (error: unknown): void =>
      update(() => {
        throw error;
      });
    // The cast holds: the signature checks the arguments.
    const subscription = live(store, endpoint, ...(args as [null])).subscribe({ error: fail });
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react/exhaustive-deps -- the stream stands for the key that the arguments make
  }, [store, endpoint, stream]);
}
