import { useCallback, useMemo } from 'react';
import type { ArgsOf, DataOf, EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { type CallState, useAsyncState } from './useAsyncState.ts';
import { useStore } from './StoreScope.ts';

/** The state of the latest call of a mutation, and the function that clears it. */
export interface MutationState<T> extends CallState<T> {
  /** Clears data and error. A call in flight goes on, but its outcome is not shown. */
  readonly reset: () => void;
}

/** An endpoint that changes something on the server. */
type MutationEndpoint = EndpointInterface & { readonly sideEffect: true };

/**
 * A function that sends a mutation, and the state of its latest call. The function resolves with
 * the denormalized response after all observers were notified, and rejects with the error; if you
 * ignore the promise, you need not catch it. It is the same function while the endpoint is the
 * same.
 *
 * @example
 * ```tsx
 * const [createTodo, { loading, error }] = useMutation(TodoResource.getList.push);
 * <button disabled={loading} onClick={() => createTodo({ title })}>Add</button>
 * ```
 */
export function useMutation<E extends MutationEndpoint>(
  endpoint: E,
): readonly [mutate: (...args: ArgsOf<E>) => Promise<DataOf<E>>, state: MutationState<DataOf<E>>] {
  const store = useStore();
  const [{ data, loading, error }, calls] = useAsyncState<DataOf<E>>();
  const mutate = useCallback(
    (...args: ArgsOf<E>) => calls.track(() => store.fetch(endpoint, ...args)),
    [store, endpoint, calls],
  );
  const state = useMemo(
    () => ({ data, loading, error, reset: calls.reset }),
    [data, loading, error, calls],
  );
  return [mutate, state];
}
