import { appended, NO_ITEMS } from './appended.ts';
import { compactedRows } from './compactedRows.ts';
import type { EntityTable } from './EntityTable.ts';
import type { Lineage } from './Lineage.ts';
import { SlotVector } from './SlotVector.ts';
import type { Stamp } from './Stamp.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';
import type { TypeChanges } from './TypeChanges.ts';
import { TypeDraft } from './TypeDraft.ts';
import { typeIn } from './typeIn.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/** @internal Makes the next snapshot. */
export type Seal = (
  base: EntityTable,
  typeRows: readonly TypeRows[],
  lastOrdinal: number,
) => EntityTable;

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
  /** @internal */
  lastOrdinal: number;
  readonly #base: EntityTable;
  readonly #seal: Seal;
  /** A list is enough: a commit writes to few types. */
  #drafts: TypeDraft[] = NO_ITEMS;
  #recentKey: string | undefined;
  #recent: TypeDraft | undefined;
  #forgets = false;
  #committed = false;

  /** @internal Use {@link EntityTable.draft}. */
  constructor(base: EntityTable, seal: Seal) {
    super();
    this.#base = base;
    this.#seal = seal;
    this.lastOrdinal = base.lastOrdinal;
  }

  /** @internal */
  takeOrdinal(): number {
    return (this.lastOrdinal = this.#base.lineage.takeOrdinal());
  }

  /**
   * Makes the row live with this record. A live row keeps its position, any other row goes last. If
   * the record is stored already, only the stamp is replaced.
   */
  write(key: string, pk: string, record: object, stamp: Stamp): void {
    this.#open(key).write(pk, record, stamp);
  }

  /** The rows of a type, for many writes to them until this draft is committed. */
  rows(key: string): TypeDraft {
    return this.#open(key);
  }

  /** Replaces the row with a tombstone, even if the row was never known. */
  remove(key: string, pk: string, stamp: Stamp): void {
    this.#open(key).remove(pk, stamp);
  }

  /** Drops the row, or the tombstone of a removed row. */
  forget(key: string, pk: string): void {
    if (this.type(key) === undefined) return;
    this.#open(key).forget(pk);
    this.#forgets = true;
  }

  /**
   * Ends the draft. If nothing was written, the table is the one the draft began with. If only
   * stamps were refreshed, it is another table with empty `changes`.
   */
  commit(): TableCommit {
    this.#assertOpen();
    this.#committed = true;
    this.#recent = undefined;
    const { lineage, typeRows } = this.#base;
    let next = typeRows;
    let changes: TypeChanges[] = NO_ITEMS;
    for (const draft of this.#drafts) {
      const type = draft.freeze();
      if (type === draft.base) continue;
      const used = type.live + type.removed;
      changes = appended(changes, draft.changes(type));
      let kept: TypeRows | undefined = type;
      if (used === 0 || type.family.startCompaction(used)) {
        kept = used === 0 ? undefined : compactedRows(type);
        lineage.renew(type.key, kept?.family);
      } else if (this.#forgets) {
        type.family.followRows(type.rows);
      }
      next = withType(next, draft.base, kept);
    }
    const table = next === typeRows ? this.#base : this.#seal(this.#base, next, this.lastOrdinal);
    return { table, changes: new TableChanges(changes) };
  }

  protected override type(key: string): TypeReads | undefined {
    if (key === this.#recentKey && this.#recent !== undefined) return this.#recent;
    this.#assertOpen();
    return typeIn(this.#drafts, key) ?? typeIn(this.#base.typeRows, key);
  }

  protected override *types(): Iterable<TypeReads> {
    this.#assertOpen();
    const { typeRows } = this.#base;
    for (const type of typeRows) yield typeIn(this.#drafts, type.key) ?? type;
    for (const draft of this.#drafts) if (!typeIn(typeRows, draft.key)) yield draft;
  }

  #open(key: string): TypeDraft {
    if (key === this.#recentKey && this.#recent !== undefined) return this.#recent;
    this.#assertOpen();
    let draft = typeIn(this.#drafts, key);
    if (draft === undefined) {
      const { typeRows, lineage } = this.#base;
      draft = new TypeDraft(typeIn(typeRows, key) ?? noRows(lineage, key), this);
      this.#drafts = appended(this.#drafts, draft);
    }
    this.#recentKey = key;
    this.#recent = draft;
    return draft;
  }

  #assertOpen(): void {
    if (this.#committed) {
      throw new Error('This draft was committed. Make another one: table.draft().');
    }
  }
}

function noRows(lineage: Lineage, key: string): TypeRows {
  return {
    key,
    family: lineage.family(key),
    rows: SlotVector.empty(),
    live: 0,
    removed: 0,
  };
}

/**
 * The list with `before` replaced by `after`, or without it if there is no `after`. A type that is
 * not in the list is appended.
 */
function withType(
  types: readonly TypeRows[],
  before: TypeRows,
  after: TypeRows | undefined,
): readonly TypeRows[] {
  const index = types.indexOf(before);
  if (index < 0) return after ? [...types, after] : types;
  const next = types.slice();
  if (after) next[index] = after;
  else next.splice(index, 1);
  return next;
}
