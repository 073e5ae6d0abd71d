import { type Kind, kindIn } from './KindRows.ts';
import type { ChangeVisitor, RowChanges } from './RowChanges.ts';

const NONE: readonly string[] = [];

/**
 * The changes of a commit: at most one per row, but a row whose insertion order changed is removed
 * and added. A row that only got another meta, or has its earlier record again, has not changed.
 */
export class TableChanges {
  /** Whether no entity was added, updated or removed. */
  readonly isEmpty: boolean;
  /** @internal The changes by entity key, in the order of {@link keys}. */
  readonly kinds: readonly RowChanges[];
  readonly #all: readonly RowChanges<Kind>[];

  /** @internal Made by the commit of a draft, or by comparing two snapshots. */
  constructor(all: readonly RowChanges<Kind>[]) {
    this.#all = all;
    this.kinds = all.filter((kind): kind is RowChanges => typeof kind.key === 'string');
    this.isEmpty = this.kinds.every(({ count }) => count === 0);
  }

  /** The entity keys the commit wrote to, including those with refreshed rows only. */
  keys(): readonly string[] {
    return this.kinds.map(({ key }) => key);
  }

  /** Number of entities of the key that were added, updated or removed. */
  changeCount(key: string): number {
    return kindIn(this.kinds, key)?.count ?? 0;
  }

  /**
   * Calls `visit` for every changed entity of the key: first updates and removals, then added
   * entities, both in insertion order.
   */
  forEach(key: string, visit: ChangeVisitor): void {
    kindIn(this.kinds, key)?.forEach(visit);
  }

  /** The pks of the key's entities with the same record and another meta. */
  refreshed(key: string): readonly string[] {
    return kindIn(this.kinds, key)?.refreshed() ?? NONE;
  }

  /** @internal The pks of the changed rows of a reserved kind. */
  reserved(kind: symbol): readonly string[] {
    const rows = kindIn(this.#all, kind);
    if (!rows) return NONE;
    const pks: string[] = [];
    rows.forEach((pk) => pks.push(pk));
    return pks;
  }
}
