import type { ChangeVisitor, TypeChanges } from './TypeChanges.ts';

/**
 * What a commit changed against the snapshot its draft began with: at most one change per row. A row
 * whose stamp was refreshed and a row that is back to its earlier record have not changed.
 */
export class TableChanges {
  /** Whether no row was added, updated or removed. */
  readonly isEmpty: boolean;
  readonly #types: ReadonlyMap<string, TypeChanges>;

  /** @internal Made by the commit of a draft. */
  constructor(types: ReadonlyMap<string, TypeChanges>) {
    this.#types = types;
    let count = 0;
    for (const changes of types.values()) count += changes.count;
    this.isEmpty = count === 0;
  }

  /** The types the commit wrote to, those with refreshed rows only included. */
  keys(): Iterable<string> {
    return this.#types.keys();
  }

  /** Number of rows of the type that were added, updated or removed. */
  changeCount(key: string): number {
    return this.#types.get(key)?.count ?? 0;
  }

  /**
   * Calls `visit` for every changed row of the type: updates and removals in the order they were
   * written, then added rows in insertion order.
   */
  forEach(key: string, visit: ChangeVisitor): void {
    this.#types.get(key)?.forEach(visit);
  }

  /** The pks of the live rows of the type that kept their record and got another stamp. */
  refreshed(key: string): readonly string[] {
    return this.#types.get(key)?.refreshed() ?? [];
  }
}
