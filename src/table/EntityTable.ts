import { EntityTableDraft, type Seal } from './EntityTableDraft.ts';
import { Lineage } from './Lineage.ts';
import { TableChanges } from './TableChanges.ts';
import { TableReader } from './TableReader.ts';
import { TypeDifference } from './TypeDifference.ts';
import { typeIn } from './typeIn.ts';
import type { TypeReads, TypeRows } from './TypeRows.ts';

/**
 * All entities at one moment: an immutable snapshot of records by entity key and pk. Changes go
 * through a draft, which makes another snapshot; this one never changes.
 */
export class EntityTable extends TableReader {
  /** @internal */
  readonly lineage: Lineage;
  /** @internal The types in the order in which they were first written. */
  readonly typeRows: readonly TypeRows[];
  /** @internal The highest insertion ordinal this snapshot, or one before it, has seen. */
  readonly lastOrdinal: number;
  // The type of the last look-up: callers walk one type at a time.
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

  // Passed to the draft, so that its file does not import this one.
  static readonly #seal: Seal = (base, typeRows, lastOrdinal) =>
    new EntityTable(base.lineage, typeRows, lastOrdinal);

  /** An editable copy, in O(1). Drafts of one table are independent of each other. */
  draft(): EntityTableDraft {
    return new EntityTableDraft(this, EntityTable.#seal);
  }

  /**
   * The difference to `after`, an earlier or later snapshot of the same lineage. The cost follows
   * the difference.
   */
  changesTo(after: EntityTable): TableChanges {
    const [a, b] = [this.typeRows, after.typeRows];
    // A type nearly always has the same index in both.
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
