import type { EntityMeta } from '../../data/schema/Schema.ts';
import { EntityKeySet } from './EntityKeySet.ts';
import { EntityTable } from './EntityTable.ts';
import { inOneFamily, KindDraft } from './KindDraft.ts';
import { KindFamily } from './KindFamily.ts';
import { COMPLETE, type Kind, KindRows, RESULTS } from './KindRows.ts';
import { BITS, WIDTH, withKind } from './KindTree.ts';
import type { ResultRecord } from './ResultRecord.ts';
import { RowChanges } from './RowChanges.ts';
import type { StateSlot } from './StateSlot.ts';
import { TableChanges } from './TableChanges.ts';
import { type Lineage, TableReader } from './TableReader.ts';

/** The result of a commit: the next snapshot, and its changes. */
export interface TableCommit {
  readonly table: EntityTable;
  readonly changes: TableChanges;
}

/**
 * Rows of which earlier results may be wrong: removed ones that came back without some of their
 * members, and numbers that may have counted already what a read shows. By the seq before which results
 * were requested that are tainted.
 */
export type TaintedRows = ReadonlyMap<number, EntityKeySet>;

/** Record and meta of a row that says nothing but that it is there. */
const PRESENT: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };

/** What a committed draft has in place of its lineage: every look-up throws. */
const COMMITTED: Lineage = {
  get families(): Lineage['families'] {
    throw new Error('This draft was committed. Make another one.');
  },
  get plans(): never {
    return this.families as never;
  },
  get nextOrdinal(): number {
    return this.families.size;
  },
  get hasExpired(): never {
    return this.families as never;
  },
};

/**
 * An editable copy of an {@link EntityTable}, for one commit: all actions on it become that commit.
 * Its reads see its writes. Every method throws once the draft is committed.
 */
export class EntityTableDraft extends TableReader {
  /**
   * The visible entities, if they differ from the table's. A record that equals the visible one
   * keeps its reference.
   */
  readonly visible: TableReader | undefined;
  /** The confirmed entities, for drafts of optimistic layers. */
  readonly confirmed: TableReader | undefined;
  /** Whether entities were forgotten: the table changed even if there are no changes. */
  forgets: boolean;
  tainted: Map<number, EntityKeySet> | undefined;
  private readonly base: EntityTable;
  // The drafts of the kinds that were written, in a chain. They are in the tree of kinds, too.
  private first: KindDraft | undefined;
  private last: KindDraft | undefined;

  /** In O(1). Drafts of one table are independent of each other. */
  constructor(base: EntityTable, visible?: TableReader, confirmed?: TableReader) {
    super();
    this.lineage = base.lineage;
    this.kinds = base.kinds;
    this.level = base.level;
    this.lastOrdinal = base.lastOrdinal;
    this.slots = base.slots;
    this.epoch = base.epoch;
    this.recent = undefined;
    this.visible = visible;
    this.confirmed = confirmed;
    this.forgets = false;
    this.tainted = undefined;
    this.base = base;
    this.first = undefined;
    this.last = undefined;
  }

  /** The rows of a kind, for writes to them until this draft is committed. */
  rows(key: Kind): KindDraft {
    const known = this.rowsOf(key);
    if (known instanceof KindDraft) return known;
    const { families } = this.lineage;
    let family = known?.family ?? families.get(key);
    if (family === undefined) families.set(key, (family = new KindFamily(families.size)));
    const draft = new KindDraft(known ?? new KindRows(key, family), this);
    const { index } = family;
    while (index >= WIDTH << this.level) {
      this.kinds = [this.kinds];
      this.level += BITS;
    }
    this.kinds = withKind(this.kinds, this.level, index, draft);
    if (this.last === undefined) this.first = draft;
    else this.last.next = draft;
    this.last = draft;
    return (this.recent = draft);
  }

  /** The record of the row when the draft began. */
  before(key: string, pk: string): object | undefined {
    return this.base.get(key, pk);
  }

  /** The meta of the row when the draft began. */
  metaBefore(key: string, pk: string): EntityMeta | undefined {
    return this.base.meta(key, pk);
  }

  /** Results of before `seq` that show the row may be wrong: they are fetched once more. */
  taint(key: string, pk: string, seq: number): void {
    const tainted = (this.tainted ??= new Map());
    if (!tainted.has(seq)) tainted.set(seq, new EntityKeySet());
    tainted.get(seq)!.add(key, pk);
  }

  /** Drops the row, or the tombstone of a removed row. */
  forget(key: Kind, pk: string): void {
    if (this.rowsOf(key) === undefined) return;
    this.rows(key).forget(pk);
    this.forgets ||= typeof key === 'string';
  }

  setResult(key: string, row: ResultRecord): void {
    this.rows(RESULTS).write(key, row, row);
  }

  /** Records that the list of all entities of a class was written. */
  declare(kind: string): void {
    this.rows(COMPLETE).write(kind, PRESENT, PRESENT);
  }

  /** Fills the slot of a feature. */
  put<T>(slot: StateSlot<T>, value: T): void {
    this.slots = new Map(this.slots).set(slot, value);
  }

  /** Forgets everything and begins a new epoch. */
  reset(): void {
    const empty = EntityTable.empty(this.epoch + 1, this.lineage);
    Object.assign(this, new EntityTableDraft(empty, this.visible, this.confirmed));
    this.forgets = true;
  }

  /**
   * Ends the draft. If nothing was written, the table is the one the draft began with. If only
   * metas were refreshed, it is another table with empty `changes`.
   */
  commit(): TableCommit {
    const { base, epoch, kinds, lastOrdinal, level, lineage, slots } = this;
    const { families } = lineage;
    let changed: RowChanges[] | undefined;
    let reserved: RowChanges<symbol>[] | undefined;
    for (let draft = this.first; draft !== undefined; draft = draft.next) {
      const { base: before, family, from, key, to, writesContent } = draft;
      const rows = draft.snapshot();
      const used = rows.live + rows.removed;
      let kept: KindRows | undefined = rows;
      if (used === 0) {
        kept = undefined;
        if (rows !== before) families.set(key, new KindFamily(family.index));
      } else if (rows !== before && family.size > 2 * used && family.startCompaction(used)) {
        [kept] = inOneFamily([rows]);
        families.set(key, kept.family);
      } else if (this.forgets) {
        family.followRows(rows);
      }
      // `rows()` has copied the path.
      withKind(kinds, level, family.index, kept, true);
      if (rows === before) continue;
      // The cast holds: each list gets the kinds of its type.
      const change = new RowChanges(key as never, before, rows, from, to, writesContent);
      // A list that begins empty would have room for 17.
      const list = typeof key === 'string' ? changed : reserved;
      if (list) list.push(change);
      else if (typeof key === 'string') changed = [change];
      else reserved = [change];
    }
    this.lineage = COMMITTED;
    this.recent = undefined;
    const changes = new TableChanges(changed, reserved);
    const isSame = !changed && !reserved;
    if (isSame && slots === base.slots) return { table: base, changes };
    const table = new EntityTable(
      lineage,
      isSame ? base.kinds : kinds,
      isSame ? base.level : level,
      lastOrdinal,
      slots,
      epoch,
      isSame ? base.entities : undefined,
    );
    return { table, changes };
  }
}
