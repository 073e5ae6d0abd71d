import type { ChangeVisitor } from './TypeChanges.ts';

/** The changes in the rows of one type. */
export interface RowChanges {
  readonly key: string;
  /** Number of rows that were added, updated or removed. */
  readonly count: number;
  /**
   * Calls `visit` for every changed row: first updates and removals, then added rows in insertion
   * order.
   */
  forEach(visit: ChangeVisitor): void;
  /** The pks of live rows with the same record and another stamp. */
  refreshed(): readonly string[];
}
