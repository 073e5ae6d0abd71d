import { outboxOf } from '../features/offline/OutboxState.ts';
import type { PendingMutation } from '../features/offline/PendingMutation.ts';
import { useStore } from './StoreScope.ts';
import { useObservable } from './useStream.ts';

/**
 * The mutations that the server has refused, see `Outbox.failed$` of `streambed/offline`. A server
 * renders none, and so does the first render of its page in the browser. Throws `SB_OPTION_INVALID`
 * to the nearest error boundary if the store has no plugin `offline`.
 *
 * @example
 * ```tsx
 * const [failed] = useFailedMutations();
 * return failed && <button onClick={() => outboxOf(store).retry(failed.id)}>Try again</button>;
 * ```
 */
export function useFailedMutations(): readonly PendingMutation[] {
  return useObservable(outboxOf(useStore()).failed$);
}
