import type { CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import { LIST_CHANGES } from '../../data/schema/collection/listChanges.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import { haveListsChanged } from '../../data/schema/collection/listsChanged.ts';
import { mergeRecords } from '../../data/schema/entity/mergeRecords.ts';
import { admitInput } from '../../data/schema/entity/sharedPlan.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import type { Meta } from '../../kernel/commits/Action.ts';
import { expireResult } from '../../kernel/commits/applyResponse.ts';
import { type FollowOptions, RowChangesFollower } from '../../kernel/commits/followRows.ts';
import type { EntityMeta } from '../../data/schema/Schema.ts';
import type {
  HydrateAction,
  HydratedResult,
  HydratedRow,
  HydratedMeta,
} from '../../kernel/store/Action.ts';
import { changesHere } from './changesHere.ts';
import { NO_RESULT, type ResultRecord } from '../../kernel/table/ResultRecord.ts';

/**
 * Whether hydrated data is newer than the known data. Two stores have no common `seq`, so times
 * decide: the hydrated data must have been requested after the known data had arrived. Among parts
 * of one state, which have the `seq` 0, the later request wins. If the clock here is behind, data of
 * this store stays.
 */
export function isLater(
  incoming: HydratedMeta,
  known: Omit<EntityMeta, 'expiresAt'>,
  isBehind = false,
): boolean {
  return known.seq <= 0
    ? incoming.fetchedAt >= known.fetchedAt
    : !isBehind && incoming.fetchedAt > known.receivedAt;
}

/** Whether a row says something else than the known one. */
function contradicts(table: EntityTableDraft, { kind, pk, record }: HydratedRow): boolean {
  const existing = table.get(kind, pk);
  if (!existing || !record) return !record !== !existing && table.meta(kind, pk) !== undefined;
  const merged = mergeRecords(record, existing);
  return mergeRecords(merged, record) !== merged;
}

/**
 * Writes a row unless the known record is newer, which then only gets the members it lacks. Removed
 * entities stay removed. The known `seq` stays, and so the order of requests in flight: without
 * known data all of them come later. `lacksChanges`: the row is a list, and lists of its kind, or
 * their members, changed here after it was requested there.
 */
function hydrateRow(
  table: EntityTableDraft,
  { kind, pk, record, renamedTo, meta }: HydratedRow,
  lacksChanges: boolean,
  isBehind: boolean,
): void {
  const rows = table.rows(kind);
  const slot = rows.slotOf(pk);
  const known = rows.metaAt(slot);
  const existing = rows.recordAt(slot);
  if (known && !existing) return;
  // Here, the entity may have been renamed the other way round.
  if (renamedTo !== undefined && !table.has(kind, renamedTo)) return;
  if (!known || (isLater(meta, known, isBehind) && !lacksChanges)) {
    const next = { seq: known?.seq ?? 0, ...meta, ...(lacksChanges && { expiresAt: 0 }) };
    table.lineage.hasExpired ||= next.expiresAt === 0;
    const before = existing && rowOfLists(kind) ? withoutPages(table, existing) : existing;
    if (record) rows.write(pk, before ? mergeRecords(before, record) : record, next);
    else rows.remove(pk, next, renamedTo);
  } else if (existing && record) {
    rows.write(pk, shareStructure(existing, mergeRecords(record, existing)), known);
  }
}

/** A list that starts over: the pages that were added to it are no longer in it. */
function withoutPages(table: EntityTableDraft, list: Partial<CollectionRecord>): object {
  const { pages, ...others } = list;
  for (const page of pages ?? []) expireResult(table, page);
  return pages ? others : list;
}

/**
 * The result that replaces the known one; `undefined` keeps it. A result invalidated or expired by
 * a call is kept. A failure without a result gets one, and stays the last outcome. If the clock here
 * is behind, a result that stays is stale if it differs.
 */
function mergedResult(
  known: ResultRecord,
  { meta, hasResult, result, error, errorPolicy, isExpired, isInvalidated }: HydratedResult,
  isBehind: boolean,
): ResultRecord | undefined {
  const { seq } = known;
  if (known.error && !known.hasResult && hasResult && !isInvalidated && known.invalidatedSeq === 0)
    return { ...known, result, hasResult, ...(isExpired && { expiredSeq: seq + 1 }) };
  const isObsolete = known.expiredSeq > seq || known.invalidatedSeq > 0;
  if (isObsolete) return undefined;
  const next = shareStructure(known.result, result);
  if (!isLater(meta, known, isBehind)) {
    const isOpen = isBehind && (isExpired || (hasResult && next !== known.result));
    return isOpen ? { ...known, expiresAt: 0, expiredSeq: seq + 1 } : undefined;
  }
  return {
    ...meta,
    seq,
    result: next,
    hasResult,
    error,
    errorPolicy,
    expiredSeq: isExpired ? seq + 1 : 0,
    invalidatedSeq: isInvalidated ? seq + 1 : 0,
  };
}

/**
 * Writes rows. Lists that are not among them follow those that change. Returns whether lists among
 * them may lack changes that this store has.
 */
function hydrateRows(
  draft: EntityTableDraft,
  { isBehind = false, isStored, rows, seq }: HydrateAction,
): boolean {
  let isExpired = false;
  const kept = draft.slots.get(LIST_CHANGES);
  const changedAt = isStored ? undefined : changesHere(draft, rows);
  followedRows(draft, rows, { seq }, { isRead: true }, (row) => {
    const since = isBehind ? -Number.MAX_VALUE : row.meta.fetchedAt;
    const lacksChanges =
      (changedAt?.get(row.kind) ?? -Infinity) >= since ||
      haveListsChanged(draft.slots, row.kind, since);
    // Any result may show the row, the list, or an entity that has come back here since its removal.
    isExpired ||= lacksChanges || (isBehind && contradicts(draft, row));
    hydrateRow(draft, row, lacksChanges, isBehind);
    isExpired ||= !row.record && draft.has(row.kind, row.pk);
    return true;
  });
  // A response to a request in flight is later than these rows, and follows only changes of this store.
  if (kept) draft.put(LIST_CHANGES, kept);
  return isExpired;
}

/**
 * Writes each of the rows with `write`, which returns whether it has. Lists that are not written follow
 * the rows that change.
 */
export function followedRows<R extends Pick<HydratedRow, 'kind' | 'pk' | 'record'>>(
  draft: EntityTableDraft,
  rows: readonly R[],
  order: Pick<Meta, 'seq' | 'oldestInFlight'>,
  options: FollowOptions,
  write: (row: R) => boolean,
): void {
  const meta = { ...order, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };
  const follower = new RowChangesFollower(draft, meta, options);
  const lists: R[] = [];
  for (const row of rows) {
    const { kind, pk, record } = row;
    const before = follower.follows(kind) ? draft.get(kind, pk) : undefined;
    if (write(row) && !follower.follows(kind)) lists.push(row);
    follower.changed(kind, pk, before);
    if (options.followers && record) follower.outdated(kind, pk, record);
    // The other store may have met other classes.
    admitInput(draft.lineage.plans, kind);
  }
  if (follower.isIdle) return;
  // The lists that are written are as their rows say.
  const restore = lists.map(({ kind, pk }) => {
    const [record, listMeta] = [draft.get(kind, pk), draft.meta(kind, pk)];
    return () => record && listMeta && draft.rows(kind).write(pk, record, listMeta);
  });
  follower.end();
  for (const undo of restore) undo();
}

/**
 * Merges the state of another store into this one. Returns the keys whose results may lack changes
 * of lists that this store has: those are stale, and have to be fetched once more.
 */
export function applyHydrate(draft: EntityTableDraft, action: HydrateAction): readonly string[] {
  for (const kind of action.kinds) draft.declare(kind);
  const isExpired = hydrateRows(draft, action);
  const { isBehind = false } = action;
  const expired: string[] = [];
  for (const result of action.results) {
    const { key } = result;
    const given = isExpired ? { ...result, isExpired } : result;
    const row = mergedResult(draft.result(key) ?? NO_RESULT, given, isBehind);
    if (!row) continue;
    draft.setResult(key, row);
    if (isExpired || (isBehind && row.expiredSeq > row.seq)) expired.push(key);
  }
  return expired;
}
