/**
 * A reserved entry of the state, for feature data that has to change in one commit with the
 * entities. The kernel does not look inside.
 */
export interface StateSlot<T> {
  /** The value in a new store, and after a reset. */
  readonly initial: T;
  /**
   * The normalized data, with its schema, that garbage collection keeps for the value. `oldest`: the
   * seq of the oldest request in flight or message that waits; Infinity if there is none.
   */
  kept?(value: T, oldest: number): Iterable<KeptData>;
}

interface KeptData {
  readonly schema: unknown;
  readonly stored: unknown;
}

/** The values of the slots that were filled. */
export type Slots = ReadonlyMap<StateSlot<unknown>, unknown>;

export const NO_SLOTS: Slots = new Map();

/** The value of a slot in a table or a draft. */
export function inSlot<T>({ slots }: { readonly slots: Slots }, slot: StateSlot<T>): T {
  // The cast is safe: `EntityTableDraft.put` writes values of the slot's type.
  return (slots.has(slot) ? slots.get(slot) : slot.initial) as T;
}
