import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import { mergeRecords } from '../../data/schema/entity/mergeRecords.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import type { HydratedRow } from '../../kernel/store/Action.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';

/**
 * When this store last learned of an entity, or of a removal, that the rows of another store do not
 * show: by the entity key of the lists among these rows that it concerns, ms since epoch.
 */
export function changesHere(
  draft: EntityTableDraft,
  rows: readonly HydratedRow[],
): ReadonlyMap<string, number> {
  const changedAt = new Map<string, number>();
  for (const listKey of new Set(rows.map((row) => row.kind))) {
    const entities = rowOfLists(listKey)?.inner.entities() ?? [];
    const times = entities.map(({ key }) => lastChange(draft, key, rows));
    changedAt.set(listKey, Math.max(...times));
  }
  return changedAt;
}

function lastChange(draft: EntityTableDraft, key: string, rows: readonly HydratedRow[]): number {
  const own = rows.filter((row) => row.kind === key);
  const given = new Map(own.map(({ pk, record }) => [pk, record]));
  const known = draft.rowsOf(key);
  let last = -Infinity;
  for (const slot of known?.slots() ?? []) {
    // A known row has meta.
    const { receivedAt, seq } = known!.metaAt(slot)!;
    // Rows of other states have no seq.
    if (seq <= 0 || receivedAt <= last) continue;
    const pk = known!.family.pk(slot);
    const [record, other] = [known!.recordAt(slot), given.get(pk)];
    const isSame =
      record && other
        ? shareStructure(record, mergeRecords(record, other)) === record
        : record === other && given.has(pk);
    if (!isSame) last = receivedAt;
  }
  return last;
}
