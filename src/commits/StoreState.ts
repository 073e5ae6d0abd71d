import { EntityTable } from '../table/EntityTable.ts';
import { PersistentMap } from '../table/PersistentMap.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';

/**
 * A reserved place in the state, for feature data that has to change in one commit with the
 * entities. The kernel does not look inside.
 */
export class StateSlot<T> {
  /** The value in a new store, and after a reset. */
  readonly initial: T;

  constructor(initial: T) {
    this.initial = initial;
  }
}

/** The whole state of a store, as one immutable value. */
export interface StoreState {
  readonly entities: EntityTable;
  readonly results: PersistentMap<ResultRecord>;
  /**
   * Entity keys for which the list of all entities was written: for them, an empty list is a result
   * too.
   */
  readonly kinds: ReadonlySet<string>;
  /** The slots of features; read them with {@link inSlot}. */
  readonly slots: ReadonlyMap<StateSlot<unknown>, unknown>;
  /** Raised by `reset()`; responses to requests of an earlier epoch are dropped. */
  readonly epoch: number;
}

const NO_SLOTS: StoreState['slots'] = new Map();

/** The state of a new store. */
export function emptyState(epoch: number): StoreState {
  return {
    entities: EntityTable.empty(),
    results: PersistentMap.empty<ResultRecord>(),
    kinds: new Set(),
    slots: NO_SLOTS,
    epoch,
  };
}

/** The value of a slot in a state or a draft. */
export function inSlot<T>({ slots }: Pick<StoreState, 'slots'>, slot: StateSlot<T>): T {
  // The cast is safe: `StoreDraft.put` writes values of the slot's type.
  return (slots.has(slot) ? slots.get(slot) : slot.initial) as T;
}
