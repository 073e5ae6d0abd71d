import { mergeRecords } from '../../data/schema/mergeRecords.ts';
import { admitInput } from '../../data/schema/sharedPlan.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { RowsFollower } from '../../kernel/commits/followRows.ts';
import type { EntityMeta } from '../../data/schema/Schema.ts';
import type {
  HydrateAction,
  HydratedResult,
  HydratedRow,
  HydratedMeta,
} from '../../kernel/store/Action.ts';
import { NO_RESULT, type ResultRecord } from '../../kernel/table/ResultRecord.ts';

/**
 * Whether hydrated data is newer than the known data. Two stores have no common `seq`, so times
 * decide: the hydrated data must have been requested after the known data had arrived. Among parts
 * of one state, which have the `seq` 0, the later request wins.
 */
function isLater(incoming: HydratedMeta, known: Omit<EntityMeta, 'expiresAt'>): boolean {
  return known.seq === 0
    ? incoming.fetchedAt >= known.fetchedAt
    : incoming.fetchedAt > known.receivedAt;
}

/**
 * Writes a row unless the known record is newer, which then only gets the members it lacks. Removed
 * entities stay removed. The known `seq` stays, and so the order of requests in flight: without
 * known data all of them come later.
 */
function hydrateRow(
  table: EntityTableDraft,
  { kind, pk, record, renamedTo, meta }: HydratedRow,
): void {
  const rows = table.rows(kind);
  const slot = rows.slotOf(pk);
  const known = rows.metaAt(slot);
  const existing = rows.recordAt(slot);
  if (known && !existing) return;
  // Here, the entity may have been renamed the other way round.
  if (renamedTo !== undefined && !table.has(kind, renamedTo)) return;
  if (!known || isLater(meta, known)) {
    const next = { seq: known?.seq ?? 0, ...meta };
    if (record) rows.write(pk, existing ? mergeRecords(existing, record) : record, next);
    else rows.remove(pk, next, renamedTo);
  } else if (existing && record) {
    rows.write(pk, shareStructure(existing, mergeRecords(record, existing)), known);
  }
}

/**
 * The result that replaces the known one; `undefined` keeps it. A result invalidated or expired by
 * a call is kept.
 */
function mergedResult(
  known: ResultRecord,
  { meta, hasResult, result, error, errorPolicy, isExpired, isInvalidated }: HydratedResult,
): ResultRecord | undefined {
  const { seq } = known;
  const isMarked = known.expiredSeq > seq || known.invalidatedSeq > 0;
  if (isMarked || !isLater(meta, known)) return undefined;
  return {
    ...meta,
    seq,
    result: shareStructure(known.result, result),
    hasResult,
    error,
    errorPolicy,
    expiredSeq: isExpired ? seq + 1 : 0,
    invalidatedSeq: isInvalidated ? seq + 1 : 0,
  };
}

/** Writes rows. Lists that are not among them follow those that change. */
function hydrateRows(draft: EntityTableDraft, rows: readonly HydratedRow[], seq: number): void {
  const follower = new RowsFollower(draft, { seq, fetchedAt: 0, receivedAt: 0, expiresAt: 0 });
  for (const row of rows) {
    const { kind, pk } = row;
    const before = follower.follows(kind) ? draft.get(kind, pk) : undefined;
    hydrateRow(draft, row);
    follower.changed(kind, pk, before);
    // The other store may have met other classes.
    admitInput(draft.lineage.plans, kind);
  }
  if (follower.isIdle) return;
  // The lists of the state are as it says.
  const lists = rows.filter(({ kind }) => !follower.follows(kind));
  const restore = lists.map(({ kind, pk }) => {
    const [record, meta] = [draft.get(kind, pk), draft.meta(kind, pk)];
    return () => record && meta && draft.rows(kind).write(pk, record, meta);
  });
  follower.end();
  for (const undo of restore) undo();
}

/** Merges the state of another store into this one. */
export function applyHydrate(
  draft: EntityTableDraft,
  { kinds, rows, results, seq }: HydrateAction,
): void {
  for (const kind of kinds) draft.declare(kind);
  hydrateRows(draft, rows, seq);
  for (const result of results) {
    const row = mergedResult(draft.result(result.key) ?? NO_RESULT, result);
    if (row) draft.setResult(result.key, row);
  }
}
