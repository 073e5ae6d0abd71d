import type { EntityMeta } from '../schema/Schema.ts';
import { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { COMPLETE, type Kind, RESULTS } from '../table/KindRows.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { AnyAction } from './Action.ts';

/**
 * A reserved place in the state, for feature data that has to change in one commit with the
 * entities. The kernel does not look inside.
 */
export interface StateSlot<T> {
  /** The value in a new store, and after a reset. */
  readonly initial: T;
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

/** The outcome of a commit: the next state, and the rows that changed. */
export interface Reduction {
  readonly state: StoreState;
  readonly changes: TableChanges;
  /** Whether rows were forgotten: the table changed even if `changes` is empty. */
  readonly forgets: boolean;
}

/**
 * Applies an action to the draft of a commit; returns what the sender needs. It is a module-level
 * function without captured variables, so that a program loads only the code of its own actions.
 * Throws what normalization or user callbacks throw.
 */
export type Apply<A extends AnyAction, R = void> = (draft: StoreDraft, action: A) => R;

/** Record and meta of a row that says nothing but that it is there. */
const MARK: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: 0 };

/** An editable copy of a state. All actions on one draft become one commit. */
export class StoreDraft {
  entities: EntityTableDraft;
  slots: StoreState['slots'];
  epoch: number;
  /**
   * The visible entities, if they differ from the state's. A record that equals the visible one
   * keeps its reference.
   */
  readonly visible: TableReader | undefined;
  /** The confirmed entities, for drafts of optimistic layers. */
  readonly confirmed: TableReader | undefined;
  #forgets = false;

  constructor(
    { entities, slots, epoch }: StoreState,
    visible?: TableReader,
    confirmed?: TableReader,
  ) {
    this.entities = new EntityTableDraft(entities);
    this.slots = slots;
    this.epoch = epoch;
    this.visible = visible;
    this.confirmed = confirmed;
  }

  /** Fills the slot of a feature. */
  put<T>(slot: StateSlot<T>, value: T): void {
    this.slots = new Map(this.slots).set(slot, value);
  }

  /** The result of an endpoint key, with its meta and invalidation. */
  result(key: string): ResultRecord {
    return this.entities.result(key) ?? NO_RESULT;
  }

  setResult(key: string, row: ResultRecord): void {
    this.entities.rows(RESULTS).write(key, row, row);
  }

  /** Records that the list of all entities of a class was written. */
  declare(kind: string): void {
    this.entities.rows(COMPLETE).write(kind, MARK, MARK);
  }

  /** Forgets a row or the trace of a removed one. */
  forget(kind: Kind, pk: string): void {
    this.#forgets ||= typeof kind === 'string';
    this.entities.forget(kind, pk);
  }

  /** Forgets everything and begins a new epoch. */
  reset(): void {
    const empty = emptyState(this.epoch + 1);
    this.#forgets = true;
    this.entities = new EntityTableDraft(empty.entities);
    this.slots = empty.slots;
    this.epoch = empty.epoch;
  }

  /** Returns the next state and the changes. */
  finish(): Reduction {
    const { epoch, slots } = this;
    const { table, changes } = this.entities.commit();
    return { state: { entities: table, slots, epoch }, changes, forgets: this.#forgets };
  }
}
