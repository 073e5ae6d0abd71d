import type { Observable } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';

/** The rows that {@link groupChanges} puts together. The same object for as long as there are any. */
export interface Group<G, K, V> {
  /** What they have in common. */
  readonly key: G;
  /** How many they are at the moment. */
  readonly size: number;
  /** Their changes: a reset with all of them at once, then what changes. Completes when none is left. */
  readonly changes$: Observable<ChangeSet<K, V>>;
}
