import type { EntityTable } from './EntityTable.ts';
import { InsertionOrder } from './InsertionOrder.ts';
import { KindDraft } from './KindDraft.ts';
import { KindFamily } from './KindFamily.ts';
import { inOneFamily, type Kind, kindIn, type KindRows, noRows } from './KindRows.ts';
import { RowChanges } from './RowChanges.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';

/** The result of a commit: the next snapshot, and its changes. */
export interface TableCommit {
  readonly table: EntityTable;
  readonly changes: TableChanges;
}

/**
 * An editable copy of an {@link EntityTable}, for one commit. Its reads see its writes. Every
 * method throws once the draft is committed.
 */
export class EntityTableDraft extends TableReader {
  readonly #base: EntityTable;
  /** A list is enough: a commit writes to few kinds. */
  #drafts: readonly KindDraft[] = [];
  #recent: KindDraft | undefined;
  readonly #order: InsertionOrder;
  #forgets = false;
  #committed = false;

  /** In O(1). Drafts of one table are independent of each other. */
  constructor(base: EntityTable) {
    super();
    this.#base = base;
    this.#order = new InsertionOrder(base.lineage, base.lastOrdinal);
  }

  /** The rows of a kind, for writes to them until this draft is committed. */
  rows(key: Kind): KindDraft {
    if (this.#recent?.key === key) return this.#recent;
    this.#assertOpen();
    let draft = kindIn(this.#drafts, key);
    if (draft === undefined) {
      draft = new KindDraft(kindIn(this.#base.kinds, key) ?? this.#firstRows(key), this.#order);
      this.#drafts = [...this.#drafts, draft];
    }
    return (this.#recent = draft);
  }

  #firstRows(key: Kind): KindRows {
    const { families } = this.#base.lineage;
    let family = families.get(key);
    if (family === undefined) families.set(key, (family = new KindFamily()));
    return noRows(key, family);
  }

  /** Drops the row, or the tombstone of a removed row. */
  forget(key: Kind, pk: string): void {
    if (this.kind(key) === undefined) return;
    this.rows(key).forget(pk);
    this.#forgets = true;
  }

  /**
   * Ends the draft. If nothing was written, the table is the one the draft began with. If only
   * metas were refreshed, it is another table with empty `changes`.
   */
  commit(): TableCommit {
    this.#assertOpen();
    this.#committed = true;
    this.#recent = undefined;
    const kinds = [...this.#base.kinds];
    const changes: RowChanges<Kind>[] = [];
    for (const draft of this.#drafts) {
      const rows = draft.freeze();
      if (rows === draft.base) continue;
      changes.push(new RowChanges(draft.key, draft.base, rows, draft.rows.from, draft.rows.to));
      const index = kinds.indexOf(draft.base);
      const kept = this.#kept(rows);
      if (!kept) kinds.splice(index, index < 0 ? 0 : 1);
      else if (index < 0) kinds.push(kept);
      else kinds[index] = kept;
    }
    const table = changes.length === 0 ? this.#base : this.#base.with(kinds, this.#order.last);
    return { table, changes: new TableChanges(changes) };
  }

  /** The rows, compacted if need be; `undefined` if the kind has no rows left. */
  #kept(rows: KindRows): KindRows | undefined {
    const { families } = this.#base.lineage;
    const used = rows.live + rows.removed;
    if (used === 0) {
      families.delete(rows.key);
      return undefined;
    }
    if (rows.family.startCompaction(used)) {
      const [compacted] = inOneFamily([rows]);
      families.set(rows.key, compacted.family);
      return compacted;
    }
    if (this.#forgets) rows.family.followRows(rows.rows);
    return rows;
  }

  protected override kind(key: Kind): KindRows | undefined {
    if (this.#recent?.key === key) return this.#recent;
    this.#assertOpen();
    return kindIn(this.#drafts, key) ?? kindIn(this.#base.kinds, key);
  }

  protected override *all(): Iterable<KindRows> {
    this.#assertOpen();
    const { kinds } = this.#base;
    for (const kind of kinds) yield kindIn(this.#drafts, kind.key) ?? kind;
    for (const draft of this.#drafts) if (!kindIn(kinds, draft.key)) yield draft;
  }

  #assertOpen(): void {
    if (this.#committed) {
      throw new Error('This draft was committed. Make another one.');
    }
  }
}
