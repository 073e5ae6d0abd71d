import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { RowSet } from '../table/RowSet.ts';

/** What is confirmed of the rows in the end, and equals what was shown of them before, is the same object. */
export function keepShown(entities: EntityTableDraft, shown: TableReader, kept: RowSet): void {
  kept.forEach((kind, pk) => {
    const rows = entities.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const before = shown.get(kind, pk);
    if (!record || !before || shareStructure(before, record) !== before) return;
    // What has a record has a stamp.
    rows.write(pk, before, rows.stampAt(slot)!);
  });
}
