import type { HydratedRow } from '../../kernel/store/Action.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import type { KindRows } from '../../kernel/table/KindRows.ts';

/**
 * A table of the rows that were loaded so far. It notes which others a reader looked up.
 */
export class ScratchTable extends EntityTable {
  /** The rows that were looked up and are not here, by entity key. */
  readonly missing = new Map<string, Set<string>>();
  /** The rows that were looked up and are here, by entity key. */
  readonly found = new Map<string, Set<string>>();
  /** The entity keys whose rows were all read. */
  readonly wholeKinds = new Set<string>();

  /** `kinds`: the entity keys of which all entities were fetched. */
  static of(rows: Iterable<HydratedRow>, kinds: Iterable<string>): ScratchTable {
    const draft = new EntityTableDraft(EntityTable.empty());
    for (const { kind, pk, record, renamedTo, meta } of rows) {
      if (record) draft.rows(kind).write(pk, record, { ...meta, seq: 0 });
      else draft.rows(kind).remove(pk, { ...meta, seq: 0 }, renamedTo);
    }
    for (const kind of kinds) draft.declare(kind);
    const { lineage, kinds: root, level, lastOrdinal, slots } = draft.commit().table;
    return new ScratchTable(lineage, root, level, lastOrdinal, slots, 0);
  }

  override get(key: string, pk: string): object | undefined {
    this.#look(key, pk);
    return super.get(key, pk);
  }

  override renamedTo(key: string, pk: string): string | undefined {
    this.#look(key, pk);
    return super.renamedTo(key, pk);
  }

  override meta(key: string, pk: string) {
    this.#look(key, pk);
    return super.meta(key, pk);
  }

  override find(key: string, field: string, value: unknown): string[] {
    this.wholeKinds.add(key);
    return super.find(key, field, value);
  }

  override search(...[key, ...rest]: Parameters<EntityTable['search']>): string[] {
    this.wholeKinds.add(key);
    return super.search(key, ...rest);
  }

  override hasAll(key: string): boolean {
    this.wholeKinds.add(key);
    return super.hasAll(key);
  }

  override hasRows(key: string): boolean {
    this.wholeKinds.add(key);
    return super.hasRows(key);
  }

  override forEach(...[key, visit]: Parameters<EntityTable['forEach']>): void {
    this.wholeKinds.add(key);
    super.forEach(key, visit);
  }

  override entries(key: string): IterableIterator<[pk: string, record: object]> {
    this.wholeKinds.add(key);
    return super.entries(key);
  }

  #look(key: string, pk: string): void {
    // Renames are followed from the empty pk.
    if (pk === '') return;
    const kind: KindRows | undefined = this.rowsOf(key);
    const looked = kind?.metaAt(kind.slotOf(pk)) ? this.found : this.missing;
    const pks = looked.get(key);
    if (pks) pks.add(pk);
    else looked.set(key, new Set([pk]));
  }
}
