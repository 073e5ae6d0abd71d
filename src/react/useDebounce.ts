import * as React from 'react';
import { useEffect, useState } from 'react';

/** Bundlers complain about names that React up to 17 does not have. */
const name = 'useTransition';
type UseTransition = () => [isPending: boolean, start: (update: () => void) => void];
const useTransition: UseTransition =
  (React as { readonly [name]?: UseTransition })[name] ??
  (() => [false, (update: () => void) => update()]);

/**
 * The value as it was when it last stayed the same for `delay` ms, and whether another one is on its way: `[debounced, isPending]`. It changes in a
 * transition, so what is on screen stays until the data for it is there. While `updatable` is false it does not change. For what a user types: put it into
 * the arguments of a reading hook.
 *
 * @example
 * ```tsx
 * const [query, isPending] = useDebounce(text, 200);
 * const results = useSuspense(search, { query });
 * ```
 */
export function useDebounce<T>(
  value: T,
  delay: number,
  updatable = true,
): readonly [debounced: T, isPending: boolean] {
  const [debounced, setDebounced] = useState(value);
  const [isInTransition, startTransition] = useTransition();
  const isWaiting = updatable && !Object.is(debounced, value);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => startTransition(() => setDebounced(() => value)), delay);
    return () => clearTimeout(timer);
  }, [value, delay, isWaiting, startTransition]);
  return [debounced, isInTransition || isWaiting];
}
