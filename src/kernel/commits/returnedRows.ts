import { defaultsOf } from '../../data/schema/entity/entityPlan.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';

/** Whether a record has a value for each member of another one. */
export function hasMembersOf(record: object, complete: object): boolean {
  const members = record as Readonly<Record<string, unknown>>;
  return Object.entries(complete).every(
    ([name, value]) => value === undefined || members[name] !== undefined,
  );
}

/**
 * Called before a row that was removed at `since` gets a record again. Earlier results may have shown
 * members that the record lacks, or another entity with the primary key.
 */
export function noteReturn(
  draft: EntityTableDraft,
  schema: EntityClass,
  pk: string,
  record: object,
  since: number,
): void {
  const isRenamed = draft.renamedTo(schema.key, pk) !== '';
  if (!isRenamed && hasMembersOf(record, defaultsOf(schema))) return;
  draft.taint(schema.key, pk, since);
}
