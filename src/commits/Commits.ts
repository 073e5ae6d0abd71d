import { BehaviorSubject, Subject } from 'rxjs';
import { listOf, type SmallSet, add, remove } from '../shared/smallSet.ts';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { ViewGraph } from '../views/ViewGraph.ts';
import type { AnyAction, FetchAction } from './Action.ts';
import {
  type AppliedAction,
  applyTo,
  CommitDelivery,
  type CommitSteps,
  type Sender,
  type Visible,
} from './CommitDelivery.ts';
import { CommitQueue } from './CommitQueue.ts';
import { inDelivery } from './delivery.ts';
import { nameOfAction } from './nameOfAction.ts';
import { type Apply, type Reduction, StoreDraft } from './StoreDraft.ts';
import { emptyState, inSlot, type StateSlot, type StoreState } from './StoreState.ts';
import { telling } from './telling.ts';

/** One change of the store. */
export interface Commit<A extends AnyAction = AnyAction> {
  /** Counts commits, from 1. */
  readonly version: number;
  /** The actions of the commit; several with `batch()`. */
  readonly actions: readonly A[];
  /** Which entities were added, updated, removed. */
  readonly changes: TableChanges;
}

/** A stream whose value may change with a commit. */
export interface CommittedSource {
  /** Reacts to the change. All streams react before the first one emits. */
  beforeEmit(): void;
  /** Notifies the observers. */
  emit(): void;
}

/** A commit that collects several actions. */
interface Batch {
  readonly draft: StoreDraft;
  readonly actions: AppliedAction[];
  /** The error of an action. */
  failure: { readonly error: unknown } | undefined;
}

/** What the commits need from their store. */
interface CommitsHost {
  /**
   * Runs when a commit has become visible, before observers are notified. `keys`: endpoint keys
   * whose result, error or invalidation changed.
   */
  becameVisible(keys: ReadonlySet<string>, actions: readonly AnyAction[]): void;
  /**
   * Derives the visible state from a confirmed state; returns the same object if there are no
   * layers. `before`: the entities that were visible last.
   */
  visible(confirmed: StoreState, before: TableReader): StoreState;
}

/**
 * The state and its changes. Every write is an action. Every commit is delivered completely –
 * entities, then the views that changed, then the log – before the next one.
 */
export class Commits implements CommitSteps {
  readonly graph: ViewGraph;
  readonly #entities: BehaviorSubject<EntityTable>;
  readonly #commits = new Subject<Commit>();
  readonly #actions = new Subject<AnyAction>();
  readonly #queue = new CommitQueue();
  readonly #host: CommitsHost;
  /**
   * The state that observers know. Commits that wait for delivery are only in the latest states.
   */
  #state: StoreState = emptyState(0);
  #base: StoreState = this.#state;
  #latestConfirmed: StoreState = this.#state;
  #latestVisible: StoreState = this.#state;
  #version = 0;
  #batch: Batch | undefined;
  #deferring = false;
  #pending: SmallSet<CommittedSource>;

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

  /** The visible state that observers know. */
  get state(): StoreState {
    return this.#state;
  }

  /** The confirmed part of {@link state}. */
  get base(): StoreState {
    return this.#base;
  }

  /** The latest confirmed state. Ahead of {@link base} while observers are notified. */
  get confirmed(): StoreState {
    return this.#latestConfirmed;
  }

  /** The slot of a feature, including writes of an open batch. */
  inSlot<T>(slot: StateSlot<T>): T {
    return inSlot(this.#batch?.draft ?? this.#latestConfirmed, slot);
  }

  /** Whether observers are being notified, or a batch is open. */
  get isBusy(): boolean {
    return this.#queue.isRunning || this.#batch !== undefined;
  }

  /** The number of entities in the table. */
  get entityCount(): number {
    const { entities } = this.#state;
    let count = 0;
    for (const kind of entities.keys()) count += entities.size(kind);
    return count;
  }

  /** The epoch of requests that are sent now. */
  get epoch(): number {
    return this.#batch?.draft.epoch ?? this.#latestConfirmed.epoch;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Commits an action, or adds it to the open batch. Throws what `apply` throws; the state is then
   * unchanged.
   */
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
   * Makes one commit of everything that `fn` does; if `fn` or one of its actions throws, commits
   * nothing. A nested batch belongs to the outer one.
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
      // Each action is undone to the state it found, so the last one comes first.
      for (let i = batch.actions.length - 1; i >= 0; i--) batch.actions[i].sender.dropped?.(error);
      throw error;
    }
    this.#batch = undefined;
    if (batch.actions.length > 0) this.#commit(batch.actions, batch.draft);
    return result;
  }

  #draft(): StoreDraft {
    const [confirmed, visible] = [this.#latestConfirmed, this.#latestVisible];
    return new StoreDraft(confirmed, visible === confirmed ? undefined : visible.entities);
  }

  #commit(actions: readonly AppliedAction[], draft: StoreDraft): void {
    const reduction = draft.finish();
    const visible = this.#derive(reduction);
    this.#queue.run(new CommitDelivery(this, actions, reduction, visible));
  }

  /** Derives the visible state from the confirmed one. */
  #derive(reduction: Reduction): Visible {
    const { state } = reduction;
    const before = this.#latestVisible;
    const differed = before !== this.#latestConfirmed;
    const isNewEpoch = state.epoch !== before.epoch;
    const visible = this.#host.visible(state, (isNewEpoch ? state : before).entities);
    this.#latestConfirmed = state;
    this.#latestVisible = visible;
    if (visible === state && (isNewEpoch || !differed)) return reduction;
    const changes = isNewEpoch ? reduction.changes : before.entities.changesTo(visible.entities);
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

  /** Publishes an action that changes no data. */
  announce(action: FetchAction): void {
    const notify = (): void => this.#actions.next(action);
    this.#queue.run(telling(() => nameOfAction(action), notify));
  }

  /** Schedules a stream to emit: at the end of the running delivery, or now. */
  scheduleEmit(source: CommittedSource): void {
    this.#pending = add(this.#pending, source);
    if (this.#deferring || this.#queue.isRunning) return;
    this.#flushNow();
  }

  /** Runs `fn`. Streams that it schedules emit after the running code has returned. */
  defer(fn: () => void): void {
    this.#deferring = true;
    try {
      fn();
    } finally {
      this.#deferring = false;
      runInMicrotask(() => this.#flushNow());
    }
  }

  #flushNow(): void {
    if (this.#pending === undefined) return;
    const notify = (): void => inDelivery(() => this.#flush());
    this.#queue.run(telling(() => 'status', notify));
  }

  /** Two passes: refetch and re-arm timers, then emit. No observer sees a half-updated stream. */
  #flush(): void {
    while (this.#pending !== undefined) {
      const sources = listOf(this.#pending);
      this.#pending = undefined;
      for (const source of sources) source.beforeEmit();
      for (const source of sources) this.#pending = remove(this.#pending, source);
      for (const source of sources) source.emit();
    }
  }

  /** Empties the slots of features without notifying observers: the store is being disposed. */
  emptySlots(): void {
    this.#latestConfirmed = { ...this.#latestConfirmed, slots: new Map() };
  }

  /** Completes all observables. */
  end(): void {
    this.#pending = undefined;
    this.#entities.complete();
    this.#commits.complete();
    this.#actions.complete();
  }
}
