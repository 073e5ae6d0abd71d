import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { PersistentMap } from '../table/PersistentMap.ts';
import type { PersistentMapDraft } from '../table/PersistentMapDraft.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { type AnswerRow, NO_ANSWER } from '../table/AnswerRow.ts';
import type { AnyAction, Placing } from './Action.ts';
import { emptyState, type StateSlot, type StoreState } from './StoreState.ts';

/** What a commit did: the next state, and the rows and keys that differ. */
export interface Reduction {
  readonly state: StoreState;
  readonly changes: TableChanges;
  /** Endpoint keys whose result, error or marks changed. */
  readonly keys: ReadonlySet<string>;
  /** Whether rows were forgotten: the table is another one even if `changes` is empty. */
  readonly forgets: boolean;
}

/**
 * What an action does to the draft of a commit; gives what its sender wants to know. It is a module-level function that captures nothing, so a
 * program loads what its own actions do and no more. Throws what normalization or user callbacks throw.
 */
export type Apply<A extends AnyAction, R = void> = (draft: StoreDraft, action: A) => R;

const NO_KEYS: ReadonlySet<string> = new Set();

/** An editable copy of a state: what actions do one after the other becomes one commit. */
export class StoreDraft {
  /** What observers see, if that is not the state itself: a record that equals the visible one keeps its reference. */
  readonly visible: TableReader | undefined;
  /** For the drafts of optimistic layers: what is confirmed. */
  readonly confirmed: TableReader | undefined;
  #entities: EntityTableDraft;
  #answers: PersistentMap<AnswerRow>;
  #answersDraft: PersistentMapDraft<AnswerRow> | undefined;
  #kinds: ReadonlySet<string>;
  #slots: StoreState['slots'];
  #epoch: number;
  #keys: Set<string> | undefined;
  #forgets = false;

  constructor(state: StoreState, visible?: TableReader, confirmed?: TableReader) {
    this.visible = visible;
    this.confirmed = confirmed;
    this.#entities = state.entities.draft();
    this.#answers = state.answers;
    this.#kinds = state.kinds;
    this.#slots = state.slots;
    this.#epoch = state.epoch;
  }

  get entities(): EntityTableDraft {
    return this.#entities;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get kinds(): ReadonlySet<string> {
    return this.#kinds;
  }

  /** Read it with {@link inSlot}. */
  get slots(): StoreState['slots'] {
    return this.#slots;
  }

  /** Fills the slot of a feature. */
  put<T>(slot: StateSlot<T>, value: T): void {
    this.#slots = new Map(this.#slots).set(slot, value);
  }

  /** The result of an endpoint key, with its meta and marks. */
  result(key: string): AnswerRow {
    return (this.#answersDraft ?? this.#answers).get(key) ?? NO_ANSWER;
  }

  setResult(key: string, row: AnswerRow): void {
    this.#openAnswers().set(key, row);
    (this.#keys ??= new Set<string>()).add(key);
  }

  /** Whether what was requested at `seq` says nothing any more: the result is newer, or was invalidated since. */
  isLate(key: string, { seq }: Placing): boolean {
    const row = this.result(key);
    return row.seq > seq || row.invalidatedSeq > seq;
  }

  /** Records that all entities of the kind were asked for. */
  declare(kind: string): void {
    if (!this.#kinds.has(kind)) this.#kinds = new Set([...this.#kinds, kind]);
  }

  /** Drops results, without a trace. */
  forgetResults(keys: readonly string[]): void {
    for (const key of keys) this.#openAnswers().delete(key);
  }

  /** Drops a row or its tombstone, without a trace. */
  forgetRow(kind: string, pk: string): void {
    this.#forgets = true;
    this.#entities.forget(kind, pk);
  }

  forgetKinds(kinds: readonly string[]): void {
    if (kinds.length === 0) return;
    this.#kinds = new Set([...this.#kinds].filter((kind) => !kinds.includes(kind)));
  }

  /** Forgets everything, and begins another epoch. */
  reset(): void {
    const empty = emptyState(this.#epoch + 1);
    this.#forgets = true;
    this.#entities = empty.entities.draft();
    this.#answers = empty.answers;
    this.#answersDraft = undefined;
    this.#kinds = empty.kinds;
    this.#slots = empty.slots;
    this.#epoch = empty.epoch;
  }

  #openAnswers(): PersistentMapDraft<AnswerRow> {
    return (this.#answersDraft ??= this.#answers.draft());
  }

  /** The next state, and what differs from the one the draft began with. */
  finish(): Reduction {
    const { table, changes } = this.#entities.commit();
    const state = {
      entities: table,
      answers: this.#answersDraft?.commit() ?? this.#answers,
      kinds: this.#kinds,
      slots: this.#slots,
      epoch: this.#epoch,
    };
    return { state, changes, keys: this.#keys ?? NO_KEYS, forgets: this.#forgets };
  }
}
