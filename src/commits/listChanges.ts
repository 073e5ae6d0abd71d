import type { ListChange } from '../schema/Schema.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot, type StateSlot } from '../table/StateSlot.ts';
import type { Meta } from './Action.ts';

/** Changes of lists that responses to earlier requests may lack, by `seq`. */
export const LIST_CHANGES: StateSlot<
  readonly { readonly key: string; readonly seq: number; readonly change: ListChange }[]
> = { initial: [] };

/** Keeps a change while an earlier request is in flight, whose response may bring its list. */
export function keepListChange(
  draft: EntityTableDraft,
  { oldestInFlight, seq }: Meta,
  key: string,
  change: ListChange,
): void {
  const kept = inSlot(draft, LIST_CHANGES);
  if (oldestInFlight !== undefined) {
    const due = kept.filter((other) => other.seq > oldestInFlight);
    // A message that waited may be older than others.
    const bySeq = [...due, { key, seq, change }].sort((a, b) => a.seq - b.seq);
    draft.put(LIST_CHANGES, bySeq);
  } else if (kept.length > 0) draft.put(LIST_CHANGES, []);
}
