import { BehaviorSubject, Subject } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import { listOf, type SmallSet, add, remove } from '../../shared/smallSet.ts';
import { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft, type TaintedRows } from '../table/EntityTableDraft.ts';
import { RESULTS } from '../table/KindRows.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import { inSlot, NO_SLOTS, type Slots, type StateSlot } from '../table/StateSlot.ts';
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
import { type CommitTarget, PendingCommit, type States } from './PendingCommit.ts';
import type { CommittedSource, Travel, Watcher } from './ports.ts';

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
  /** Runs at the end of a commit, in which it may dispatch more actions. */
  rowsTainted(tainted: TaintedRows): void;
  /**
   * Runs when a commit has become visible, before observers are notified. `keys`: endpoint keys
   * whose result, error or invalidation changed.
   */
  becameVisible(keys: readonly string[], actions: readonly AnyAction[]): void;
  /**
   * Derives the visible state from a confirmed state that a commit with these changes has made;
   * returns the same object if there are no layers. `before`: the entities that were visible last.
   */
  visible(confirmed: EntityTable, before: TableReader, changes: TableChanges): EntityTable;
}

/**
 * The state and its changes. Every write is an action. Every commit is delivered completely –
 * entities, then the views that changed, then the log – before the next one.
 */
export class Commits implements Delivery, CommitTarget {
  readonly graph: ViewGraph;
  private readonly host: CommitsHost;
  /** What observers know. Commits that wait for delivery are not in it. */
  shown: States;
  /** What all commits have made. Ahead of {@link shown} while observers are notified. */
  latest: States;
  /** Counts the commits that observers know. */
  version: number;
  // The subjects are made on first use: without observers they cost nothing.
  private entities: BehaviorSubject<EntityTable> | undefined;
  private log: Subject<Commit> | undefined;
  private actionLog: Subject<AnyAction> | undefined;
  // For devtools, in development.
  watcher: Watcher | undefined;
  travel: Travel | undefined;
  private readonly queue: CommitQueue;
  /** The commit of the running batch or action. */
  private open: PendingCommit | undefined;
  /** The streams that will emit. */
  private pending: SmallSet<CommittedSource>;

  constructor(host: CommitsHost) {
    const state = EntityTable.empty();
    this.host = host;
    this.graph = new ViewGraph(state);
    this.shown = this.latest = { confirmed: state, visible: state };
    this.version = 0;
    this.entities = undefined;
    this.log = undefined;
    this.actionLog = undefined;
    this.queue = new CommitQueue();
    this.open = undefined;
    this.pending = undefined;
  }

  get entities$(): BehaviorSubject<EntityTable> {
    return (this.entities ??= new BehaviorSubject(this.shown.visible.entities));
  }

  get commits$(): Subject<Commit> {
    return (this.log ??= new Subject());
  }

  get actions$(): Subject<AnyAction> {
    return (this.actionLog ??= new Subject());
  }

  /** The slots of features, including writes of an open batch. */
  get slots(): Slots {
    return (this.open?.draft ?? this.latest.confirmed).slots;
  }

  /** One of {@link slots}. */
  inSlot<T>(slot: StateSlot<T>): T {
    return inSlot(this, slot);
  }

  /** The epoch of requests that are sent now. */
  get epoch(): number {
    return (this.open?.draft ?? this.latest.confirmed).epoch;
  }

  /** The result of an endpoint key, including writes of an open batch. */
  result(key: string): ResultRecord {
    return (this.open?.draft ?? this.latest.confirmed).result(key) ?? NO_RESULT;
  }

  /** Whether a batch is open, or an action is being applied. */
  get isInBatch(): boolean {
    return this.open !== undefined;
  }

  /** Whether observers are being notified, or a batch is open. */
  get isBusy(): boolean {
    return this.queue.isRunning || this.isInBatch;
  }

  /**
   * Commits an action, or adds it to the open batch. Throws what `apply` throws; the state is then
   * unchanged.
   */
  dispatch<A extends AnyAction, R>(action: A, apply: Apply<A, R>, sender?: Sender<R>): void {
    // No closure: the stack of an error would keep it, and with it the response in the action.
    const outer = this.open;
    const commit = outer ?? new PendingCommit(this, this.latest);
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
    const commit = (this.open = outer ?? new PendingCommit(this, this.latest));
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
    const { draft } = commit;
    const { tainted } = draft;
    if (tainted && !commit.failure) this.host.rowsTainted(tainted);
    const { failure, senders = [] } = commit;
    this.open = undefined;
    if (failure) {
      // Each action is undone to the state it found, so the last one comes first.
      for (let i = senders.length - 1; i >= 0; i--) senders[i].dropped?.(failure.error);
      throw failure.error;
    }
    if (commit.actions === undefined) return;
    // Layers are in a slot, and so is the state of time travel.
    if (draft.slots.size > 0) this.host.beforeCommit(draft);
    const { table: confirmed, changes } = draft.commit();
    const before = this.latest;
    const hasSlots = confirmed.slots.size > 0;
    const known = confirmed.epoch === before.visible.epoch ? before.visible : confirmed;
    const visible = hasSlots ? this.host.visible(confirmed, known, changes) : confirmed;
    const isReset = visible.epoch !== before.visible.epoch;
    // Without layers, a commit does to the visible state what it does to the confirmed one.
    const isPlain = isReset || (visible === confirmed && before.visible === before.confirmed);
    commit.after = this.latest = { confirmed, visible };
    commit.confirmedChanges = changes;
    commit.changes = isPlain ? changes : before.visible.changesTo(visible);
    this.queue.run(commit);
  }

  show({ actions = [], after, changes, confirmedChanges }: PendingCommit): void {
    const { confirmed, visible } = after;
    const isReset = this.shown.visible.epoch !== visible.epoch;
    this.shown = after;
    this.version++;
    if (DEVELOPMENT) this.watcher?.commits(actions, confirmed, visible);
    if (isReset) this.graph.reset(visible);
    else this.graph.apply(visible, changes, visible !== confirmed);
    this.host.becameVisible(confirmedChanges.reserved(RESULTS), actions);
  }

  flush(): void {
    if (this.pending !== undefined) this.queue.run(this);
  }

  publish({ actions = [], after, changes, draft }: PendingCommit): void {
    const { actionLog, entities, log, version } = this;
    if (entities && (draft.forgets || !changes.isEmpty)) entities.next(after.visible.entities);
    if (this.pending !== undefined) this.notify();
    if (log?.observed) log.next({ version, actions, changes });
    if (actionLog?.observed) for (const action of actions) actionLog.next(action);
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
    const draft = new EntityTableDraft(this.latest.confirmed);
    draft.slots = NO_SLOTS;
    this.latest = { ...this.latest, confirmed: draft.commit().table };
  }

  /** Completes all observables. */
  end(): void {
    this.pending = undefined;
    this.entities$.complete();
    this.commits$.complete();
    this.actions$.complete();
  }
}
