import { bareId } from '../../data/schema/collection/CollectionMerge.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import { LIST_RULES, type RuledRecord } from '../../data/schema/collection/ListRules.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { isOwn } from '../../data/schema/isOwn.ts';
import { hasMembersOf, noteReturn } from '../../kernel/commits/returnedRows.ts';
import { type RowMeta, seqOf } from '../../kernel/commits/RowMeta.ts';
import type { Requests } from '../../kernel/requests/Requests.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { NO_RESULT } from '../../kernel/table/ResultRecord.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { isListKind } from '../persist/storedRecords.ts';
import {
  differenceOf,
  followed,
  hasDiverged,
  lacks,
  lacksChanges,
  mayLack,
  stampsIn,
  valuesOf,
} from './listVersions.ts';
import {
  isDropped,
  mergeRows,
  type RowVersions,
  stampOf,
  type TabRow,
  type VersionedRow,
} from './rowVersions.ts';
import { isLater, isSame, type Stamp } from './versions.ts';
import type { TabResult } from './TabChange.ts';

/** The row of this tab that data of another one is merged with. */
interface RowHere extends VersionedRow {
  readonly meta: RowMeta;
}

/** Whether a list that this tab has, with this record, has further pages here. */
export type IsPaged = (kind: string, pk: string, record: object | undefined) => boolean;

/**
 * Writes one change of another tab. In the order of this tab, its data comes after the reads in
 * flight that were sent before it, as if it had been written here.
 */
export class TabWriter {
  /** Rows that are a matter of each tab. */
  readonly skipped = new EntityKeySet();
  /** Rows that have lost against a removal of which their tab did not know. */
  readonly refused = new EntityKeySet();
  /** Lists and numbers that have followed records in the other tab, without the changes that they have here. */
  readonly diverged: TabRow[] = [];
  /** Lists and numbers that have changed in both tabs: neither has the changes of both. */
  readonly doubtful = new EntityKeySet();
  readonly #versions: RowVersions;
  readonly #classes: ReadonlyMap<string, EntityClass>;
  readonly #isPaged: IsPaged;
  /** The reads in flight, with the stamps of their sending. */
  readonly #reads: (readonly [seq: number, sent: Stamp])[] = [];

  constructor(
    { live }: Requests,
    versions: RowVersions,
    classes: ReadonlyMap<string, EntityClass>,
    isPaged: IsPaged,
  ) {
    this.#versions = versions;
    this.#classes = classes;
    this.#isPaged = isPaged;
    for (const { fetchedAt, isSettled, readKey, seq } of live) {
      if (readKey !== undefined && !isSettled) this.#reads.push([seq, [fetchedAt, versions.tab]]);
    }
  }

  /** Returns whether it has written the row. */
  writeRow(draft: EntityTableDraft, row: TabRow): boolean {
    const { kind, pk } = row;
    const existing = draft.get(kind, pk);
    if (hasPages(row.record) || this.#isPaged(kind, pk, existing)) {
      this.skipped.add(kind, pk);
      return false;
    }
    const known = this.#versions.of(draft, kind, pk);
    const meta = draft.meta(kind, pk);
    const entity = this.#classes.get(kind);
    const renamed = draft.renamedTo(kind, pk);
    const here = known &&
      meta && { kind, pk, record: existing, renamedTo: renamed, meta, version: known };
    let taken = row;
    if (here) {
      const isDiverged = hasDiverged(known, row.version);
      if (isDiverged && row.version.members) {
        // This tab follows the records itself.
        this.diverged.push(row);
        return false;
      }
      taken = mergeRows(here, row, entity);
      const { record, version } = taken;
      const isTaken = isSame(version.at, row.version.at);
      const isBehind = row.version.base === undefined && lacksChanges(row.version, known);
      if (isListKind(kind) && isTaken && isBehind) {
        const missed = this.#missedBy(draft, row, existing);
        if (missed === 'some') this.doubtful.add(kind, pk);
        if (missed === 'all') {
          taken = { ...taken, record: existing, version: followed(version, stampsIn(known)) };
        }
      } else if (isDiverged && mayLack(row.record, existing, isTaken)) {
        this.doubtful.add(kind, pk);
      }
      if (record === existing && taken.meta === meta) {
        this.#versions.note(record ?? meta, version);
        const isLost = record ? isDropped(row, taken) : row.record !== undefined;
        if (isLost && isLater(row.version.at, version.at)) this.refused.add(kind, pk);
        return false;
      }
    }
    const { record, renamedTo, version } = taken;
    const next = this.#metaOf(taken, here);
    // The row was removed, here or elsewhere, and came back. The removal may have its seq.
    const isWhole = existing && (isListKind(kind) || hasMembersOf(record ?? existing, existing));
    const isBack = record && !isWhole;
    if (isBack && meta && entity) noteReturn(draft, entity, pk, record, Math.floor(meta.seq) + 1);
    const rows = draft.rows(kind);
    const isNewList = isListKind(kind) && record !== existing;
    if (record) rows.write(pk, isNewList ? listHere(record, existing) : record, next);
    else rows.remove(pk, next, draft.has(kind, renamedTo ?? '') ? renamedTo : undefined);
    this.#versions.note(draft.get(kind, pk) ?? next, version);
    return true;
  }

