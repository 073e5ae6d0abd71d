import { outboxOf } from '../features/offline/OutboxState.ts';
import type { PendingMutation } from '../features/offline/PendingMutation.ts';
import { useStore } from './StoreScope.ts';
import { useObservable } from './useStream.ts';

/**
 * The mutations that the server has not settled, see `Outbox.pending$` of `streambed/offline`, in
 * the order in which they were made; with `filter` only those for which it returns true. A server
 * renders none, and so does the first render of its page in the browser. Throws `SB_OPTION_INVALID`
 * to the nearest error boundary if the store has no plugin `offline`.
 *
 * @example
 * ```tsx
 * const unsent = usePendingMutations(({ name }) => name === 'createTodo');
 * return <p>{unsent.length} unsent</p>;
 * ```
 */
export function usePendingMutations(
  filter?: (mutation: PendingMutation) => boolean,
): readonly PendingMutation[] {
  const pending = useObservable(outboxOf(useStore()).pending$);
  return filter ? pending.filter(filter) : pending;
}
