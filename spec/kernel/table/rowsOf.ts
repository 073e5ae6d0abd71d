import { KindDraft } from '../../../src/kernel/table/KindDraft.ts';
import { KindFamily } from '../../../src/kernel/table/KindFamily.ts';
import { KindRows } from '../../../src/kernel/table/KindRows.ts';
import { metaAt } from './metaAt.ts';

export const meta = metaAt(1);

/** No rows of a kind. */
export function noRows(): KindRows {
  return new KindRows('User', new KindFamily(0));
}

/** A draft of these rows. */
export function draftOf(rows: KindRows): KindDraft {
  return new KindDraft(rows, { lastOrdinal: -1, lineage: { nextOrdinal: 0 } });
}

/** So many rows; each contains its slot. */
export function rowsOf(count: number): KindRows {
  const draft = draftOf(noRows());
  for (let slot = 0; slot < count; slot++) draft.set(slot, { slot }, meta);
  return draft.snapshot();
}
