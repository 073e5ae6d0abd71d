import { useEffect, useState } from 'react';
import { ofReact } from './ofReact.ts';

type UseTransition = () => [isPending: boolean, start: (update: () => void) => void];
/** React up to 17 has no transitions. */
const useTransition: UseTransition =
  /* @__PURE__ */ (ofReact('useTransition') as UseTransition | undefined) ??
  (() => [false, (update: () => void) => update()]);

/**
 * Follows `value` once that has stayed the same for `delay` ms: `[debounced, isPending]`.
 * `isPending` is true from a change of `value` until the change is on screen. `debounced` changes
 * in a transition, so the old content stays on screen until the new data is there. It does not
 * change while `updatable` is false. Pass the text that a user types, and use `debounced` in the
 * arguments of a hook.
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
  const isShown = Object.is(debounced, value);
  const isWaiting = updatable && !isShown;
  // The value has returned to the shown one. A transition replaces the one to the value between.
  const hasReturned = isInTransition && isShown;
  useEffect(() => {
    const update = (): void => startTransition(() => setDebounced(() => value));
    if (hasReturned) update();
    if (!isWaiting) return undefined;
    const timer = setTimeout(update, delay);
    return () => clearTimeout(timer);
  }, [value, delay, isWaiting, hasReturned, startTransition]);
  return [debounced, !isShown && (updatable || isInTransition)];
}
