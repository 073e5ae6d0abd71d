import { labelOf } from '../endpoint/labelOf.ts';
import { NormalizeWalk } from '../normalize/NormalizeWalk.ts';
import type { PageNotes } from '../schema/PageStart.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { PersistentMap } from '../table/PersistentMap.ts';
import type { PersistentMapDraft } from '../table/PersistentMapDraft.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import type {
  Action,
  CollectAction,
  HydrateAction,
  Placing,
  SetAction,
  SetErrorAction,
  SetResponseAction,
} from './Action.ts';
import { type AnswerRow, NO_ANSWER } from '../table/AnswerRow.ts';
import { times, timesAfter } from './RowStamp.ts';
import { expireRows } from './expireRows.ts';
import { keepShown } from '../optimistic/keepShown.ts';
import type { Layer } from '../optimistic/Layer.ts';
import { layersLostWith } from '../optimistic/layersLostWith.ts';
import { placeholderPk } from '../optimistic/placeholderPk.ts';
import { readEndpoint } from '../views/readState.ts';
import { emptyState, type StoreState } from './StoreState.ts';
import { TableSink } from './TableSink.ts';

/** What a commit did: the next state, and the rows and keys that differ. */
export interface Reduction {
  readonly state: StoreState;
  readonly changes: TableChanges;
  /** Endpoint keys whose answer, error or marks changed. */
  readonly keys: ReadonlySet<string>;
}

const NO_EXTRAS: Partial<SetResponseAction> = {};

const NO_KEYS: ReadonlySet<string> = new Set();

/** Actions applied one after the other, given as one change. */
export class ReductionDraft {
  #entities: EntityTableDraft;
  #answers: PersistentMap<AnswerRow>;
  #answersDraft: PersistentMapDraft<AnswerRow> | undefined;
  #kinds: ReadonlySet<string>;
  #layers: readonly Layer[];
  #epoch: number;
  readonly #shown: TableReader | undefined;
  readonly #beneath: TableReader | undefined;
  #keys: Set<string> | undefined;

  /**
   * `shown`: what subscribers see, if that is not the state itself; what equals it is the same object. `beneath`: what is confirmed, for
   * optimistic answers.
   */
  constructor(state: StoreState, shown?: TableReader, beneath?: TableReader) {
    this.#shown = shown;
    this.#beneath = beneath;
    this.#entities = state.entities.draft();
    this.#answers = state.answers;
    this.#kinds = state.kinds;
    this.#layers = state.layers;
    this.#epoch = state.epoch;
  }

  /** The epoch so far. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The layers so far. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  /** Throws what normalization or user callbacks throw; the draft is of no use then. */
  apply(action: Action): void {
    switch (action.type) {
      case 'setResponse':
        if (action.placing.epoch === this.#epoch) this.#setResponse(action);
        break;
      case 'setError':
        if (action.placing.epoch === this.#epoch) this.#setError(action);
        break;
      case 'set':
        this.#set(action);
        break;
      case 'optimistic':
        this.#layers = [...this.#layers, action.layer];
        break;
      case 'rollback':
        this.#dropLayers(layersLostWith(this.#layers, action.seq));
        break;
      case 'invalidate':
        for (const key of action.keys) this.#invalidate(key, action.seq);
        break;
      case 'expire':
        for (const key of action.keys) this.#expire(key, action.seq);
        if (action.rows) expireRows(this.#entities, action.rows, action.seq);
        break;
      case 'reset':
        this.#reset();
        break;
      case 'collect':
        this.#collect(action);
        break;
      case 'hydrate':
        this.#hydrate(action);
        break;
      case 'fetch':
        break;
    }
  }

  /** The next state, and what differs from the one the draft began with. */
  finish(): Reduction {
    const { table, changes } = this.#entities.commit();
    const state = {
      entities: table,
      answers: this.#answersDraft?.commit() ?? this.#answers,
      kinds: this.#kinds,
      layers: this.#layers,
      epoch: this.#epoch,
    };
    return { state, changes, keys: this.#keys ?? NO_KEYS };
  }

  #reset(): void {
    const { entities, answers, kinds } = emptyState(0);
    this.#kinds = kinds;
    this.#entities = entities.draft();
    this.#answers = answers;
    this.#answersDraft = undefined;
    this.#layers = [];
    this.#epoch++;
  }

  #collect({ keys, rows, kinds }: CollectAction): void {
    for (const key of keys) this.#openAnswers().delete(key);
    rows.forEach((kind, pk) => this.#entities.forget(kind, pk));
    if (kinds.length === 0) return;
    this.#kinds = new Set([...this.#kinds].filter((kind) => !kinds.includes(kind)));
  }

  #hydrate({ kinds, rows, answers, put }: HydrateAction): void {
    for (const kind of kinds) this.#declare(kind);
    for (const row of rows) put.row(this.#entities, row);
    for (const answer of answers) {
      const known = (this.#answersDraft ?? this.#answers).get(answer.key);
      const row = put.answer(known, answer);
      if (row) this.#put(answer.key, row);
    }
  }

  #openAnswers(): PersistentMapDraft<AnswerRow> {
    return (this.#answersDraft ??= this.#answers.draft());
  }

  #row(key: string): AnswerRow {
    return (this.#answersDraft ?? this.#answers).get(key) ?? NO_ANSWER;
  }

  #put(key: string, row: AnswerRow): void {
    this.#openAnswers().set(key, row);
    (this.#keys ??= new Set<string>()).add(key);
  }

  /** What was asked for before the stored answer, or before the last invalidation, says nothing. */
  #isLate(key: string, { seq }: Placing): boolean {
    const row = this.#row(key);
    return row.seq > seq || row.invalidatedSeq > seq;
  }

  #setResponse(action: SetResponseAction): void {
    const { key, args, schema, response, placing, expiryLength } = action;
    const sink = this.#sink(placing, expiryLength, action);
    const notes: PageNotes = { key, start: action.page?.start };
    const walk = this.#walk(sink, args, labelOf(action), action.placeholdersOf, notes);
    const given = walk.run(schema, response);
    this.#end(sink);
    for (const page of notes.dropped ?? []) this.#outdate(page);
    const result = this.#besideList(action.page?.listKey ?? key, notes, given);
    if (action.settles !== undefined) {
      this.#dropLayers(new Set(this.#layers.filter(({ seq }) => seq === action.settles)));
    }
    if (action.retarget) this.#layers = action.retarget(this.#layers, result);
    action.onResult?.(result);
    if (!action.keep || this.#isLate(key, placing)) return;
    if (DEVELOPMENT) deepFreeze(result);
    const row = this.#row(key);
    this.#put(key, {
      ...NO_ANSWER,
      ...timesAfter(row, placing, expiryLength),
      result: shareStructure(row.result, result),
      answered: true,
    });
    if (notes.place === 'lost') this.#outdate(key);
  }

  /** The result to store for a list or a page of it: what stands beside the list is always that of its last page. */
  #besideList(listKey: string, { key, place }: PageNotes, result: unknown): unknown {
    const list = this.#row(listKey);
    if (!place || !list.answered) return result;
    if (place === 'lost') return list.result;
    if (place === 'last' && listKey !== key) {
      this.#put(listKey, { ...list, result: shareStructure(list.result, result) });
    }
    return result;
  }

