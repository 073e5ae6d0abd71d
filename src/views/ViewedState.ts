import type { EntityTable } from '../table/EntityTable.ts';

/** The part of a state that views depend on. */
export interface ViewedState {
  readonly entities: EntityTable;
  /** Entity keys of which a response brought all entities. */
  readonly kinds: ReadonlySet<string>;
}
