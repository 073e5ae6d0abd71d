import { LAYERS } from '../../kernel/optimistic/layers.ts';
import { takeCreated } from '../../kernel/optimistic/createdRows.ts';
import { ownerOfPlaceholder, REAL_PKS, withRealPks } from '../../kernel/optimistic/placeholders.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { HydrateAction } from '../../kernel/store/Action.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { inSlot } from '../../kernel/table/StateSlot.ts';
import type { QueuedMutation } from './QueuedMutation.ts';

type RealPks = ReadonlyMap<string, string>;

/** A hydration that brings nothing. */
export const nothing: HydrateAction = {
  type: 'hydrate',
  isStored: true,
  seq: 0,
  kinds: [],
  rows: [],
  results: [],
  isLate: undefined,
};

/** The real pks of the entities that a mutation has created. */
export function pksOf({ commits }: StoreInternals, { owner }: QueuedMutation): RealPks {
  const pks = new Map<string, string>();
  for (const [placeholder, pk] of commits.inSlot(REAL_PKS)) {
    if (ownerOfPlaceholder(placeholder) === owner) pks.set(placeholder, pk);
  }
  return pks;
}

/** Has layers and later calls refer to entities by placeholder ids of other tabs, or of before the reload. */
export function learnIn(draft: EntityTableDraft, pks: RealPks): void {
  if (pks.size === 0) return;
  takeCreated(draft, new Map(pks));
  // Args are searched for placeholder ids from the first layer on.
  draft.put(LAYERS, [...inSlot(draft, LAYERS)]);
}

/** Replaces placeholder ids in the args and rows of mutations. Returns those that change. */
export function replaceIds(
  mutations: readonly QueuedMutation[],
  pks: RealPks,
): readonly QueuedMutation[] {
  return mutations.filter((mutation) => {
    const args = withRealPks(mutation.args, pks);
    if (args === mutation.args) return false;
    mutation.args = args;
    const rows = new EntityKeySet();
    mutation.rows?.forEach((entityKey, pk) => rows.add(entityKey, pks.get(pk) ?? pk));
    mutation.rows = mutation.rows && rows;
    return true;
  });
}
