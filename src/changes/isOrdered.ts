import type { ChangeSet } from './ChangeSet.ts';
import type { OrderedChangeSet } from './OrderedChangeSet.ts';

/** Whether a set belongs to a sorted list. */
export function isOrdered<K, V>(set: ChangeSet<K, V>): set is OrderedChangeSet<K, V> {
  return 'toArray' in set;
}
