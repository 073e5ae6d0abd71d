import { type CollectionRecord, isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import { finder } from '../../data/schema/collection/listMembers.ts';
import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import type { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { isListKind } from '../persist/storedRecords.ts';
import { lacks, lastOf } from './listVersions.ts';
import type { RowVersions, TabRow } from './rowVersions.ts';
import { isSame } from './versions.ts';

/** What a message of another tab has changed here. */
export interface FollowedChange {
  readonly before: EntityTable;
  readonly after: EntityTable;
  /** The rows of the message. */
  readonly rows: readonly TabRow[];
  /** The numbers that have followed them here. */
  readonly counted: readonly ListRow[];
  /** When the first mutation was sent that may have brought them, ms since epoch. */
  readonly sentAt: number | undefined;
  /** Lists and numbers that have followed records in the other tab, without the changes that they have here. */
  readonly diverged: readonly TabRow[];
}

/** Adds the numbers that have followed a change and may have counted it before. */
export function addCountedTwice(
  doubtful: EntityKeySet,
  { before, after, rows, counted, sentAt = Infinity }: FollowedChange,
  versions: RowVersions,
): void {
  const followed = rows.filter((row) => isFollowed(row, before, after));
  for (const { kind, pk } of counted) {
    const [known, meta] = [versions.of(before, kind, pk), after.meta(kind, pk)];
    // It came since the mutation was sent, or from a tab that had the change.
    const isSince = meta !== undefined && meta.receivedAt >= sentAt;
    const has = ({ version }: TabRow) => known !== undefined && !lacks(known, lastOf(version));
    if (isSince || followed.some(has)) doubtful.add(kind, pk);
  }
}

/** Adds the diverged lists and numbers that lack a change: they have followed it in the other tab only. */
export function addUnfollowed(
  doubtful: EntityKeySet,
  { before, after, rows, diverged }: FollowedChange,
  versions: RowVersions,
): void {
  const unfollowed = rows.filter((row) => !isListKind(row.kind) && !isFollowed(row, before, after));
  for (const { kind, pk } of diverged) {
    const known = versions.of(before, kind, pk);
    const isLacking = ({ version }: TabRow) => known !== undefined && lacks(known, lastOf(version));
    if (unfollowed.some(isLacking)) doubtful.add(kind, pk);
  }
}

/** Adds lists and numbers of the message that are new here, or that only records have changed, and are too old. */
export function addOutdated(
  doubtful: EntityKeySet,
  { before, after, rows }: FollowedChange,
  versions: RowVersions,
): void {
  for (const { kind, pk, version } of rows) {
    if (!isListKind(kind) || (before.meta(kind, pk) && !version.members)) continue;
    const known = versions.of(after, kind, pk);
    const isTaken = known !== undefined && isSame(known.at, version.at);
    if (isTaken && lacksRecords(after, versions, kind, pk)) doubtful.add(kind, pk);
  }
}

/** Whether lists and numbers here have followed a record. They do not follow new records, or records of reads. */
function isFollowed({ kind, pk }: TabRow, before: EntityTable, after: EntityTable): boolean {
  const [known, meta] = [before.get(kind, pk), before.meta(kind, pk)];
  if (!known || !meta || isListKind(kind)) return false;
  return meta.fetchedAt === meta.receivedAt || known !== after.get(kind, pk);
}

/** Whether later records of a table say something else than a list or a number. */
function lacksRecords(
  table: EntityTable,
  versions: RowVersions,
  kind: string,
  pk: string,
): boolean {
  const [row, version] = [rowOfLists(kind), versions.of(table, kind, pk)];
  // The cast holds: rows of the key are lists, or numbers without members.
  const list = table.get(kind, pk) as CollectionRecord | undefined;
  const shape = list && row?.lists.shapeOf(list);
  if (!row || !version || !shape || !versions.hasSince(version)) return false;
  const { args, members } = list;
  const find = isCountKey(kind) ? undefined : finder(row, members, Infinity);
  return row.inner.entities().some((entity) =>
    [...table.entries(entity.key)].some(([id, record]) => {
      const known = versions.of(table, entity.key, id);
      if (!known || !lacks(version, lastOf(known))) return false;
      // How a number has counted the entity is not known.
      const isMember = find && find({ entity, pk: id }) !== undefined;
      return shape.matches(args, entity, record) !== isMember;
    }),
  );
}
