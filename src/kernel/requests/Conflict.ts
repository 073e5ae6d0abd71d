import type { EntityKeySet } from '../table/EntityKeySet.ts';

/** Data that may be older than the server's state although its response has just arrived. */
export interface Conflict {
  /** Whether the data is fetched later: a mutation is pending that is known to change it, too. */
  readonly isOpen?: boolean;
  /** Keys of reads to fetch once more. */
  readonly keys: readonly string[];
  /** The rows that these reads have in common with mutations, by key. */
  readonly shared?: ReadonlyMap<string, EntityKeySet>;
  /** Rows that two overlapping mutations have written. */
  readonly rows: EntityKeySet;
  /** Those of `rows` that one of the two mutations has removed: they may not exist any more. */
  readonly removed: EntityKeySet;
  /**
   * The seq at which the last of the mutations settled. Only responses to later requests are
   * reliable.
   */
  readonly seq: number;
}
