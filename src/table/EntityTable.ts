import { EntityTableDraft, type Seal } from './EntityTableDraft.ts';
import { Lineage } from './Lineage.ts';
import { PersistentMap } from './PersistentMap.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';
import { TypeDifference } from './TypeDifference.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/**
 * All entities at one moment: an immutable snapshot of records by type and primary key. A change goes
 * through a draft and gives another snapshot; this one stays right for ever, at no cost.
 */
export class EntityTable extends TableReader {
  /** @internal */
  readonly lineage: Lineage;
  /** @internal */
  readonly rowsOf: PersistentMap<TypeRows>;
  /** @internal The highest insertion ordinal this snapshot, or one before it, has seen. */
  readonly lastOrdinal: number;
  // The type asked for last: readers walk one type at a time.
  #recentKey: string | undefined;
  #recent: TypeReads | undefined;

  private constructor(lineage: Lineage, rowsOf: PersistentMap<TypeRows>, lastOrdinal: number) {
    super();
    this.lineage = lineage;
    this.rowsOf = rowsOf;
    this.lastOrdinal = lastOrdinal;
  }

  /** A table without rows, unrelated to any other table. */
  static empty(): EntityTable {
    return new EntityTable(new Lineage(), PersistentMap.empty<TypeRows>(), -1);
  }

  // The draft gets the constructor handed in, so that its file need not import this one.
  static readonly #seal: Seal = (base, rowsOf, lastOrdinal) =>
    new EntityTable(base.lineage, rowsOf, lastOrdinal);

  /** An editable copy; takes O(1). Several drafts of one table know nothing of each other. */
  draft(): EntityTableDraft {
    return new EntityTableDraft(this, EntityTable.#seal);
  }

  /** What differs in `after`, a snapshot of the same lineage whichever of the two came first. The cost follows the difference. */
  changesTo(after: EntityTable): TableChanges {
    const [a, b] = [this.rowsOf, after.rowsOf];
    if (a === b) return new TableChanges([]);
    const keys = new Set([...a.entries(), ...b.entries()].map(([key]) => key));
    const different = [...keys].filter((key) => a.get(key) !== b.get(key));
    return new TableChanges(
      different.map((key) => new TypeDifference(key, a.get(key), b.get(key))),
    );
  }

  protected override type(key: string): TypeReads | undefined {
    if (key !== this.#recentKey) {
      this.#recent = this.rowsOf.get(key);
      this.#recentKey = key;
    }
    return this.#recent;
  }

  protected override types(): Iterable<[key: string, type: TypeReads]> {
    return this.rowsOf.entries();
  }
}
