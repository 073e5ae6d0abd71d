import type { RowChanges } from './RowChanges.ts';
import type { ChangeVisitor } from './TypeChanges.ts';
import { typeIn } from './typeIn.ts';

/**
 * The changes of a commit: at most one per row, but a row whose insertion order changed is removed
 * and added. A row that only got another stamp, or has its earlier record again, has not changed.
 */
export class TableChanges {
  /** Whether no row was added, updated or removed. */
  readonly isEmpty: boolean;
  /** @internal The changes by type, in the order of {@link keys}. */
  readonly types: readonly RowChanges[];

  /** @internal Made by the commit of a draft, or by comparing two snapshots. */
  constructor(types: readonly RowChanges[]) {
    this.types = types;
    this.isEmpty = types.every(({ count }) => count === 0);
  }

  /** The types the commit wrote to, including those with refreshed rows only. */
  keys(): readonly string[] {
    return this.types.map(({ key }) => key);
  }

  /** Number of rows of the type that were added, updated or removed. */
  changeCount(key: string): number {
    return this.#of(key)?.count ?? 0;
  }

  /**
   * Calls `visit` for every changed row of the type: updates and removals in the order they were
   * written, then added rows in insertion order.
   */
  forEach(key: string, visit: ChangeVisitor): void {
    this.#of(key)?.forEach(visit);
  }

  /** The pks of the type's live rows with the same record and another stamp. */
  refreshed(key: string): readonly string[] {
    return this.#of(key)?.refreshed() ?? [];
  }

  /** A list is enough: a commit touches few types. */
  #of(key: string): RowChanges | undefined {
    return typeIn(this.types, key);
  }
}
