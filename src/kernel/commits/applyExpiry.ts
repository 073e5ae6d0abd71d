import { NO_RESULT } from '../table/ResultRecord.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot, type StateSlot } from '../table/StateSlot.ts';
import type { ExpireAction, InvalidateAction } from './Action.ts';
import type { RowMeta } from './RowMeta.ts';

/** A row that two overlapping mutations changed, one of them a removal that may have come last. */
interface DeleteConflict {
  readonly kind: string;
  readonly pk: string;
  /** The seq at which the mutations settled. */
  readonly seq: number;
}

const DELETE_CONFLICTS: StateSlot<readonly DeleteConflict[]> = { initial: [] };

/** Drops results. Responses to requests that were sent before `seq` will be dropped, too. */
export function applyInvalidate(draft: EntityTableDraft, { keys, seq }: InvalidateAction): void {
  for (const key of keys) {
    const { seq: known, expiredSeq, invalidatedSeq } = draft.result(key) ?? NO_RESULT;
    // A message may be older than the result, or than its expiry.
    if (known > seq || invalidatedSeq > seq) continue;
    draft.setResult(key, { ...NO_RESULT, seq: known, expiredSeq, invalidatedSeq: seq });
  }
}

/** Makes results and rows stale. */
export function applyExpire(
  draft: EntityTableDraft,
  { keys, rows, removed, seq }: ExpireAction,
): void {
  for (const key of keys) {
    const row = draft.result(key) ?? NO_RESULT;
    if (row.seq >= seq) continue;
    // A conflict may be older than the last expiry.
    draft.setResult(key, { ...row, expiresAt: 0, expiredSeq: Math.max(row.expiredSeq, seq) });
  }
  if (rows) expireRows(draft, rows, seq);
  if (removed) addDeleteConflicts(draft, removed, seq);
}

/** Makes rows stale that were written at `seq` or earlier. */
function expireRows(draft: EntityTableDraft, expired: EntityKeySet, seq: number): void {
  draft.lineage.hasExpired = true;
  expired.forEach((kind, pk) => {
    const rows = draft.rows(kind);
    const slot = rows.slotOf(pk);
    const meta = rows.metaAt(slot);
    if (!meta || meta.seq > seq) return;
    const next: RowMeta = { ...meta, expiresAt: 0, tainted: undefined };
    // A removed row, too: the entity may be there.
    rows.set(slot, rows.content(slot), next);
  });
}

function addDeleteConflicts(draft: EntityTableDraft, removed: EntityKeySet, seq: number): void {
  const open = inSlot(draft, DELETE_CONFLICTS).filter((one) => isOpen(draft, one));
  removed.forEach((kind, pk) => open.push({ kind, pk, seq }));
  draft.put(DELETE_CONFLICTS, open);
}

/** A conflict ends when a later response writes the row, or the row is forgotten. */
function isOpen(draft: EntityTableDraft, { kind, pk, seq }: DeleteConflict): boolean {
  const meta = draft.meta(kind, pk);
  return meta !== undefined && meta.seq <= seq;
}

/**
 * Rows in a delete conflict that a response lacks, although it was to bring all rows of the class.
 * `gone`: rows to remove. `unsure`: rows that may still exist, as the response may show an earlier
 * state of the server. `seq` is that of the response.
 */
export function missingRows(draft: EntityTableDraft, key: string, seq: number) {
  const [gone, unsure]: [string[], string[]] = [[], []];
  for (const one of inSlot(draft, DELETE_CONFLICTS)) {
    const { kind, pk } = one;
    const isLacking = isOpen(draft, one) && draft.meta(kind, pk)?.seq !== seq;
    if (kind === key && isLacking) (one.seq < seq ? gone : unsure).push(pk);
  }
  return { gone, unsure };
}
