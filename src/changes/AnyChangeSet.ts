import type { ChangeSet } from './ChangeSet.ts';

/** A change set of whatever. */
export type AnyChangeSet = ChangeSet<unknown, unknown>;

/** The keys of a kind of change set: of `ChangeSet<string, Todo>` that is `string`. */
export type KeyOf<S extends AnyChangeSet> = S extends ChangeSet<infer K, unknown> ? K : never;

/** The rows of a kind of change set: of `ChangeSet<string, Todo>` that is `Todo`. */
export type RowOf<S extends AnyChangeSet> = S extends ChangeSet<unknown, infer V> ? V : never;
