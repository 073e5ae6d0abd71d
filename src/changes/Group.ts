import type { Observable } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';

/** One group of {@link groupChanges}: the same object for as long as it has rows. */
export interface Group<G, K, V> {
  /** What the rows have in common. */
  readonly key: G;
  /** The current number of rows. */
  readonly size: number;
  /**
   * The changes of the rows: a reset with all of them at once, then what changes. Completes when no
   * row is left.
   */
  readonly changes$: Observable<ChangeSet<K, V>>;
}
