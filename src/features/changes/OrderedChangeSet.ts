import type { ChangeSet } from './ChangeSet.ts';
import { OrderedRows } from './OrderedRows.ts';
import type { SetNumbers } from './RowsOutput.ts';

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

/** Changes of a part of a sorted list. */
export interface WindowedChangeSet<K, V> extends OrderedChangeSet<K, V> {
  /** How many rows the whole list has. */
  readonly total: number;
  /** How many of them come before this part. */
  readonly offset: number;
}

/** Whether a set belongs to a sorted list. */
export function isOrdered<K, V>(set: ChangeSet<K, V>): set is OrderedChangeSet<K, V> {
  return 'toArray' in set;
}

/** The set of a sorted list. */
export class OrderedSet<K, V> extends OrderedRows<K, V> implements OrderedChangeSet<K, V> {
  readonly version: number;
  readonly since: number;
  readonly reset: boolean;
  /** The adds of a reset are made on the first read. */
  #changes: readonly OrderedChange<K, V>[] | undefined;

  /** Without `changes`, the set is a reset. */
  constructor(
    { version, since }: SetNumbers,
    rows: OrderedRows<K, V>,
    changes?: readonly OrderedChange<K, V>[],
  ) {
    super(rows.chunks, rows.size);
    this.version = version;
    this.since = since;
    this.reset = changes === undefined;
    this.#changes = changes;
  }

  get changes(): readonly OrderedChange<K, V>[] {
    if (this.#changes) return this.#changes;
    const adds: OrderedChange<K, V>[] = [];
    this.forEach((key, value) => adds.push({ type: 'add', key, value, index: adds.length }));
    return (this.#changes = adds);
  }
}
