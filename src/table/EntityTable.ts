import { EntityTableDraft, type Seal } from './EntityTableDraft.ts';
import { Lineage } from './Lineage.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';
import { TypeDifference } from './TypeDifference.ts';
import { typeIn } from './typeIn.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/**
 * All entities at one moment: an immutable snapshot of records by type and primary key. A change goes
 * through a draft and gives another snapshot; this one stays right for ever, at no cost.
 */
export class EntityTable extends TableReader {
  /** @internal */
  readonly lineage: Lineage;
  /** @internal The types in the order in which they were first written. */
  readonly typeRows: readonly TypeRows[];
  /** @internal The highest insertion ordinal this snapshot, or one before it, has seen. */
  readonly lastOrdinal: number;
  // The type asked for last: readers walk one type at a time.
  #recentKey: string | undefined;
  #recent: TypeReads | undefined;

  private constructor(lineage: Lineage, typeRows: readonly TypeRows[], lastOrdinal: number) {
    super();
    this.lineage = lineage;
    this.typeRows = typeRows;
    this.lastOrdinal = lastOrdinal;
  }

  /** A table without rows, unrelated to any other table. */
  static empty(): EntityTable {
    return new EntityTable(new Lineage(), [], -1);
  }

  // The draft gets the constructor handed in, so that its file need not import this one.
  static readonly #seal: Seal = (base, typeRows, lastOrdinal) =>
    new EntityTable(base.lineage, typeRows, lastOrdinal);

  /** An editable copy; takes O(1). Several drafts of one table know nothing of each other. */
  draft(): EntityTableDraft {
    return new EntityTableDraft(this, EntityTable.#seal);
  }

  /** What differs in `after`, a snapshot of the same lineage whichever of the two came first. The cost follows the difference. */
  changesTo(after: EntityTable): TableChanges {
    const [a, b] = [this.typeRows, after.typeRows];
    // Nearly always they stand in the same places.
    const other = [
      ...a.filter((type, i) => type !== b[i]),
      ...b.filter((type, i) => type !== a[i]),
    ];
    const differences: TypeDifference[] = [];
    for (const key of new Set(other.map((type) => type.key))) {
      const [before, next] = [typeIn(a, key), typeIn(b, key)];
      if (before !== next) differences.push(new TypeDifference(key, before, next));
    }
    return new TableChanges(differences);
  }

  protected override type(key: string): TypeReads | undefined {
    if (key !== this.#recentKey) {
      this.#recent = typeIn(this.typeRows, key);
      this.#recentKey = key;
    }
    return this.#recent;
  }

  protected override types(): Iterable<TypeReads> {
    return this.typeRows;
  }
}
