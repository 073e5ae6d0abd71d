import { BehaviorSubject, Subject } from 'rxjs';
import { listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import { soon } from '../shared/soon.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { ViewGraph } from '../views/ViewGraph.ts';
import type { AnyAction, FetchAction } from './Action.ts';
import { CommitDelivery, type CommitSteps, type Visible } from './CommitDelivery.ts';
import { CommitQueue } from './CommitQueue.ts';
import { inDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import { type Apply, type Reduction, StoreDraft } from './StoreDraft.ts';
import { emptyState, inSlot, type StateSlot, type StoreState } from './StoreState.ts';
import { telling } from './telling.ts';
import { type AppliedAction, applyTo, type Sender } from './AppliedAction.ts';

/** One change of the store. */
export interface Commit<A extends AnyAction = AnyAction> {
  /** Counts commits, from 1. */
  readonly version: number;
  /** What was done; several with `batch()`. */
  readonly actions: readonly A[];
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

/** A commit that is being made of several actions. */
interface Batch {
  readonly draft: StoreDraft;
  readonly actions: AppliedAction[];
  /** What one of the actions threw. */
  failure: { readonly error: unknown } | undefined;
}

/** What commits need of their store. */
interface CommitsHost {
  /** Runs when a commit has become visible, before observers are notified. `keys`: endpoint keys whose result, error or marks changed. */
  becameVisible(keys: ReadonlySet<string>, actions: readonly AnyAction[]): void;
  /** What is visible of a confirmed state: the very state, or another one that begins with it. `before`: what was visible last. */
  visible(confirmed: StoreState, before: TableReader): StoreState;
}

/**
 * State and its changes: every write is an action, every commit is delivered whole – entities, then the views it touches, then the
 * log – before the next one.
 */
export class Commits implements CommitSteps {
  readonly graph: ViewGraph;
  readonly #entities: BehaviorSubject<EntityTable>;
  readonly #commits = new Subject<Commit>();
  readonly #actions = new Subject<AnyAction>();
  readonly #queue = new CommitQueue();
  readonly #host: CommitsHost;
  /** What observers see; the heads may be ahead while deliveries wait. */
  #state: StoreState = emptyState(0);
  #base: StoreState = this.#state;
  #confirmedHead: StoreState = this.#state;
  #visibleHead: StoreState = this.#state;
  #version = 0;
  #batch: Batch | undefined;
  #deferring = false;
  #pending: OneOrMany<CommittedSource>;

  constructor(host: CommitsHost) {
    this.#host = host;
    this.#entities = new BehaviorSubject(this.#state.entities);
    this.graph = new ViewGraph(this.#state.entities);
  }

  get entities$(): BehaviorSubject<EntityTable> {
    return this.#entities;
  }

  get commits$(): Subject<Commit> {
    return this.#commits;
  }

  get actions$(): Subject<AnyAction> {
    return this.#actions;
  }

  /** The visible state, as observers know it. */
  get state(): StoreState {
    return this.#state;
  }

  /** The confirmed state beneath {@link state}. */
  get base(): StoreState {
    return this.#base;
  }

  /** The confirmed state. It is ahead of {@link base} while observers are notified. */
  get confirmed(): StoreState {
    return this.#confirmedHead;
  }

  /** What is in the slot of a feature, with what an open batch has put there. */
  inSlot<T>(slot: StateSlot<T>): T {
    return inSlot(this.#batch?.draft ?? this.#confirmedHead, slot);
  }

  /** Whether subscribers are being told of something, or a batch is open. */
  get isBusy(): boolean {
    return this.#queue.isRunning || this.#batch !== undefined;
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
    return this.#batch?.draft.epoch ?? this.#confirmedHead.epoch;
  }

  get version(): number {
    return this.#version;
  }

  /** Commits an action, or makes it a part of the open batch. Throws what `apply` throws, with the state untouched. */
  dispatch<A extends AnyAction, R>(action: A, apply: Apply<A, R>, sender: Sender<R> = {}): void {
    const batch = this.#batch;
    if (!batch) {
      const draft = this.#draft();
      this.#commit([applyTo(draft, action, apply, sender)], draft);
      return;
    }
    try {
      batch.actions.push(applyTo(batch.draft, action, apply, sender));
    } catch (error) {
      batch.failure = { error };
      throw error;
    }
  }

  /**
   * Makes one commit of all that `fn` does; of nothing if it, or an action in it, throws. A batch inside a batch belongs to the outer one.
   */
  batch<R>(fn: () => R): R {
    if (this.#batch) return fn();
    const batch: Batch = { draft: this.#draft(), actions: [], failure: undefined };
    this.#batch = batch;
    let result: R;
    try {
      result = fn();
      if (batch.failure) throw batch.failure.error;
    } catch (error) {
      this.#batch = undefined;
      // What the last one takes back is what it found.
      for (let i = batch.actions.length - 1; i >= 0; i--) batch.actions[i].sender.dropped?.(error);
      throw error;
    }
    this.#batch = undefined;
    if (batch.actions.length > 0) this.#commit(batch.actions, batch.draft);
    return result;
  }

  #draft(): StoreDraft {
    const [confirmed, visible] = [this.#confirmedHead, this.#visibleHead];
    return new StoreDraft(confirmed, visible === confirmed ? undefined : visible.entities);
  }

  #commit(actions: readonly AppliedAction[], draft: StoreDraft): void {
    const reduction = draft.finish();
    const visible = this.#derive(reduction);
    this.#queue.run(new CommitDelivery(this, actions, reduction, visible));
  }

  /** Derives what is visible from what is confirmed. */
  #derive(reduction: Reduction): Visible {
    const { state } = reduction;
    const before = this.#visibleHead;
    const differed = before !== this.#confirmedHead;
    const isOther = state.epoch !== before.epoch;
    const visible = this.#host.visible(state, (isOther ? state : before).entities);
    this.#confirmedHead = state;
    this.#visibleHead = visible;
    if (visible === state && (isOther || !differed)) return reduction;
    const changes = isOther ? reduction.changes : before.entities.changesTo(visible.entities);
    return { state: visible, changes };
  }

  apply({ actions, applied, reduction, visible }: CommitDelivery): void {
    const { state, changes } = visible;
    const isReset = state.epoch !== this.#state.epoch;
    this.#state = state;
    this.#base = reduction.state;
    this.#version++;
    if (isReset) this.graph.reset(state);
    else this.graph.apply(state, changes, state !== reduction.state);
    this.#host.becameVisible(reduction.keys, actions);
    for (const { sender } of applied) sender.becameVisible?.();
  }

  notify(commit: CommitDelivery): void {
    const { actions, reduction } = commit;
    const { state, changes } = commit.visible;
    if (!changes.isEmpty || reduction.forgets) this.#entities.next(state.entities);
    this.#flush();
    if (this.#commits.observed) this.#commits.next({ version: this.#version, actions, changes });
    if (this.#actions.observed) for (const action of actions) this.#actions.next(action);
  }

  done({ applied }: CommitDelivery): void {
    for (const { sender, outcome } of applied) sender.delivered?.(outcome);
    this.#flushNow();
  }

  /** Tells of something that changes no data. */
  announce(action: FetchAction): void {
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

  /** Empties the slots of features without notifying observers: the store is about to end. */
  emptySlots(): void {
    this.#confirmedHead = { ...this.#confirmedHead, slots: new Map() };
  }

  /** Completes everything. */
  end(): void {
    this.#pending = undefined;
    this.#entities.complete();
    this.#commits.complete();
    this.#actions.complete();
  }
}
