import { type Outbox, OutboxState } from '../../features/offline/OutboxState.ts';
import type { PendingMutation } from '../../features/offline/PendingMutation.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';

export type { Outbox, PendingMutation };

/** The outbox of a store, for devtools; `undefined` without the plugin `offline`. */
export function outboxIn(store: Store): Outbox | undefined {
  return internalsOf(store).find(OutboxState);
}
