import { outboxOf } from '../features/offline/OutboxState.ts';
import { useStore } from './StoreScope.ts';
import { useObservable } from './useStream.ts';

/**
 * Whether the server can be reached: what the last request says. A server renders `true`, and so
 * does the first render of its page in the browser. Throws `SB_OPTION_INVALID` to the nearest error
 * boundary if the store has no plugin `offline`.
 *
 * @example
 * ```tsx
 * const isOnline = useIsOnline();
 * return isOnline ? null : <p>Offline: your changes are kept.</p>;
 * ```
 */
export function useIsOnline(): boolean {
  return useObservable(outboxOf(useStore()).online$);
}
