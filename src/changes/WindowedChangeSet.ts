import type { OrderedChangeSet } from './OrderedChangeSet.ts';

/** Changes of a part of a sorted list. */
export interface WindowedChangeSet<K, V> extends OrderedChangeSet<K, V> {
  /** How many rows the whole list has. */
  readonly total: number;
  /** How many of them come before this part. */
  readonly offset: number;
}
