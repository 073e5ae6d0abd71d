import type { KindFamily } from './KindFamily.ts';
import { inOneFamily, type Kind, kindIn, type KindRows, noRows } from './KindRows.ts';
import { RowChanges } from './RowChanges.ts';
import { TableChanges } from './TableChanges.ts';
import { NO_SLOTS, type Slots } from './StateSlot.ts';
import { TableReader } from './TableReader.ts';

/** Shared by all snapshots that descend from one empty table. */
interface Lineage {
  /**
   * The family of each kind, for snapshots without rows of it: an optimistic branch that is rebuilt
   * over the same base gets the same slots for its rows.
   */
  readonly families: Map<Kind, KindFamily>;
  /** Greater than all ordinals that were taken. */
  nextOrdinal: number;
}

/**
 * All entities at one moment: an immutable snapshot of records by entity key and pk. Changes go
 * through an `EntityTableDraft`, which makes another snapshot; this one never changes. Reserved
 * kinds hold the results of endpoints; slots hold what features commit together with the entities.
 * No public method lists them: with them, the table is the whole state of a store.
 */
export class EntityTable extends TableReader {
  /** @internal */
  readonly lineage: Lineage;
  /** @internal The rows of each kind, in the order in which the kinds were first written. */
  readonly kinds: readonly KindRows[];
  /** @internal The highest insertion ordinal this snapshot, or one before it, has seen. */
  readonly lastOrdinal: number;
  /** @internal The slots of features; read them with `inSlot`. */
  readonly slots: Slots;
  /** @internal Raised by `reset()`; responses to requests of an earlier epoch are dropped. */
  readonly epoch: number;
  /** @internal The first table with these rows; observers of entities get no other one. */
  readonly entities: EntityTable;
  // The kind of the last look-up: callers walk one kind at a time.
  #recent: KindRows | undefined;

  private constructor(
    lineage: Lineage,
    kinds: readonly KindRows[],
    lastOrdinal: number,
    slots: Slots,
    epoch: number,
    entities?: EntityTable,
  ) {
    super();
    this.lineage = lineage;
    this.kinds = kinds;
    this.lastOrdinal = lastOrdinal;
    this.slots = slots;
    this.epoch = epoch;
    this.entities = entities ?? this;
  }

  /** A table without rows, unrelated to any other table. */
  static empty(epoch = 0): EntityTable {
    return new EntityTable({ families: new Map(), nextOrdinal: 0 }, [], -1, NO_SLOTS, epoch);
  }

  /** @internal The snapshot with these rows and slots. */
  with(kinds: readonly KindRows[], lastOrdinal: number, slots: Slots): EntityTable {
    const same = kinds === this.kinds ? this.entities : undefined;
    return new EntityTable(this.lineage, kinds, lastOrdinal, slots, this.epoch, same);
  }

  /**
   * The difference to `after`, an earlier or later snapshot of the same lineage. The cost follows
   * the difference.
   */
  changesTo(after: EntityTable): TableChanges {
    const [a, b] = [this.kinds, after.kinds];
    // A kind nearly always has the same index in both.
    const other = [
      ...a.filter((kind, i) => kind !== b[i]),
      ...b.filter((kind, i) => kind !== a[i]),
    ];
    const changes: RowChanges<Kind>[] = [];
    for (const key of new Set(other.map((kind) => kind.key))) {
      const [before, next] = [kindIn(a, key), kindIn(b, key)];
      if (before !== next) changes.push(changesBetween(key, before, next));
    }
    return new TableChanges(changes);
  }

  protected override kind(key: Kind): KindRows | undefined {
    if (this.#recent?.key !== key) this.#recent = kindIn(this.kinds, key);
    return this.#recent;
  }

  protected override all(): Iterable<KindRows> {
    return this.kinds;
  }
}

/** At least one of the two has rows. */
function changesBetween(key: Kind, from: KindRows | undefined, to: KindRows | undefined) {
  const { family } = (from ?? to)!;
  const [before, after] = [from ?? noRows(key, family), to ?? noRows(key, family)];
  if (before.family === after.family) return new RowChanges(key, before, after);
  const [a, b] = inOneFamily([before, after]);
  return new RowChanges(key, a, b);
}
