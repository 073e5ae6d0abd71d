import { NO_RESULT } from '../table/ResultRecord.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { ExpireAction, InvalidateAction } from './Action.ts';
import type { StoreDraft } from './StoreDraft.ts';

/** Drops results. Responses to requests that were sent before `seq` will be dropped, too. */
export function applyInvalidate(draft: StoreDraft, { keys, seq }: InvalidateAction): void {
  for (const key of keys) {
    draft.setResult(key, { ...NO_RESULT, seq: draft.result(key).seq, invalidatedSeq: seq });
  }
}

/** Makes results and rows stale. */
export function applyExpire(draft: StoreDraft, { keys, rows, seq }: ExpireAction): void {
  for (const key of keys) {
    const row = draft.result(key);
    if (row.seq >= seq) continue;
    // A conflict may be older than the last expiry.
    draft.setResult(key, { ...row, expiresAt: 0, expiredSeq: Math.max(row.expiredSeq, seq) });
  }
  if (rows) expireRows(draft, rows, seq);
}

/** Makes rows stale that were written at `seq` or earlier. */
function expireRows({ entities }: StoreDraft, expired: EntityKeySet, seq: number): void {
  expired.forEach((kind, pk) => {
    const rows = entities.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const stamp = rows.stampAt(slot);
    if (record && stamp && stamp.seq <= seq) rows.write(pk, record, { ...stamp, expiresAt: 0 });
  });
}
