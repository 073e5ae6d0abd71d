import { EntityKeySet } from '../table/EntityKeySet.ts';
import { type Kind, KindRows } from '../table/KindRows.ts';
import { TableReader } from '../table/TableReader.ts';

/**
 * The reads of a layer, and which rows they depend on: a row for each look-up; an empty pk stands
 * for all rows of its kind.
 */
export class LayerReads extends TableReader {
  readonly deps = new EntityKeySet<Kind>();
  readonly #table: TableReader;

  constructor(table: TableReader) {
    super();
    this.#table = table;
    this.lineage = table.lineage;
    this.kinds = table.kinds;
    this.level = table.level;
    this.slots = table.slots;
    this.epoch = table.epoch;
  }

  override hasRows(key: string): boolean {
    this.deps.add(key, '');
    return this.#table.hasRows(key);
  }

  override rowsOf(key: Kind): KindRows | undefined {
    const rows = this.#table.rowsOf(key);
    if (rows) return new ReadRows(rows, this.deps);
    this.deps.add(key, '');
    return undefined;
  }
}

class ReadRows extends KindRows {
  readonly #rows: KindRows;
  readonly #deps: EntityKeySet<Kind>;

  constructor(rows: KindRows, deps: EntityKeySet<Kind>) {
    super(rows.key, rows.family, rows.length, rows.shift, rows.root, rows.live, rows.removed);
    this.#rows = rows;
    this.#deps = deps;
  }

  override slotOf(pk: string): number {
    this.#deps.add(this.key, pk);
    return super.slotOf(pk);
  }

  override snapshot(): KindRows {
    this.#deps.add(this.key, '');
    return this.#rows.snapshot();
  }

  override forEach(visit: (content: object, slot: number) => void): void {
    this.#deps.add(this.key, '');
    super.forEach(visit);
  }

  override slots(): IterableIterator<number> {
    this.#deps.add(this.key, '');
    return super.slots();
  }
}
