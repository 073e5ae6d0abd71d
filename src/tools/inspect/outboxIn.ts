import { type Outbox, outboxOf } from '../../features/offline/OutboxState.ts';
import type { PendingMutation } from '../../features/offline/PendingMutation.ts';
import type { Store } from '../../kernel/store/Store.ts';

export type { Outbox, PendingMutation };

/** The outbox of a store, for devtools; `undefined` without the plugin `offline`. */
export function outboxIn(store: Store): Outbox | undefined {
  try {
    return outboxOf(store);
  } catch {
    return undefined;
  }
}
