import type { ChangeSet } from './ChangeSet.ts';

/** A change set of any keys and rows. */
export type AnyChangeSet = ChangeSet<unknown, unknown>;

/** The key type of a change set: `KeyOf<ChangeSet<string, Todo>>` → `string`. */
export type KeyOf<S extends AnyChangeSet> = S extends ChangeSet<infer K, unknown> ? K : never;

/** The row type of a change set: `RowOf<ChangeSet<string, Todo>>` → `Todo`. */
export type RowOf<S extends AnyChangeSet> = S extends ChangeSet<unknown, infer V> ? V : never;
