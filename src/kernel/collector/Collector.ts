import type { SchedulerLike, Subscription } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { AnyAction } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { COMPLETE, RESULTS } from '../table/KindRows.ts';
import { keepProcess, LONGEST_WAIT } from '../requests/DeadlineQueue.ts';
import { MarkAndSweep } from './MarkAndSweep.ts';
import type { Root } from '../streams/RetainedSource.ts';
import type { Requests } from '../requests/Requests.ts';
import type { StreamRegistry } from '../streams/StreamRegistry.ts';
import type { Defaulted } from '../../shared/Optional.ts';

/** When inactive data is garbage-collected. */
export interface CollectorOptions {
  /**
   * How long inactive data is kept, ms: results since their last observer unsubscribed, unreachable
   * entities since they were received. Default 300,000.
   */
  readonly gcTime?: number | undefined;
  /** Provides time and timers. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** Inactive data was garbage-collected. */
export interface CollectAction extends AnyAction {
  readonly type: 'collect';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  /** Rows of entities, and the traces of removed ones. */
  readonly rows: EntityKeySet;
  /** Entity keys for which the list of all entities is no longer in use. */
  readonly kinds: readonly string[];
}

/** How many rows a step visits: about a millisecond of work. */
const ROWS_PER_STEP = 2_000;

/** The pause after a search is at least this many times as long as the search. */
const PAUSE = 10;

/**
 * Removes inactive data `gcTime` after it was last read or received: first keys, then rows that
 * cannot be reached. It works in small steps between other work, each with a commit of its own, and
 * only while there may be garbage.
 */
export class Collector {
  private readonly options: Defaulted<CollectorOptions>;
  private readonly commits: Commits;
  private readonly streams: StreamRegistry;
  private readonly requests: Requests;
  private readonly pinned: () => Iterable<Root>;
  /** Runs the next step. `undefined` while there is nothing to collect. */
  private timer: Subscription | undefined;
  private search: MarkAndSweep | undefined;
  /** The epoch of the state that the search began with. */
  private epoch: number;
  private startedAt: number;
  /** Whether something happened during the search that it may have missed. */
  private mayHaveMissed: boolean;
  private isStopped: boolean;

  /** `pinned`: the data of pending requests. It is kept, with everything it refers to. */
  constructor(
    options: Defaulted<CollectorOptions>,
    commits: Commits,
    streams: StreamRegistry,
    requests: Requests,
    pinned: () => Iterable<Root>,
  ) {
    this.options = options;
    this.commits = commits;
    this.streams = streams;
    this.requests = requests;
    this.pinned = pinned;
    this.timer = this.search = undefined;
    this.epoch = this.startedAt = 0;
    this.mayHaveMissed = this.isStopped = false;
  }

  /** Called when data was read, received or released: it may be garbage after `gcTime`. */
  wake(): void {
    this.mayHaveMissed = true;
    if (this.timer === undefined) this.#schedule(this.options.gcTime);
  }

  /** Removes all garbage now; inside a batch or a delivery, as soon as that has ended. */
  run(): void {
    if (this.options.gcTime === Infinity || this.isStopped) return;
    if (this.commits.isBusy) {
      runInMicrotask(() => this.run());
      return;
    }
    this.search = undefined;
    this.step(Infinity);
  }

  /** Stops for good. */
  stop(): void {
    this.isStopped = true;
    this.timer?.unsubscribe();
  }

  #schedule(wait: number): void {
    // The step's commit notified subscribers, whose writes may have set a timer.
    this.timer?.unsubscribe();
    this.timer = undefined;
    if (this.isStopped || wait === Infinity) return;
    const delay = Math.min(wait, LONGEST_WAIT);
    this.timer = this.options.scheduler.schedule(stepOf, delay, new WeakRef(this));
    keepProcess(this.timer, false);
  }

  *#roots(): Generator<Root> {
    yield* this.streams.roots();
    yield* this.pinned();
    for (const [slot, value] of this.commits.latest.confirmed.slots) {
      if (slot.kept) yield* slot.kept(value, this.requests.oldest);
    }
  }

  /** Visits about `count` values and rows. */
  step(count = ROWS_PER_STEP): void {
    this.timer?.unsubscribe();
    this.timer = undefined;
    const { gcTime, scheduler } = this.options;
    const { travel, latest, shown } = this.commits;
    // The state that is shown does not reach what the present needs.
    if (DEVELOPMENT && travel) return this.#schedule(gcTime);
    const now = scheduler.now();
    let keys: string[] = [];
    if (!this.search || this.epoch !== latest.confirmed.epoch) {
      this.search = new MarkAndSweep();
      this.epoch = latest.confirmed.epoch;
      this.startedAt = now;
      this.mayHaveMissed = false;
      keys = this.streams.sweep(now - gcTime, now);
    }
    const search = this.search;
    const { rows, kinds, isLast } = search.step(count, {
      confirmed: latest.confirmed,
      visible: shown.visible,
      roots: this.#roots(),
      since: this.startedAt - gcTime,
      oldestRequest: this.requests.oldest,
    });
    if (isLast) this.search = undefined;
    if (keys.length + kinds.length > 0 || !rows.isEmpty) {
      this.commits.dispatch({ type: 'collect', keys, rows, kinds }, applyCollect);
    }
    if (!isLast) {
      // A later timer gives other work a turn.
      this.#schedule(1);
      return;
    }
    const end = scheduler.now();
    const changed = this.mayHaveMissed ? end : Infinity;
    const next = Math.min(search.firstYoung, this.streams.firstLeft, changed) + gcTime;
    this.#schedule(Math.max(next - end, PAUSE * (end - this.startedAt)));
  }
}

/** Forgets results and rows. */
export function applyCollect(draft: EntityTableDraft, { keys, rows, kinds }: CollectAction): void {
  for (const key of keys) draft.forget(RESULTS, key);
  rows.forEach((kind, pk) => draft.forget(kind, pk));
  for (const kind of kinds) draft.forget(COMPLETE, kind);
}

/** A timer must not keep an unused store in memory: servers create one per request. */
function stepOf(collector: WeakRef<Collector> | undefined): void {
  collector?.deref()?.step();
}
