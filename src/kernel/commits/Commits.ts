import { BehaviorSubject, Subject } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import { listOf, type SmallSet, add, remove } from '../../shared/smallSet.ts';
import { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { RESULTS } from '../table/KindRows.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import { inSlot, NO_SLOTS, type StateSlot } from '../table/StateSlot.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { ViewGraph } from '../views/ViewGraph.ts';
import {
  type AnyAction,
  type Apply,
  type FetchAction,
  nameOfAction,
  type Sender,
} from './Action.ts';
import { CommitQueue, type Delivery } from './CommitQueue.ts';
import type { CommittedSource, Frozen, Watcher } from './ports.ts';

/** One change of the store. */
export interface Commit<A extends AnyAction = AnyAction> {
  /** Counts commits, from 1. */
  readonly version: number;
  /** The actions of the commit; several with `batch()`. */
  readonly actions: readonly A[];
  /** Which entities were added, updated, removed. */
  readonly changes: TableChanges;
}

/** What the commits need from their store. */
interface CommitsHost {
  /** Runs when all actions of a commit were applied, if a feature has filled a slot. */
  beforeCommit(draft: EntityTableDraft): void;
  /**
   * Runs when a commit has become visible, before observers are notified. `keys`: endpoint keys
   * whose result, error or invalidation changed.
   */
  becameVisible(keys: readonly string[], actions: readonly AnyAction[]): void;
  /**
   * Derives the visible state from a confirmed state; returns the same object if there are no
   * layers. `before`: the entities that were visible last.
   */
  visible(confirmed: EntityTable, before: TableReader): EntityTable;
}

/** A commit: it collects actions, becomes visible, and observers are notified. */
class PendingCommit implements Delivery {
  declare readonly draft: EntityTableDraft;
  declare actions: AnyAction[] | undefined;
  declare senders: Sender<never>[] | undefined;
  /** The error of an action. */
  declare failure: { readonly error: unknown } | undefined;
  /** The confirmed and the visible state after the commit, and the changes of both. */
  declare base: EntityTable;
  declare state: EntityTable;
  declare confirmedChanges: TableChanges;
  declare changes: TableChanges;
  declare private readonly commits: Commits;

  constructor(commits: Commits, confirmed: EntityTable, visible: EntityTable) {
    this.commits = commits;
    this.draft = new EntityTableDraft(confirmed, visible === confirmed ? undefined : visible);
    this.actions = undefined;
    this.senders = undefined;
    this.failure = undefined;
  }

  subject(): string {
    return (this.actions ?? []).map((action) => nameOfAction(action)).join(' + ');
  }

  apply(): void {
    const { base, changes, commits, state } = this;
    const isReset = commits.state.epoch !== state.epoch;
    commits.state = state;
    commits.base = base;
    commits.version++;
    if (DEVELOPMENT) commits.watcher?.commits(this.actions ?? [], base, state);
    if (isReset) commits.graph.reset(state);
    else commits.graph.apply(state, changes, state !== base);
    commits.host.becameVisible(this.confirmedChanges.reserved(RESULTS), this.actions ?? []);
    if (this.senders) for (const sender of this.senders) sender.becameVisible?.();
  }

  notify(): void {
    const { actions = [], changes, commits, draft, state } = this;
    const { version } = commits;
    if (commits.entities && (draft.forgets || !changes.isEmpty)) {
      commits.entities.next(state.entities);
    }
    if (commits.pending !== undefined) commits.notify();
    if (commits.log?.observed) commits.log.next({ version, actions, changes });
    if (commits.actionLog?.observed) for (const action of actions) commits.actionLog.next(action);
  }

  done(): void {
    if (this.senders) for (const sender of this.senders) sender.delivered?.();
    const { commits } = this;
    if (commits.pending !== undefined) commits.queue.run(commits);
  }
}

/**
 * The state and its changes. Every write is an action. Every commit is delivered completely –
 * entities, then the views that changed, then the log – before the next one.
 */
export class Commits implements Delivery {
  declare readonly graph: ViewGraph;
  declare readonly host: CommitsHost;
  /** The visible state that observers know. Commits that wait for delivery are not in it. */
  declare state: EntityTable;
  /** The confirmed part of {@link state}. */
  declare base: EntityTable;
  /** The latest confirmed state. Ahead of {@link base} while observers are notified. */
  declare confirmed: EntityTable;
  /** Counts the commits that observers know. */
  declare version: number;
  // The subjects are made on first use: without observers they cost nothing.
  declare entities: BehaviorSubject<EntityTable> | undefined;
  declare log: Subject<Commit> | undefined;
  declare actionLog: Subject<AnyAction> | undefined;
  // For devtools, in development.
  declare watcher: Watcher | undefined;
  declare frozen: Frozen | undefined;
  /** What {@link confirmed} looks like with layers. */
  declare private visible: EntityTable;
  declare readonly queue: CommitQueue;
  /** The commit of the running batch or action. */
  declare private open: PendingCommit | undefined;
  /** The streams that will emit. */
  declare pending: SmallSet<CommittedSource>;

  constructor(host: CommitsHost) {
    const state = EntityTable.empty();
    this.host = host;
    this.graph = new ViewGraph(state);
    this.state = state;
    this.base = state;
    this.confirmed = state;
    this.visible = state;
    this.version = 0;
    this.entities = undefined;
    this.log = undefined;
    this.actionLog = undefined;
    this.queue = new CommitQueue();
    this.open = undefined;
    this.pending = undefined;
  }

  get entities$(): BehaviorSubject<EntityTable> {
    return (this.entities ??= new BehaviorSubject(this.state.entities));
  }

  get commits$(): Subject<Commit> {
    return (this.log ??= new Subject());
  }

  get actions$(): Subject<AnyAction> {
    return (this.actionLog ??= new Subject());
  }

  /** The slot of a feature, including writes of an open batch. */
  inSlot<T>(slot: StateSlot<T>): T {
    return inSlot(this.open?.draft ?? this.confirmed, slot);
  }

  /** The epoch of requests that are sent now. */
  get epoch(): number {
    return (this.open?.draft ?? this.confirmed).epoch;
  }

  /** The result of an endpoint key, including writes of an open batch. */
  result(key: string): ResultRecord {
    return (this.open?.draft ?? this.confirmed).result(key) ?? NO_RESULT;
  }

  /** Whether observers are being notified, or a batch is open. */
  get isBusy(): boolean {
    return this.queue.isRunning || this.open !== undefined;
  }

  /**
   * Commits an action, or adds it to the open batch. Throws what `apply` throws; the state is then
   * unchanged.
   */
  dispatch<A extends AnyAction, R>(action: A, apply: Apply<A, R>, sender?: Sender<R>): void {
    // No closure: the stack of an error would keep it, and with it the response in the action.
    const outer = this.open;
    const commit = outer ?? new PendingCommit(this, this.confirmed, this.visible);
    this.open = commit;
    try {
      const outcome = apply(commit.draft, action);
      sender?.applied?.(outcome);
      if (commit.actions === undefined) commit.actions = [action];
      else commit.actions.push(action);
      if (sender) (commit.senders ??= []).push(sender);
    } catch (error) {
      commit.failure ??= { error };
      if (outer) throw error;
    }
    if (!outer) this.#close(commit);
  }

  /**
   * Makes one commit of everything that `fn` does; if `fn` or one of its actions throws, commits
   * nothing. A nested batch belongs to the outer one, also if it throws: writes cannot be taken back
   * in part.
   */
  batch<R>(fn: () => R): R {
    const outer = this.open;
    const commit = (this.open = outer ?? new PendingCommit(this, this.confirmed, this.visible));
    let result: R | undefined;
    try {
      result = fn();
    } catch (error) {
      commit.failure ??= { error };
      if (outer) throw error;
    }
    if (!outer) this.#close(commit);
    // The cast holds: `#close` has thrown if `fn` has.
    return result as R;
  }

  /** Commits what the actions did, and delivers it. */
  #close(commit: PendingCommit): void {
    const { draft, failure, senders = [] } = commit;
    this.open = undefined;
    if (failure) {
      // Each action is undone to the state it found, so the last one comes first.
      for (let i = senders.length - 1; i >= 0; i--) senders[i].dropped?.(failure.error);
      throw failure.error;
    }
    if (commit.actions === undefined) return;
    // Layers are in a slot, and so is the state of time travel.
    if (draft.slots.size > 0) this.host.beforeCommit(draft);
    const { table: base, changes } = draft.commit();
    const before = this.visible;
    const hasSlots = base.slots.size > 0;
    const known = base.epoch === before.epoch ? before : base;
    const state = hasSlots ? this.host.visible(base, known) : base;
    const isReset = state.epoch !== before.epoch;
    // Without layers, a commit does to the visible state what it does to the confirmed one.
    const isPlain = isReset || (state === base && before === this.confirmed);
    commit.base = base;
    commit.state = state;
    commit.confirmedChanges = changes;
    commit.changes = isPlain ? changes : before.changesTo(state);
    this.confirmed = base;
    this.visible = state;
    this.queue.run(commit);
  }

  /** Publishes an action that changes no data. */
  announce(action: FetchAction): void {
    const { actionLog } = this;
    if (!actionLog?.observed) return;
    const notify = (): void => actionLog.next(action);
    this.queue.run({ subject: () => nameOfAction(action), notify });
  }

  /** Schedules a stream to emit: at the end of the running delivery, or now. */
  scheduleEmit(source: CommittedSource): void {
    this.pending = add(this.pending, source);
    if (!this.queue.isRunning) this.queue.run(this);
  }

  // --- the delivery of scheduled streams outside of commits

  subject(): string {
    return 'status';
  }

  /** Two passes: refetch and re-arm timers, then emit. No observer sees a half-updated stream. */
  notify(): void {
    while (this.pending !== undefined) {
      const sources = listOf(this.pending);
      this.pending = undefined;
      for (const source of sources) source.beforeEmit();
      for (const source of sources) this.pending = remove(this.pending, source);
      for (const source of sources) {
        if (DEVELOPMENT) this.watcher?.emits(source);
        source.emit();
      }
    }
  }

  /** Empties the slots of features without notifying observers: the store is being disposed. */
  emptySlots(): void {
    const draft = new EntityTableDraft(this.confirmed);
    draft.slots = NO_SLOTS;
    this.confirmed = draft.commit().table;
  }

  /** Completes all observables. */
  end(): void {
    this.pending = undefined;
    this.entities$.complete();
    this.commits$.complete();
    this.actions$.complete();
  }
}
