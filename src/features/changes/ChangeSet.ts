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

/** A change set of any keys and rows. */
export type AnyChangeSet = ChangeSet<unknown, unknown>;

/** The key type of a change set: `KeyOf<ChangeSet<string, Todo>>` → `string`. */
export type KeyOf<S extends AnyChangeSet> = S extends ChangeSet<infer K, unknown> ? K : never;

/** The row type of a change set: `RowOf<ChangeSet<string, Todo>>` → `Todo`. */
export type RowOf<S extends AnyChangeSet> = S extends ChangeSet<unknown, infer V> ? V : never;

/**
 * Changes without those that only move a row in a sorted list: operators that ignore the order skip
 * them.
 */
export function withoutMoves<C extends Change<unknown, unknown>>(
  changes: readonly C[],
): readonly C[] {
  return changes.some(isOnlyMove) ? changes.filter((change) => !isOnlyMove(change)) : changes;
}

function isOnlyMove(change: Change<unknown, unknown>): boolean {
  return change.type === 'update' && Object.is(change.value, change.previous);
}

/** Applies a set to rows by key. */
export function applyChanges<K, V>(
  rows: Map<K, V>,
  { reset, changes }: Pick<ChangeSet<K, V>, 'reset' | 'changes'>,
): void {
  if (reset) rows.clear();
  for (const change of changes) {
    if (change.type === 'remove') rows.delete(change.key);
    else rows.set(change.key, change.value);
  }
}
