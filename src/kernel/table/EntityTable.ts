import { inOneFamily } from './KindDraft.ts';
import { KindRows } from './KindRows.ts';
import { BITS, forEachDifference, type KindNode } from './KindTree.ts';
import { RowChanges } from './RowChanges.ts';
import { NO_SLOTS, type Slots } from './StateSlot.ts';
import { TableChanges } from './TableChanges.ts';
import { type Lineage, TableReader } from './TableReader.ts';

/**
 * All entities at one moment: an immutable snapshot of records by entity key and pk. Changes go
 * through an `EntityTableDraft`, which makes another snapshot; this one never changes. Reserved
 * kinds hold the results of endpoints; slots hold what features commit together with the entities.
 * No public method lists them: with them, the table is the whole state of a store.
 */
export class EntityTable extends TableReader {
  /** @internal The first table with these rows; observers of entities get no other one. */
  readonly entities: EntityTable;

  /** @internal `entities`: the table with the same rows, if there is one. */
  constructor(
    lineage: Lineage,
    kinds: KindNode,
    level: number,
    lastOrdinal: number,
    slots: Slots,
    epoch: number,
    entities?: EntityTable,
  ) {
    super();
    this.lineage = lineage;
    this.kinds = kinds;
    this.level = level;
    this.lastOrdinal = lastOrdinal;
    this.slots = slots;
    this.epoch = epoch;
    this.entities = entities ?? this;
    this.recent = undefined;
  }

  /** A table without rows, unrelated to any other table. */
  static empty(epoch = 0, { plans }: Partial<Lineage> = {}): EntityTable {
    const lineage = {
      families: new Map(),
      plans: plans ?? { members: new Map(), mixed: new Set(), ofClass: new WeakMap() },
      nextOrdinal: 0,
      hasExpired: false,
    };
    return new EntityTable(lineage, [], 0, -1, NO_SLOTS, epoch);
  }

  /**
   * The difference to `after`, an earlier or later snapshot of the same lineage. The cost follows
   * the difference.
   */
  changesTo(after: EntityTable): TableChanges {
    const level = Math.max(this.level, after.level);
    const [from, to] = [this, after].map((table) => {
      let root = table.kinds;
      for (let at = table.level; at < level; at += BITS) root = [root];
      return root;
    });
    const kinds: RowChanges[] = [];
    const reserved: RowChanges<symbol>[] = [];
    forEachDifference(from, to, level, (before, next) => {
      // One of the two has rows.
      const { key } = (before ?? next)!;
      const [a, b] = inSameFamily(before, next);
      // The cast holds: each list gets the kinds of its type.
      (typeof key === 'string' ? kinds : reserved).push(new RowChanges(key as never, a, b));
    });
    return new TableChanges(kinds, reserved);
  }
}

/** At least one of the two has rows. */
function inSameFamily(from: KindRows | undefined, to: KindRows | undefined): KindRows[] {
  const { key, family } = (from ?? to)!;
  const [before, after] = [from ?? new KindRows(key, family), to ?? new KindRows(key, family)];
  return before.family === after.family ? [before, after] : inOneFamily([before, after]);
}
