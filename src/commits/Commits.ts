import { BehaviorSubject, Subject } from 'rxjs';
import { listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import { soon } from '../shared/soon.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { Action } from './Action.ts';
import type { Batch } from './Batch.ts';
import { CommitDelivery, type CommitSteps, type Shown } from './CommitDelivery.ts';
import { CommitQueue } from './CommitQueue.ts';
import { inDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import { type Reduction, ReductionDraft } from './reduce.ts';
import type { Layer } from '../optimistic/Layer.ts';
import { showLayers } from '../optimistic/showLayers.ts';
import { telling } from './telling.ts';
import { emptyState, type StoreState } from './StoreState.ts';
import { ViewGraph } from '../views/ViewGraph.ts';

/** One change of the store. */
export interface Commit {
  /** Counts commits, from 1. */
  readonly version: number;
  /** What was done; several with `batch()`. */
  readonly actions: readonly Action[];
  /** Which entities were added, updated, removed. */
  readonly changes: TableChanges;
}

/** A shared value that a commit may change. */
export interface CommittedSource {
  /** Acts on the change: every source acts before the first one emits. */
  settle(): void;
  /** Notifies the observers. */
  emit(): void;
}

/** What the keys of a commit are told to. */
export type KeysChanged = (keys: ReadonlySet<string>, actions: readonly Action[]) => void;

/**
 * State and its changes: every write is an action, every commit is delivered whole – entities, then the views it touches, then the
 * log – before the next one.
 */
export class Commits implements CommitSteps {
  readonly graph: ViewGraph;
  readonly #entities: BehaviorSubject<EntityTable>;
  readonly #commits = new Subject<Commit>();
  readonly #actions = new Subject<Action>();
  readonly #queue = new CommitQueue();
  readonly #keysChanged: KeysChanged;
  readonly #report: (error: unknown, key: string) => void;
  /** What subscribers see; `#head` may be ahead while deliveries wait. */
  #state: StoreState = emptyState(0);
  #base: StoreState = this.#state;
  /** What is confirmed. */
  #head: StoreState = this.#state;
  /** What is shown of it. */
  #shownHead: StoreState = this.#state;
  #version = 0;
  #batch: Batch | undefined;
  #deferring = false;
  #pending: OneOrMany<CommittedSource>;

  /** `report` takes errors of functions that make optimistic answers. */
  constructor(keysChanged: KeysChanged, report: (error: unknown, key: string) => void) {
    this.#report = report;
    this.#entities = new BehaviorSubject(this.#state.entities);
    this.graph = new ViewGraph(this.#state.entities);
    this.#keysChanged = keysChanged;
  }

  get entities$(): BehaviorSubject<EntityTable> {
    return this.#entities;
  }

  get commits$(): Subject<Commit> {
    return this.#commits;
  }

  get actions$(): Subject<Action> {
    return this.#actions;
  }

  /** The state that subscribers see. */
  get state(): StoreState {
    return this.#state;
  }

  /** The state that subscribers see, without optimistic answers. */
  get base(): StoreState {
    return this.#base;
  }

  /** The state without optimistic answers. It is ahead of what subscribers see while they are told. */
  get confirmed(): StoreState {
    return this.#head;
  }

  /** Whether subscribers are being told of something, or a batch is open. */
  get isBusy(): boolean {
    return this.#queue.isRunning || this.#batch !== undefined;
  }

  /** The optimistic answers of requests under way. */
  get layers(): readonly Layer[] {
    return this.#batch?.draft.layers ?? this.#head.layers;
  }

  /** How many entities are in the table. */
  get entityCount(): number {
    const { entities } = this.#state;
    let count = 0;
    for (const kind of entities.keys()) count += entities.size(kind);
    return count;
  }

  /** The epoch that requests sent at this moment belong to. */
  get epoch(): number {
    return this.#batch?.draft.epoch ?? this.#head.epoch;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Does something. Throws what the action's data or user callbacks throw, with the state untouched. `delivered` runs when subscribers
   * have been told, which is later only inside of a subscriber or a batch; `dropped` runs instead if the batch throws.
   */
  dispatch(
    action: Action,
    delivered: () => void = nothing,
    dropped: (reason: unknown) => void = nothing,
  ): void {
    const batch = this.#batch;
    if (!batch) {
      const draft = this.#draft();
      draft.apply(action);
      this.#commit([action], draft, delivered);
      return;
    }
    try {
      batch.draft.apply(action);
    } catch (error) {
      batch.failure = { error };
      throw error;
    }
    batch.actions.push(action);
    batch.delivered.push(delivered);
    batch.dropped.push(dropped);
  }

  /**
   * Makes one commit of all that `fn` does; of nothing if it, or a write in it, throws. A batch inside a batch belongs to the outer one.
   */
  batch<R>(fn: () => R): R {
    if (this.#batch) return fn();
    const batch: Batch = {
      draft: this.#draft(),
      actions: [],
      delivered: [],
      dropped: [],
      failure: undefined,
    };
    this.#batch = batch;
    let result: R;
    try {
      result = fn();
      if (batch.failure) throw batch.failure.error;
    } catch (error) {
      this.#batch = undefined;
      // What the last one takes back is what it found.
      for (let i = batch.dropped.length - 1; i >= 0; i--) batch.dropped[i](error);
      throw error;
    }
    this.#batch = undefined;
    if (batch.actions.length > 0) {
      this.#commit(batch.actions, batch.draft, () => {
        for (const delivered of batch.delivered) delivered();
      });
    }
    return result;
  }

  #draft(): ReductionDraft {
    const hasLayers = this.#head.layers.length > 0;
    return new ReductionDraft(this.#head, hasLayers ? this.#shownHead.entities : undefined);
  }

  #commit(actions: readonly Action[], draft: ReductionDraft, delivered: () => void): void {
    const reduction = draft.finish();
    const shown = this.#show(reduction);
    this.#queue.run(new CommitDelivery(this, actions, reduction, shown, delivered));
  }

  /** Lays the optimistic answers over what is confirmed. */
  #show(reduction: Reduction): Shown {
    const { state } = reduction;
    const before = this.#shownHead;
    this.#head = state;
    const isOther = state.epoch !== before.epoch;
    const hasLayers = state.layers.length > 0;
    const shownLast = (isOther ? state : before).entities;
    const shown = hasLayers ? showLayers(state, shownLast, this.#report) : state;
    this.#shownHead = shown;
    if (!hasLayers && (isOther || before.layers.length === 0)) return reduction;
    const changes = isOther ? reduction.changes : before.entities.changesTo(shown.entities);
    return { state: shown, changes };
  }

  apply({ actions, reduction, shown }: CommitDelivery): void {
    const { state, changes } = shown;
    const isReset = state.epoch !== this.#state.epoch;
    this.#state = state;
    this.#base = reduction.state;
    this.#version++;
    if (isReset) this.graph.reset(state);
    else this.graph.apply(state, changes);
    this.#keysChanged(reduction.keys, actions);
  }

  notify(commit: CommitDelivery): void {
    const { actions } = commit;
    const { state, changes } = commit.shown;
    if (!changes.isEmpty || commit.forgets) this.#entities.next(state.entities);
    this.#flush();
    if (this.#commits.observed) this.#commits.next({ version: this.#version, actions, changes });
    if (this.#actions.observed) for (const action of actions) this.#actions.next(action);
  }

  done(commit: CommitDelivery): void {
    commit.delivered();
    this.#flushNow();
  }

  /** Tells of something that changes no data. */
  announce(action: Action): void {
    const tell = (): void => this.#actions.next(action);
    this.#queue.run(telling(() => nameOfAction(action), tell));
  }

  /** Has a source tell its listeners: at the end of the running delivery, or at once. */
  touch(source: CommittedSource): void {
    this.#pending = withOne(this.#pending, source);
    if (this.#deferring || this.#queue.isRunning) return;
    this.#flushNow();
  }

  /** Runs `fn`, and tells of what it touched only after the running code has returned. */
  defer(fn: () => void): void {
    this.#deferring = true;
    try {
      fn();
    } finally {
      this.#deferring = false;
      soon(() => this.#flushNow());
    }
  }

  #flushNow(): void {
    if (this.#pending === undefined) return;
    const tell = (): void => inDelivery(() => this.#flush());
    this.#queue.run(telling(() => 'status', tell));
  }

  /** All sources act first, then all tell: nobody sees one that has not acted. */
  #flush(): void {
    while (this.#pending !== undefined) {
      const sources = listOf(this.#pending);
      this.#pending = undefined;
      for (const source of sources) source.settle();
      for (const source of sources) this.#pending = withoutOne(this.#pending, source);
      for (const source of sources) source.emit();
    }
  }

  /** Lets go of the layers without telling anybody: it is about to end. */
  dropLayers(): void {
    this.#head = { ...this.#head, layers: [] };
  }

  /** Completes everything. */
  end(): void {
    this.#pending = undefined;
    this.#entities.complete();
    this.#commits.complete();
    this.#actions.complete();
  }
}

function nothing(): void {}
