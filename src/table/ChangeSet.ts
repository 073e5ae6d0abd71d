/** A key that was absent has a value. */
export interface AddChange<K, V> {
  readonly type: 'add';
  readonly key: K;
  readonly value: V;
}

/** A key has another value. */
export interface UpdateChange<K, V> {
  readonly type: 'update';
  readonly key: K;
  readonly value: V;
  /** The value that was last sent for the key. */
  readonly previous: V;
}

/** A key that had a value is gone. */
export interface RemoveChange<K, V> {
  readonly type: 'remove';
  readonly key: K;
  /** The value that was last sent for the key. */
  readonly previous: V;
}

/** What happened to one key: added, updated or removed. */
export type Change<K, V> = AddChange<K, V> | UpdateChange<K, V> | RemoveChange<K, V>;

/**
 * What one commit changed, at most one change per key. Applying all sets of a stream in order gives
 * what reading everything anew would give. Without changes only if it is a `reset`.
 */
export interface ChangeSet<K, V> {
  /** Number of the commit that caused the set. */
  readonly version: number;
  /** `version` of the set before it on the same stream; any other number means that a set was lost. */
  readonly since: number;
  /** Whether to drop everything that was applied before; `changes` then holds adds only. */
  readonly reset: boolean;
  /** The changes, each of another key. */
  readonly changes: readonly Change<K, V>[];
}
