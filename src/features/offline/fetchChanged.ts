import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { QueuedMutation } from './QueuedMutation.ts';

/** Has the entities fetched that a mutation may have changed: this program has no response to it. */
export function fetchChanged({ requests }: StoreInternals, { rows }: QueuedMutation): void {
  const removed = new EntityKeySet();
  if (rows) requests.onConflict({ keys: [], rows, removed, seq: requests.nextSeq() });
}
