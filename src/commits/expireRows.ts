import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { RowSet } from '../table/RowSet.ts';

/** Makes rows stale that were written at `seq` or before: what they hold is in doubt. */
export function expireRows(entities: EntityTableDraft, expired: RowSet, seq: number): void {
  expired.forEach((kind, pk) => {
    const rows = entities.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const stamp = rows.stampAt(slot);
    if (record && stamp && stamp.seq <= seq) rows.write(pk, record, { ...stamp, expiresAt: 0 });
  });
}
