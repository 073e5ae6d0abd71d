import { RowVector } from '../../src/table/RowVector.ts';
import { RowVectorDraft } from '../../src/table/RowVectorDraft.ts';
import { metaAt } from './metaAt.ts';

export const meta = metaAt(1);

/** A draft of a vector without rows. */
export function emptyDraft(): RowVectorDraft {
  return new RowVectorDraft(new RowVector());
}

/** A vector of so many rows; each contains its slot. */
export function vectorOf(count: number): RowVector {
  const draft = emptyDraft();
  for (let slot = 0; slot < count; slot++) draft.set(slot, { slot }, meta);
  return draft.freeze();
}
