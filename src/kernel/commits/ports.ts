import type { EntityTable } from '../table/EntityTable.ts';
import type { AnyAction } from './Action.ts';

/** A stream whose value may change with a commit. */
export interface CommittedSource {
  /** Reacts to the change. All streams react before the first one emits. */
  beforeEmit(): void;
  /** Notifies the observers. */
  emit(): void;
}

/**
 * Is notified of what a store does, for devtools. Only development builds notify it, and their
 * store pays nothing without one.
 */
export interface Watcher {
  /** A commit takes effect. `confirmed`, `visible`: the states after it. */
  commits(actions: readonly AnyAction[], confirmed: EntityTable, visible: EntityTable): void;
  /** A source is about to notify its observers. */
  emits(source: CommittedSource): void;
  /** A source gets a listener. Called before anything is fetched for it. */
  gets(source: object, listener: object): void;
  /** A component renders with the listener of its hook, on this source. */
  renders(source: object, listener: object): void;
  /** The hook subscribes with the listener that the hooks of its source share, or unsubscribes. */
  shares(own: object, shared: object, isSubscribed: boolean): void;
  /** A request begins; its source does not know it yet. */
  begins(request: object): void;
  /** Another try of a request begins, it settles, or no further response can arrive. */
  changes(request: object): void;
}

/**
 * Set while a store shows an earlier state than the present, for devtools; in development only.
 * What is fetched for observers waits then, see `StreamContext.hold`.
 */
export interface Travel {
  /** The time that is shown, ms since epoch. */
  readonly at: number;
  /** Returns the state to show in place of the visible one that a commit makes. */
  cover(confirmed: EntityTable, visible: EntityTable): EntityTable;
  /**
   * Returns whether the outcome of a request is kept until the present is shown. A live source that
   * is open goes on.
   */
  holds(request: { readonly isSettled: boolean }, outcome: () => void): boolean;
}
