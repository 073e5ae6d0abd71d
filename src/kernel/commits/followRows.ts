import {
  type FollowerNotes,
  makeFollowerNotes,
  type OutdatedRecord,
} from '../../data/schema/collection/PageNotes.ts';
import { beginFollowing } from '../../data/schema/followers.ts';
import type { EntityMeta, RecordFollower } from '../../data/schema/Schema.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Meta } from './Action.ts';
import { EntityWriter } from './EntityWriter.ts';

function walkOver(
  draft: EntityTableDraft,
  meta: Omit<Meta, 'epoch'>,
  { followers, isRead: keep = false }: FollowOptions = {},
): EntityWriter {
  const walk = new EntityWriter(draft, { meta: { ...meta, epoch: draft.epoch }, keep });
  const notes = followers && { key: '', start: undefined, list: undefined, followers };
  walk.run(undefined, undefined, { args: [], subject: 'rows', notes });
  return walk;
}

/** How rows are followed that no response has brought. */
export interface FollowOptions {
  /** The rows come from reads: their changes may be older than other reads. */
  readonly isRead?: boolean;
  readonly followers?: FollowerNotes | undefined;
}

const NO_META: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };

/** Rows whose state is not known, and the lists in which their entities may be missing therefore. */
export function withLists(table: EntityTable, rows: EntityKeySet): EntityKeySet {
  const all = new EntityKeySet();
  const draft = new EntityTableDraft(table);
  const walk = walkOver(draft, NO_META);
  rows.forEach((key, pk) => {
    all.add(key, pk);
    const record = table.get(key, pk);
    if (record) beginFollowing(key, walk)?.mayLack(pk, record, (...list) => all.add(...list));
  });
  return all;
}

/** The lists and numbers that records concern which are not stored. */
export function followersOf(table: EntityTable, records: readonly OutdatedRecord[]): FollowerNotes {
  const followers = makeFollowerNotes();
  const follower = new RowChangesFollower(new EntityTableDraft(table), NO_META, { followers });
  for (const { kind, pk, record } of records) follower.outdated(kind, pk, record);
  follower.end();
  return followers;
}

/** Has what follows records, such as lists, follow rows that no response has brought. */
export class RowChangesFollower {
  readonly #walk: EntityWriter;
  readonly #followers = new Map<string, RecordFollower | undefined>();
  /** Whether no row with followers was changed. */
  isIdle = true;

  constructor(draft: EntityTableDraft, meta: Omit<Meta, 'epoch'>, options?: FollowOptions) {
    this.#walk = walkOver(draft, meta, options);
  }

  /** Whether the entity key has followers. */
  follows(key: string): boolean {
    if (!this.#followers.has(key)) this.#followers.set(key, beginFollowing(key, this.#walk));
    return this.#followers.get(key) !== undefined;
  }

  /** A row of a key with followers was written; `before`: its record before that. */
  changed(key: string, pk: string, before: object | undefined): void {
    const { draft } = this.#walk;
    const after = draft.get(key, pk);
    if (!before || before === after) return;
    this.isIdle = false;
    this.#followers.get(key)?.changed(pk, before, after);
  }

  /** Reports the lists of a record that came for a row, if another one is stored, or none. */
  outdated(key: string, pk: string, record: object): void {
    const stored = this.#walk.draft.get(key, pk);
    if (!this.follows(key) || (stored && shareStructure(stored, record) === stored)) return;
    this.isIdle = false;
    this.#followers.get(key)?.outdated(pk, record, stored);
  }

  end(): void {
    for (const follower of this.#followers.values()) follower?.end();
  }
}
