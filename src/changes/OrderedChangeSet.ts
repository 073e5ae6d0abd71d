import type { ChangeSet } from './ChangeSet.ts';

/** What became of one key of a sorted list. `from` and `index` are places at the moment: they count the changes before this one in the set. */
export type OrderedChange<K, V> =
  | { readonly type: 'add'; readonly key: K; readonly value: V; readonly index: number }
  | {
      readonly type: 'update';
      readonly key: K;
      readonly value: V;
      readonly previous: V;
      /** Another one than `index` if the row has moved: take it out here, and put it in there. */
      readonly from: number;
      readonly index: number;
    }
  | { readonly type: 'remove'; readonly key: K; readonly previous: V; readonly from: number };

/** Changes of a sorted list, and the list as it is after them. It stays right when later sets have come. */
export interface OrderedChangeSet<K, V> extends ChangeSet<K, V> {
  /** To be applied in this order. */
  readonly changes: readonly OrderedChange<K, V>[];
  /** How many rows the list has. */
  readonly size: number;
  /** The row at a place; `undefined` where there is none. */
  at(index: number): V | undefined;
  /** The key of the row at a place; `undefined` where there is none. */
  keyAt(index: number): K | undefined;
  /** The keys from `start` up to, without, `end`; as with arrays. */
  keys(start?: number, end?: number): readonly K[];
  /** The rows from `start` up to, without, `end`; as with arrays. */
  slice(start?: number, end?: number): readonly V[];
  /** All rows: the same array each time, frozen in development. */
  toArray(): readonly V[];
}
