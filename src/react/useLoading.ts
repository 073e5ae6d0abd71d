import { type DependencyList, useCallback } from 'react';
import { asError } from '../shared/asError.ts';
import { useSettling } from './useSettling.ts';

/**
 * An async function together with how its latest call stands: `[wrapped, loading, error]`. `wrapped` never rejects: it resolves with what `fn`
 * resolves with, or with `undefined` when that fails – then the failure is in `error` until the next call. It is the same function as long as
 * `deps` are (default: as long as `fn` is).
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
  const [{ loading, error }, calls] = useSettling<undefined>();
  const wrapped = useCallback(async (...args: A): Promise<R | undefined> => {
    const end = calls.begin();
    try {
      const result = await fn(...args);
      end({ data: undefined, error: undefined });
      return result;
    } catch (thrown) {
      end({ data: undefined, error: asError(thrown) });
      return undefined;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps, compiler/use-memo -- the caller says on what `fn` depends
  }, deps);
  return [wrapped, loading, error];
}
