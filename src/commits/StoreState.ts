import { EntityTable } from '../table/EntityTable.ts';
import { PersistentMap } from '../table/PersistentMap.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';

/** A reserved place in the state, for what a feature has to change in one commit with the data. The kernel does not look into it. */
export class StateSlot<T> {
  /** What a new store has there, and one that was reset. */
  readonly initial: T;

  constructor(initial: T) {
    this.initial = initial;
  }
}

/** All that a store knows, as one immutable value. */
export interface StoreState {
  readonly entities: EntityTable;
  readonly answers: PersistentMap<AnswerRow>;
  /** Kinds of which all entities were asked for: of these, none is an answer too. */
  readonly kinds: ReadonlySet<string>;
  /** What is in the slots of features; read it with {@link inSlot}. */
  readonly slots: ReadonlyMap<StateSlot<unknown>, unknown>;
  /** Raised by `reset()`; responses to requests of an earlier epoch are dropped. */
  readonly epoch: number;
}

const NO_SLOTS: StoreState['slots'] = new Map();

/** The state of a store that has seen nothing. */
export function emptyState(epoch: number): StoreState {
  return {
    entities: EntityTable.empty(),
    answers: PersistentMap.empty<AnswerRow>(),
    kinds: new Set(),
    slots: NO_SLOTS,
    epoch,
  };
}

/** What a state, or a draft of one, has in a slot. */
export function inSlot<T>({ slots }: Pick<StoreState, 'slots'>, slot: StateSlot<T>): T {
  // The cast holds: `StoreDraft.put` writes values of the slot's type.
  return (slots.has(slot) ? slots.get(slot) : slot.initial) as T;
}
