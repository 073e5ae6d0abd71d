import type { EntityMeta } from '../schema/Schema.ts';
import { EntityTable } from './EntityTable.ts';
import { InsertionOrder } from './InsertionOrder.ts';
import { KindDraft } from './KindDraft.ts';
import { KindFamily } from './KindFamily.ts';
import {
  COMPLETE,
  inOneFamily,
  type Kind,
  kindIn,
  type KindRows,
  noRows,
  RESULTS,
} from './KindRows.ts';
import type { ResultRecord } from './ResultRecord.ts';
import { RowChanges } from './RowChanges.ts';
import type { Slots, StateSlot } from './StateSlot.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';

/** The result of a commit: the next snapshot, and its changes. */
export interface TableCommit {
  readonly table: EntityTable;
  readonly changes: TableChanges;
}

/** Record and meta of a row that says nothing but that it is there. */
const MARK: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };

/**
 * An editable copy of an {@link EntityTable}, for one commit: all actions on it become that commit.
 * Its reads see its writes. Every method throws once the draft is committed.
 */
export class EntityTableDraft extends TableReader {
  slots: Slots;
  epoch: number;
  /**
   * The visible entities, if they differ from the table's. A record that equals the visible one
   * keeps its reference.
   */
  readonly visible: TableReader | undefined;
  /** The confirmed entities, for drafts of optimistic layers. */
  readonly confirmed: TableReader | undefined;
  /** Whether entities were forgotten: the table changed even if there are no changes. */
  forgets = false;
  #base: EntityTable;
  /** A list is enough: a commit writes to few kinds. */
  #drafts: readonly KindDraft[] = [];
  #recent: KindDraft | undefined;
  #order: InsertionOrder;
  #committed = false;

  /** In O(1). Drafts of one table are independent of each other. */
  constructor(base: EntityTable, visible?: TableReader, confirmed?: TableReader) {
    super();
    this.#base = base;
    this.slots = base.slots;
    this.epoch = base.epoch;
    this.visible = visible;
    this.confirmed = confirmed;
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
    this.forgets ||= typeof key === 'string';
  }

  setResult(key: string, row: ResultRecord): void {
    this.rows(RESULTS).write(key, row, row);
  }

  /** Records that the list of all entities of a class was written. */
  declare(kind: string): void {
    this.rows(COMPLETE).write(kind, MARK, MARK);
  }

  /** Fills the slot of a feature. */
  put<T>(slot: StateSlot<T>, value: T): void {
    this.slots = new Map(this.slots).set(slot, value);
  }

  /** Forgets everything and begins a new epoch. */
  reset(): void {
    const empty = EntityTable.empty(this.epoch + 1);
    this.#base = empty;
    this.#drafts = [];
    this.#recent = undefined;
    this.#order = new InsertionOrder(empty.lineage, empty.lastOrdinal);
    this.slots = empty.slots;
    this.epoch = empty.epoch;
    this.forgets = true;
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
    const next = changes.length === 0 ? this.#base.kinds : kinds;
    const isSame = next === this.#base.kinds && this.slots === this.#base.slots;
    const table = isSame ? this.#base : this.#base.with(next, this.#order.last, this.slots);
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
    if (this.forgets) rows.family.followRows(rows.rows);
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
