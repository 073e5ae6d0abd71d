import { appended } from './appended.ts';
import { compactedRows } from './compactedRows.ts';
import type { EntityTable } from './EntityTable.ts';
import type { Lineage } from './Lineage.ts';
import { OrdinalSource } from './OrdinalSource.ts';
import type { PersistentMap } from './PersistentMap.ts';
import { SlotVector } from './SlotVector.ts';
import type { Stamp } from './Stamp.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';
import type { TypeChanges } from './TypeChanges.ts';
import { TypeDraft } from './TypeDraft.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/** @internal Makes the next snapshot. */
export type Seal = (
  base: EntityTable,
  rowsOf: PersistentMap<TypeRows>,
  lastOrdinal: number,
) => EntityTable;

/** What a commit gives: the next snapshot, and what it changed. */
export interface TableCommit {
  readonly table: EntityTable;
  readonly changes: TableChanges;
}

/**
 * An editable copy of an {@link EntityTable}, for one commit. Its reads see its writes. Every method
 * throws once the draft is committed.
 */
export class EntityTableDraft extends TableReader {
  readonly #base: EntityTable;
  readonly #seal: Seal;
  /** A commit writes to few types. */
  #drafts: TypeDraft[] = [];
  readonly #ordinals: OrdinalSource;
  #recentKey: string | undefined;
  #recent: TypeDraft | undefined;
  #forgets = false;
  #committed = false;

  /** @internal Use {@link EntityTable.draft}. */
  constructor(base: EntityTable, seal: Seal) {
    super();
    this.#base = base;
    this.#seal = seal;
    this.#ordinals = new OrdinalSource(base.lineage, base.lastOrdinal);
  }

  /**
   * Makes the row live with this record. A live row keeps its place, any other goes last. The record
   * that is stored already only gets the stamp.
   */
  write(key: string, pk: string, record: object, stamp: Stamp): void {
    this.#open(key).write(pk, record, stamp);
  }

  /** The rows of a type, for many writes to them until this draft is committed. */
  rows(key: string): TypeDraft {
    return this.#open(key);
  }

  /** Removes the row and remembers that, also of a row never seen. */
  remove(key: string, pk: string, stamp: Stamp): void {
    this.#open(key).remove(pk, stamp);
  }

  /** Drops all that is known of the row, live or removed. */
  forget(key: string, pk: string): void {
    if (this.type(key) === undefined) return;
    this.#open(key).forget(pk);
    this.#forgets = true;
  }

  /**
   * Ends the draft. The table is the very one the draft began with if nothing was written, and another
   * one with empty `changes` if only stamps were refreshed.
   */
  commit(): TableCommit {
    this.#assertOpen();
    this.#committed = true;
    this.#recent = undefined;
    const { lineage, rowsOf } = this.#base;
    const types = rowsOf.draft();
    let changes: TypeChanges[] = [];
    for (const draft of this.#drafts) {
      const { key } = draft;
      const type = draft.freeze();
      if (type === draft.base) continue;
      const used = type.live + type.removed;
      changes = appended(changes, draft.changes(type));
      if (used === 0) {
        types.delete(key);
        lineage.renew(key);
      } else if (type.family.startCompaction(used)) {
        const compacted = compactedRows(type);
        types.set(key, compacted);
        lineage.renew(key, compacted.family);
      } else {
        if (this.#forgets) type.family.followRows(type.rows);
        types.set(key, type);
      }
    }
    const next = types.commit();
    const table = next === rowsOf ? this.#base : this.#seal(this.#base, next, this.#ordinals.last);
    return { table, changes: new TableChanges(changes) };
  }

  protected override type(key: string): TypeReads | undefined {
    if (key === this.#recentKey && this.#recent !== undefined) return this.#recent;
    this.#assertOpen();
    return this.#draftOf(key) ?? this.#base.rowsOf.get(key);
  }

  protected override *types(): Iterable<[key: string, type: TypeReads]> {
    this.#assertOpen();
    for (const [key, type] of this.#base.rowsOf.entries()) {
      yield [key, this.#draftOf(key) ?? type];
    }
    for (const draft of this.#drafts) {
      if (!this.#base.rowsOf.has(draft.key)) yield [draft.key, draft];
    }
  }

  #open(key: string): TypeDraft {
    if (key === this.#recentKey && this.#recent !== undefined) return this.#recent;
    this.#assertOpen();
    let draft = this.#draftOf(key);
    if (draft === undefined) {
      draft = new TypeDraft(
        key,
        this.#base.rowsOf.get(key) ?? noRows(this.#base.lineage, key),
        this.#ordinals,
      );
      this.#drafts = appended(this.#drafts, draft);
    }
    this.#recentKey = key;
    this.#recent = draft;
    return draft;
  }

  #draftOf(key: string): TypeDraft | undefined {
    return this.#drafts.find((draft) => draft.key === key);
  }

  #assertOpen(): void {
    if (this.#committed) {
      throw new Error('This draft has been committed. Take another one from the table: draft().');
    }
  }
}

function noRows(lineage: Lineage, key: string): TypeRows {
  return {
    family: lineage.family(key),
    rows: SlotVector.empty(),
    live: 0,
    removed: 0,
  };
}
