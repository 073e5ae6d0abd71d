import { useSyncExternalStore } from 'use-sync-external-store/shim';
import type { ArgsOrNull } from '../data/endpoint/ArgsOrNull.ts';
import type { DataOf, ReadEndpoint } from '../data/endpoint/EndpointInterface.ts';
import type { EndpointState } from '../kernel/streams/EndpointState.ts';
import type { EndpointStream } from '../kernel/streams/EndpointStream.ts';
import { useStore } from './StoreScope.ts';
import { stateOf } from './suspense/EndpointResource.ts';
import { useObserver } from './suspense/HookObserver.ts';
import { readDecision } from './suspense/readDecision.ts';

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

/** A part of the state of a key, for hooks that never fetch. */
function useCachedState<T>(
  endpoint: ReadEndpoint,
  args: readonly unknown[],
  select: (state: EndpointState<unknown>) => T,
): T {
  const { stream, subscribe } = useObserver(useStore(), endpoint, args, 'looks');
  return useSyncExternalStore(
    subscribe,
    () => select(stateOf(stream)),
    () => select(serverStateOf(stream)),
  );
}

const serverStates = new WeakMap<EndpointStream, EndpointState<unknown>>();

/** The state that the server rendered the page with, for hooks that do not suspend. */
export function serverStateOf(stream: EndpointStream): EndpointState<unknown> {
  const state = serverStates.get(stream) ?? stream.rendered()?.value;
  if (!state) return stateOf(stream);
  serverStates.set(stream, state);
  return state;
}

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
