import type { ChangeVisitor } from './TypeChanges.ts';

/** What changed in the rows of one type. */
export interface RowChanges {
  readonly key: string;
  /** Number of rows that were added, updated or removed. */
  readonly count: number;
  /** Calls `visit` for every changed row: updates and removals first, then what was added, in insertion order. */
  forEach(visit: ChangeVisitor): void;
  /** The pks of the live rows that kept their record and got another stamp. */
  refreshed(): readonly string[];
}
