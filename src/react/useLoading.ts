import { type DependencyList, useCallback } from 'react';
import { useAsyncState } from './useAsyncState.ts';

/**
 * Wraps an async function and shows the state of its latest call: `[wrapped, loading, error]`.
 * `wrapped` never rejects: it resolves with the value of `fn`, or with `undefined` if `fn` fails –
 * then `error` is set until the next call. It is the same function while `deps` are the same
 * (default: `[fn]`).
 *
 * @example
 * ```tsx
 * const store = useStore();
 * const [save, saving, error] = useLoading((todo: Partial<Todo>) => store.fetch(updateTodo, { id }, todo), [id]);
 * ```
 */
export function useLoading<A extends readonly unknown[], R>(
  fn: (...args: A) => Promise<R> | R,
  deps: DependencyList = [fn],
): readonly [
  wrapped: (...args: A) => Promise<R | undefined>,
  loading: boolean,
  error: Error | undefined,
] {
  const [{ loading, error }, calls] = useAsyncState<R>();
  const wrapped = useCallback(
    (...args: A) => calls.track(async () => fn(...args)).catch(() => undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps, compiler/use-memo -- the caller lists what `fn` depends on
    deps,
  );
  return [wrapped, loading, error];
}
