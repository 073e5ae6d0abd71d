import type { ChangeSet } from './ChangeSet.ts';

/**
 * What happened to one key of a sorted list. `from` and `index` are indexes in the list after the
 * earlier changes of the set.
 */
export type OrderedChange<K, V> =
  | { readonly type: 'add'; readonly key: K; readonly value: V; readonly index: number }
  | {
      readonly type: 'update';
      readonly key: K;
      readonly value: V;
      readonly previous: V;
      /** Differs from `index` if the row moved: remove it here, then insert it at `index`. */
      readonly from: number;
      readonly index: number;
    }
  | { readonly type: 'remove'; readonly key: K; readonly previous: V; readonly from: number };

/** Changes of a sorted list, and the list after them. Later sets do not change it. */
export interface OrderedChangeSet<K, V> extends ChangeSet<K, V> {
  /** Apply them in this order. */
  readonly changes: readonly OrderedChange<K, V>[];
  /** How many rows the list has. */
  readonly size: number;
  /** The row at an index; `undefined` if there is none. */
  at(index: number): V | undefined;
  /** The key of the row at an index; `undefined` if there is none. */
  keyAt(index: number): K | undefined;
  /** The keys from `start` up to, but not including, `end`, as with arrays. */
  keys(start?: number, end?: number): readonly K[];
  /** The rows from `start` up to, but not including, `end`, as with arrays. */
  slice(start?: number, end?: number): readonly V[];
  /** All rows: the same array on each call, frozen in development. */
  toArray(): readonly V[];
}
