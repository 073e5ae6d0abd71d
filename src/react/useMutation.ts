import { useCallback, useMemo } from 'react';
import type { ArgsOf } from '../endpoint/ArgsOf.ts';
import type { DataOf } from '../endpoint/DataOf.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { asError } from '../shared/asError.ts';
import type { Settling } from './SettlingCalls.ts';
import { useSettling } from './useSettling.ts';
import { useStore } from './useStore.ts';

/** How the latest call of a mutation stands, and what forgets it. */
export interface MutationState<T> extends Settling<T> {
  /** Forgets data and error; a call under way goes on and is not shown. */
  readonly reset: () => void;
}

/** An endpoint that changes something on the server. */
type MutationEndpoint = EndpointInterface & { readonly sideEffect: true };

/**
 * A function that sends a mutation, and how its latest call stands. The function resolves with the store's view of the answer after everything that
 * shows it was told, and rejects with the failure; who does not look at the promise need not catch it. It is the same function as long as the
 * endpoint is the same.
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
  const [{ data, loading, error }, calls] = useSettling<DataOf<E>>();
  const mutate = useCallback(
    (...args: ArgsOf<E>): Promise<DataOf<E>> => {
      const end = calls.begin();
      const answer = store.fetch(endpoint, ...args);
      answer.then(
        (value) => end({ data: value, error: undefined }),
        (reason: unknown) => end({ data: undefined, error: asError(reason) }),
      );
      return answer;
    },
    [store, endpoint, calls],
  );
  const state = useMemo(
    () => ({ data, loading, error, reset: calls.reset }),
    [data, loading, error, calls],
  );
  return [mutate, state];
}