  /**
   * How many differences between a list that another tab has read and the one here are members that
   * have changed here since, without it.
   */
  #missedBy(
    draft: EntityTableDraft,
    { kind, record, version }: TabRow,
    existing: object | undefined,
  ): 'all' | 'some' | 'none' {
    const entities = rowOfLists(kind)?.inner.entities() ?? [];
    const isChanged = (member: string): boolean =>
      entities.some(({ key }) => {
        const known = this.#versions.of(draft, key, String(bareId(JSON.parse(member))));
        return known !== undefined && lacks(version, known.at);
      });
    const { added, removed } = differenceOf(existing, record);
    const different = [...added, ...removed];
    if (different.length > 0) return different.every(isChanged) ? 'all' : 'some';
    // The order may be that of records that have changed.
    const [was, is] = [existing, record].map(valuesOf) as [string[], string[]];
    return is.some((value, at) => value !== was[at] && isChanged(value)) ? 'some' : 'none';
  }

  writeResult(draft: EntityTableDraft, incoming: TabResult): void {
    const { key, meta, result, version } = incoming;
    const known = draft.result(key) ?? NO_RESULT;
    const { expiredSeq, hasResult, invalidatedSeq } = known;
    // This tab fetches a key that it has invalidated.
    if (invalidatedSeq > 0) return;
    if (hasResult && !isLater(version.at, this.#versions.ofData(known, known).at)) return;
    const seq = Math.max(known.seq, this.#seqAt(version.at));
    const next = {
      ...NO_RESULT,
      ...meta,
      // It may have been requested before the key was expired here.
      ...(expiredSeq > seq && { expiresAt: 0 }),
      seq,
      expiredSeq,
      result: shareStructure(known.result, result),
      hasResult: true,
    };
    draft.setResult(key, next);
    this.#versions.note(next, version);
  }

  /** The seq of data with this stamp; 0 if no read in flight was sent before it. */
  #seqAt(stamp: Stamp): number {
    let last = -0.5;
    for (const [seq, sent] of this.#reads) if (isLater(stamp, sent)) last = Math.max(last, seq);
    return last + 0.5;
  }

  /** The meta of a row that was taken. `here`: the row before that. */
  #metaOf(taken: TabRow, here: RowHere | undefined): RowMeta {
    const { kind, meta, record, version } = taken;
    // Only rows that this tab has written have the seq of a request.
    const known = here ? here.meta.seq + (isOwn(here.meta) ? 0.5 : 0) : 0;
    const least = Math.max(known, this.#seqAt(version.at));
    // A removal comes after the row, and before each request of this tab that is sent after it.
    const seq = record ? least : (least + Math.floor(least) + 1) / 2;
    if (!record || this.#reads.length === 0 || isListKind(kind)) return { ...meta, seq };
    const seqs = new Map<string | undefined, number>([[undefined, seq]]);
    for (const name of Object.keys(record)) {
      const stamp = stampOf(taken, name);
      if (!stamp) continue;
      const own = here?.record && stampOf(here, name);
      seqs.set(name, own && isSame(own, stamp) ? seqOf(here.meta, name) : this.#seqAt(stamp));
    }
    return { ...meta, seq, seqs };
  }
}

/** Whether a record is that of a list in pages: which ones it has is a matter of each tab. */
export function hasPages(record: object | undefined): boolean {
  const { pages } = (record ?? {}) as { readonly pages?: readonly unknown[] };
  return pages !== undefined && pages.length > 0;
}

/** A list with the rules that it has here. Additions have sequence numbers of their own tab. */
function listHere(record: object, existing: RuledRecord | object | undefined): object {
  const { [LIST_RULES]: rules } = (existing ?? {}) as Partial<RuledRecord>;
  const { added: _, ...list } = record as { readonly added?: unknown };
  return { ...list, ...(rules && { [LIST_RULES]: rules }) };
}
