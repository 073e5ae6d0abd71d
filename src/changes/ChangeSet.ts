/** What became of one key. `previous` is what was last sent for it. */
export type Change<K, V> =
  | { readonly type: 'add'; readonly key: K; readonly value: V }
  | { readonly type: 'update'; readonly key: K; readonly value: V; readonly previous: V }
  | { readonly type: 'remove'; readonly key: K; readonly previous: V };

/**
 * What became of a set of keyed values in one commit. Of each key at most one change; none at all only in a reset. To apply all sets of a
 * stream in turn gives what reading everything anew would give.
 */
export interface ChangeSet<K, V> {
  /** The commit that caused it, or the next number where none did: rises from set to set of one stream. */
  readonly version: number;
  /** The version of the set before it on this stream: where it is another one, a set was lost. */
  readonly since: number;
  /** True for the first set, and where everything begins anew: drop what you have; all changes are adds. */
  readonly reset: boolean;
  readonly changes: readonly Change<K, V>[];
}
