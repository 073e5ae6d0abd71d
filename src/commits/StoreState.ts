import { EntityTable } from '../table/EntityTable.ts';
import { PersistentMap } from '../table/PersistentMap.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import type { Layer } from '../optimistic/Layer.ts';

/** All that a store knows, as one immutable value. */
export interface StoreState {
  readonly entities: EntityTable;
  readonly answers: PersistentMap<AnswerRow>;
  /** Kinds of which all entities were asked for: of these, none is an answer too. */
  readonly kinds: ReadonlySet<string>;
  /** Optimistic answers of mutations under way, in the order in which they were sent; shown on top of the rest, see `showLayers`. */
  readonly layers: readonly Layer[];
  /** Raised by `reset()`; answers to requests of an earlier epoch are dropped. */
  readonly epoch: number;
}

/** The state of a store that has seen nothing. */
export function emptyState(epoch: number): StoreState {
  return {
    entities: EntityTable.empty(),
    answers: PersistentMap.empty<AnswerRow>(),
    kinds: new Set(),
    layers: [],
    epoch,
  };
}
