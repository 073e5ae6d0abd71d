import type { RowChanges } from './RowChanges.ts';
import type { ChangeVisitor } from './TypeChanges.ts';
import { typeIn } from './typeIn.ts';

/**
 * What a commit changed: at most one change per row, but a row that has another place in insertion order is removed and added. A row
 * whose stamp was refreshed and a row that is back to its earlier record have not changed.
 */
export class TableChanges {
  /** Whether no row was added, updated or removed. */
  readonly isEmpty: boolean;
  /** @internal Those of {@link keys}. */
  readonly types: readonly RowChanges[];

  /** @internal Made by the commit of a draft, or by comparing two snapshots. */
  constructor(types: readonly RowChanges[]) {
    this.types = types;
    this.isEmpty = types.every(({ count }) => count === 0);
  }

  /** The types the commit wrote to, those with refreshed rows only included. */
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

  /** The pks of the live rows of the type that kept their record and got another stamp. */
  refreshed(key: string): readonly string[] {
    return this.#of(key)?.refreshed() ?? [];
  }

  /** A commit touches few types. */
  #of(key: string): RowChanges | undefined {
    return typeIn(this.types, key);
  }
}
