/** What happened to one key. `previous` is the value that was last sent for it. */
export type Change<K, V> =
  | { readonly type: 'add'; readonly key: K; readonly value: V }
  | { readonly type: 'update'; readonly key: K; readonly value: V; readonly previous: V }
  | { readonly type: 'remove'; readonly key: K; readonly previous: V };

/**
 * What one commit changed in a set of keyed values: at most one change per key; an empty set only
 * as a reset. Applying all sets of a stream in turn leads to the same rows as reading them all
 * anew.
 */
export interface ChangeSet<K, V> {
  /**
   * The commit that caused the set, or the next number if no commit did. Rises from set to set of a
   * stream.
   */
  readonly version: number;
  /**
   * The version of the previous set of this stream. If you received another version last, a set was
   * lost.
   */
  readonly since: number;
  /** True for the first set and for every new start: drop all rows; all changes are adds. */
  readonly reset: boolean;
  readonly changes: readonly Change<K, V>[];
}