  /** Marks the result of a page that its list does not have as stale: its next observer fetches it. */
  #outdate(key: string): void {
    const row = this.#row(key);
    if (row.answered) this.#put(key, { ...row, expiresAt: 0 });
  }

  #set({ schema, args, value, placing, expiryLength }: SetAction): void {
    let next = value;
    if (typeof value === 'function') {
      const readable = { entities: this.#entities, kinds: this.#kinds };
      const previous = readEndpoint(readable, { schema }, args);
      if (previous === undefined) return;
      next = (value as (previous: unknown) => unknown)(previous);
    }
    const sink = this.#sink(placing, expiryLength);
    this.#walk(sink, args, 'set').run(schema, next);
    this.#end(sink);
  }

  #sink(
    placing: Placing,
    expiryLength: number,
    extras: Partial<SetResponseAction> = NO_EXTRAS,
  ): TableSink {
    const stamp = times(placing, expiryLength);
    const awaitsOlder = placing.awaitsOlder === true;
    const table = this.#entities;
    return new TableSink(table, stamp, awaitsOlder, extras, this.#shown, this.#beneath);
  }

  #walk(
    sink: TableSink,
    args: readonly unknown[],
    subject: string,
    placeholdersOf?: number,
    pages?: PageNotes,
  ): NormalizeWalk {
    let count = 0;
    const pkOf =
      placeholdersOf === undefined ? undefined : () => placeholderPk(placeholdersOf, count++);
    return new NormalizeWalk(sink, args, subject, pkOf, pages);
  }

  #end(sink: TableSink): void {
    sink.end();
    if (sink.wholeKinds) for (const { key } of sink.wholeKinds) this.#declare(key);
  }

  #declare(kind: string): void {
    if (!this.#kinds.has(kind)) this.#kinds = new Set([...this.#kinds, kind]);
  }

  #dropLayers(dropped: ReadonlySet<Layer>): void {
    if (dropped.size === 0) return;
    this.#layers = this.#layers.filter((layer) => !dropped.has(layer));
    if (!this.#shown) return;
    for (const { rows } of dropped) keepShown(this.#entities, this.#shown, rows);
  }

  #setError(action: SetErrorAction): void {
    const { key, placing, error, errorPolicy, expiryLength } = action;
    if (this.#isLate(key, placing)) return;
    const row = this.#row(key);
    this.#put(key, { ...row, ...timesAfter(row, placing, expiryLength), error, errorPolicy });
  }

  #invalidate(key: string, invalidatedSeq: number): void {
    this.#put(key, { ...NO_ANSWER, seq: this.#row(key).seq, invalidatedSeq });
  }

  #expire(key: string, expiredSeq: number): void {
    const row = this.#row(key);
    if (row.seq < expiredSeq) this.#put(key, { ...row, expiresAt: 0, expiredSeq });
  }
}

/**
 * The state after `actions`, as one change. Pure: throws what normalization or user callbacks throw, and the state given is as it was.
 */
export function reduce(state: StoreState, actions: readonly Action[]): Reduction {
  const draft = new ReductionDraft(state);
  for (const action of actions) draft.apply(action);
  return draft.finish();
}
