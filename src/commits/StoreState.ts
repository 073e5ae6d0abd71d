import { EntityTable } from '../table/EntityTable.ts';

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
  /** The rows of entities and of results. */
  readonly entities: EntityTable;
  /** The slots of features; read them with {@link inSlot}. */
  readonly slots: ReadonlyMap<StateSlot<unknown>, unknown>;
  /** Raised by `reset()`; responses to requests of an earlier epoch are dropped. */
  readonly epoch: number;
}

const NO_SLOTS: StoreState['slots'] = new Map();

/** The state of a new store. */
export function emptyState(epoch: number): StoreState {
  return { entities: EntityTable.empty(), slots: NO_SLOTS, epoch };
}

/** The value of a slot in a state or a draft. */
export function inSlot<T>({ slots }: Pick<StoreState, 'slots'>, slot: StateSlot<T>): T {
  // The cast is safe: `StoreDraft.put` writes values of the slot's type.
  return (slots.has(slot) ? slots.get(slot) : slot.initial) as T;
}
