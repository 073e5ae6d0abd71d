import type { EntityMeta } from '../schema/Schema.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { COMPLETE, RESULTS } from '../table/KindRows.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { type ResultRecord, NO_RESULT } from '../table/ResultRecord.ts';
import type { AnyAction, Meta } from './Action.ts';
import { emptyState, type StateSlot, type StoreState } from './StoreState.ts';

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
  /**
   * The visible entities, if they differ from the state's. A record that equals the visible one
   * keeps its reference.
   */
  readonly visible: TableReader | undefined;
  /** The confirmed entities, for drafts of optimistic layers. */
  readonly confirmed: TableReader | undefined;
  #entities: EntityTableDraft;
  #slots: StoreState['slots'];
  #epoch: number;
  #forgets = false;

  constructor(state: StoreState, visible?: TableReader, confirmed?: TableReader) {
    this.visible = visible;
    this.confirmed = confirmed;
    this.#entities = state.entities.draft();
    this.#slots = state.slots;
    this.#epoch = state.epoch;
  }

  get entities(): EntityTableDraft {
    return this.#entities;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Read it with {@link inSlot}. */
  get slots(): StoreState['slots'] {
    return this.#slots;
  }

  /** Fills the slot of a feature. */
  put<T>(slot: StateSlot<T>, value: T): void {
    this.#slots = new Map(this.#slots).set(slot, value);
  }

  /** The result of an endpoint key, with its meta and invalidation. */
  result(key: string): ResultRecord {
    return this.#entities.result(key) ?? NO_RESULT;
  }

  setResult(key: string, row: ResultRecord): void {
    this.#entities.rows(RESULTS).write(key, row, row);
  }

  /**
   * Whether a response that was requested at `seq` is too late: the result is newer, or was
   * invalidated since.
   */
  isLate(key: string, { seq }: Meta): boolean {
    const row = this.result(key);
    return row.seq > seq || row.invalidatedSeq > seq;
  }

  /** Records that the list of all entities of a class was written. */
  declare(kind: string): void {
    this.#entities.rows(COMPLETE).write(kind, MARK, MARK);
  }

  /** Forgets results completely. */
  forgetResults(keys: readonly string[]): void {
    for (const key of keys) this.#entities.forget(RESULTS, key);
  }

  /** Forgets a row or the trace of a removed one. */
  forgetRow(kind: string, pk: string): void {
    this.#forgets = true;
    this.#entities.forget(kind, pk);
  }

  forgetKinds(kinds: readonly string[]): void {
    for (const kind of kinds) this.#entities.forget(COMPLETE, kind);
  }

  /** Forgets everything and begins a new epoch. */
  reset(): void {
    const empty = emptyState(this.#epoch + 1);
    this.#forgets = true;
    this.#entities = empty.entities.draft();
    this.#slots = empty.slots;
    this.#epoch = empty.epoch;
  }

  /** Returns the next state and the changes. */
  finish(): Reduction {
    const { table, changes } = this.#entities.commit();
    const state = { entities: table, slots: this.#slots, epoch: this.#epoch };
    return { state, changes, forgets: this.#forgets };
  }
}
