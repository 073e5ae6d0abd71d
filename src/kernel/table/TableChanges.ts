import type { ChangeVisitor, RowChanges } from './RowChanges.ts';

const NONE: readonly never[] = [];

/**
 * The changes of a commit: at most one per row, but a row whose insertion order changed is removed
 * and added. A row that only got another meta, or has its earlier record again, has not changed.
 */
export class TableChanges {
  /** @internal The changes by entity key, in the order of {@link keys}. */
  readonly kinds: readonly RowChanges[];
  /** @internal The changes of reserved kinds. */
  readonly reservedKinds: readonly RowChanges<symbol>[];

  /** @internal Made by the commit of a draft, or by comparing two snapshots. */
  constructor(
    kinds: readonly RowChanges[] = NONE,
    reservedKinds: readonly RowChanges<symbol>[] = NONE,
  ) {
    this.kinds = kinds;
    this.reservedKinds = reservedKinds;
  }

  /** Whether no entity was added, updated or removed. */
  get isEmpty(): boolean {
    for (const { count } of this.kinds) if (count > 0) return false;
    return true;
  }

  /** The entity keys the commit wrote to, including those with refreshed rows only. */
  keys(): readonly string[] {
    return this.kinds.map(({ key }) => key);
  }

  /** Number of entities of the key that were added, updated or removed. */
  changeCount(key: string): number {
    return this.#of(key)?.count ?? 0;
  }

  /**
   * Calls `visit` for every changed entity of the key: first updates and removals, then added
   * entities, both in insertion order.
   */
  forEach(key: string, visit: ChangeVisitor): void {
    this.#of(key)?.forEach(visit);
  }

  /** The pks of the key's entities with the same record and another meta. */
  refreshed(key: string): readonly string[] {
    return this.#of(key)?.refreshed() ?? NONE;
  }

  /** @internal The pks of the changed rows of a reserved kind. */
  reserved(kind: symbol): readonly string[] {
    for (const rows of this.reservedKinds) if (rows.key === kind) return rows.pks();
    return NONE;
  }

  #of(key: string): RowChanges | undefined {
    return this.kinds.find((kind) => kind.key === key);
  }
}
