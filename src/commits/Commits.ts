import { BehaviorSubject, Subject } from 'rxjs';
import { listOf, type SmallSet, add, remove } from '../shared/smallSet.ts';
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
import { CommitQueue } from './CommitQueue.ts';

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

/** A commit that collects actions. */
interface Batch {
  readonly draft: EntityTableDraft;
  readonly actions: AnyAction[];
  readonly senders: Sender<never>[];
  /** The error of an action. */
  failure?: { readonly error: unknown };
}

/** What the commits need from their store. */
interface CommitsHost {
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

/**
 * The state and its changes. Every write is an action. Every commit is delivered completely –
 * entities, then the views that changed, then the log – before the next one.
 */
export class Commits {
  readonly graph: ViewGraph;
  /** Made on first use, as the other subjects: without observers they cost nothing. */
  #entities$: BehaviorSubject<EntityTable> | undefined;
  #commits$: Subject<Commit> | undefined;
  #actions$: Subject<AnyAction> | undefined;
  /** The visible state that observers know. Commits that wait for delivery are not in it. */
  state = EntityTable.empty();
  /** The confirmed part of {@link state}. */
  base = this.state;
  /** The latest confirmed state. Ahead of {@link base} while observers are notified. */
  confirmed = this.state;
  /** Counts the commits that observers know. */
  version = 0;
  /** What {@link confirmed} looks like with layers. */
  #visible = this.state;
  readonly #queue = new CommitQueue();
  readonly #host: CommitsHost;
  #batch: Batch | undefined;
  #pending: SmallSet<CommittedSource>;

  constructor(host: CommitsHost) {
    this.#host = host;
    this.graph = new ViewGraph(this.state);
  }

  get entities$(): BehaviorSubject<EntityTable> {
    return (this.#entities$ ??= new BehaviorSubject(this.state));
  }

  get commits$(): Subject<Commit> {
    return (this.#commits$ ??= new Subject());
  }

  get actions$(): Subject<AnyAction> {
    return (this.#actions$ ??= new Subject());
  }

  get #latest(): EntityTableDraft | EntityTable {
    return this.#batch?.draft ?? this.confirmed;
  }

  /** The slot of a feature, including writes of an open batch. */
  inSlot<T>(slot: StateSlot<T>): T {
    return inSlot(this.#latest, slot);
  }

  /** The epoch of requests that are sent now. */
  get epoch(): number {
    return this.#latest.epoch;
  }

  /** The result of an endpoint key, including writes of an open batch. */
  result(key: string): ResultRecord {
    return this.#latest.result(key) ?? NO_RESULT;
  }

  /** Whether observers are being notified, or a batch is open. */
  get isBusy(): boolean {
    return this.#queue.isRunning || this.#batch !== undefined;
  }

  /**
   * Commits an action, or adds it to the open batch. Throws what `apply` throws; the state is then
   * unchanged.
   */
  dispatch<A extends AnyAction, R>(action: A, apply: Apply<A, R>, sender: Sender<R> = {}): void {
    // No closure: the stack of an error would keep it, and with it the response in the action.
    const outer = this.#batch;
    const batch = outer ?? this.#open();
    try {
      const outcome = apply(batch.draft, action);
      sender.applied?.(outcome);
      batch.actions.push(action);
      batch.senders.push(sender);
    } catch (error) {
      batch.failure = { error };
      if (outer) throw error;
    }
    if (!outer) this.#close(batch);
  }

  /**
   * Makes one commit of everything that `fn` does; if `fn` or one of its actions throws, commits
   * nothing. A nested batch belongs to the outer one.
   */
  batch<R>(fn: () => R): R {
    if (this.#batch) return fn();
    const batch = this.#open();
    let result: R | undefined;
    try {
      result = fn();
    } catch (error) {
      batch.failure = { error };
    }
    this.#close(batch);
    // The cast holds: `#close` has thrown if `fn` has.
    return result as R;
  }

  #open(): Batch {
    const [confirmed, visible] = [this.confirmed, this.#visible];
    const draft = new EntityTableDraft(confirmed, visible === confirmed ? undefined : visible);
    return (this.#batch = { draft, actions: [], senders: [] });
  }

  #close(batch: Batch): void {
    const { actions, failure, senders } = batch;
    this.#batch = undefined;
    if (failure) {
      // Each action is undone to the state it found, so the last one comes first.
      for (let i = senders.length - 1; i >= 0; i--) senders[i].dropped?.(failure.error);
      throw failure.error;
    }
    if (actions.length > 0) this.#commit(batch);
  }

  #commit({ actions, draft, senders }: Batch): void {
    const { table: base, changes: confirmedChanges } = draft.commit();
    const { forgets } = draft;
    const before = this.#visible;
    const isReset = base.epoch !== before.epoch;
    // Layers are in a slot.
    const state = base.slots.size > 0 ? this.#host.visible(base, isReset ? base : before) : base;
    // Without layers, a commit does to the visible state what it does to the confirmed one.
    const isPlain = isReset || (state === base && before === this.confirmed);
    const changes = isPlain ? confirmedChanges : before.changesTo(state);
    this.confirmed = base;
    this.#visible = state;
    this.#queue.run({
      subject: () => actions.map((action) => nameOfAction(action)).join(' + '),
      apply: () => {
        this.state = state;
        this.base = base;
        this.version++;
        if (isReset) this.graph.reset(state);
        else this.graph.apply(state, changes, state !== base);
        this.#host.becameVisible(confirmedChanges.reserved(RESULTS), actions);
        for (const sender of senders) sender.becameVisible?.();
      },
      notify: () => {
        const { version } = this;
        if (!changes.isEmpty || forgets) this.#entities$?.next(state.entities);
        this.#flush();
        if (this.#commits$?.observed) this.#commits$.next({ version, actions, changes });
        if (this.#actions$?.observed) for (const action of actions) this.actions$.next(action);
      },
      done: () => {
        for (const sender of senders) sender.delivered?.();
        this.#flushNow();
      },
    });
  }

  /** Publishes an action that changes no data. */
  announce(action: FetchAction): void {
    if (!this.#actions$?.observed) return;
    const notify = (): void => this.actions$.next(action);
    this.#queue.run({ subject: () => nameOfAction(action), notify });
  }

  /** Schedules a stream to emit: at the end of the running delivery, or now. */
  scheduleEmit(source: CommittedSource): void {
    this.#pending = add(this.#pending, source);
    if (!this.#queue.isRunning) this.#flushNow();
  }

  #flushNow(): void {
    if (this.#pending === undefined) return;
    this.#queue.run({ subject: () => 'status', notify: () => this.#flush() });
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
    const draft = new EntityTableDraft(this.confirmed);
    draft.slots = NO_SLOTS;
    this.confirmed = draft.commit().table;
  }

  /** Completes all observables. */
  end(): void {
    this.#pending = undefined;
    this.entities$.complete();
    this.commits$.complete();
    this.actions$.complete();
  }
}
