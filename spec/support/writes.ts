import { applyResponse, applySet } from '../../src/kernel/commits/applyResponse.ts';
import type { SetAction, SetResponseAction } from '../../src/kernel/commits/Action.ts';
import type { EntityTable } from '../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft, type TableCommit } from '../../src/kernel/table/EntityTableDraft.ts';

/** A change of the draft of a commit. */
export type Write = (draft: EntityTableDraft) => void;

export const response =
  (action: Omit<SetResponseAction, 'type'>): Write =>
  (draft) =>
    void applyResponse(draft, { type: 'setResponse', ...action });

export const value =
  (action: Omit<SetAction, 'type'>): Write =>
  (draft) =>
    applySet(draft, { type: 'set', ...action });

export const reset: Write = (draft) => draft.reset();

/** The state after these writes, as one commit. */
export function reduce(state: EntityTable, writes: readonly Write[]): TableCommit {
  const draft = new EntityTableDraft(state);
  for (const write of writes) write(draft);
  return draft.commit();
}
