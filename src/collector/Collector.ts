import type { SchedulerLike } from 'rxjs';
import { runInMicrotask } from '../shared/runInMicrotask.ts';
import type { AnyAction } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { StoreDraft } from '../commits/StoreState.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import { COMPLETE, RESULTS } from '../table/KindRows.ts';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { MarkAndSweep } from './MarkAndSweep.ts';
import type { Root } from '../streams/RetainedSource.ts';
import type { Requests } from '../requests/Requests.ts';
import type { StreamRegistry } from '../streams/StreamRegistry.ts';

/** When inactive data is garbage-collected. */
export interface CollectorOptions {
  /**
   * How long inactive data is kept, ms: results since their last observer unsubscribed, unreachable
   * entities since they were received. Default 300,000.
   */
  readonly gcTime?: number;
  /** Provides time and timers. */
  readonly scheduler?: SchedulerLike;
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
  readonly #options: Required<CollectorOptions>;
  readonly #commits: Commits;
  readonly #streams: StreamRegistry;
  readonly #requests: Requests;
  readonly #pinned: () => readonly Root[];
  readonly #timer: DeadlineQueue;
  readonly #self = new WeakRef(this);
  #search: MarkAndSweep | undefined;
  /** The epoch of the state that the search began with. */
  #epoch = 0;
  #startedAt = 0;
  /** Whether something happened during the search that it may have missed. */
  #mayHaveMissed = false;
  #isStopped = false;

  /** `pinned`: the data of pending requests. It is kept, with everything it refers to. */
  constructor(
    options: Required<CollectorOptions>,
    commits: Commits,
    streams: StreamRegistry,
    requests: Requests,
    pinned: () => readonly Root[],
  ) {
    this.#options = options;
    this.#commits = commits;
    this.#streams = streams;
    this.#requests = requests;
    this.#pinned = pinned;
    this.#timer = new DeadlineQueue(options.scheduler, 'background');
  }

  /** Called when data was read, received or released: it may be garbage after `gcTime`. */
  wake(): void {
    this.#mayHaveMissed = true;
    if (this.#timer.size === 0) this.#schedule(this.#now() + this.#options.gcTime);
  }

  /** Removes all garbage now; inside a batch or a delivery, as soon as that has ended. */
  run(): void {
    if (this.#options.gcTime === Infinity || this.#isStopped) return;
    if (this.#commits.isBusy) {
      runInMicrotask(() => this.run());
      return;
    }
    this.#search = undefined;
    this.step(Infinity);
  }

  /** Stops for good. */
  stop(): void {
    this.#isStopped = true;
    this.#timer.clear();
  }

  #now(): number {
    return this.#options.scheduler.now();
  }

  #schedule(until: number): void {
    // The step's commit notified subscribers, whose writes may have set a timer.
    this.#timer.clear();
    if (!this.#isStopped) this.#timer.add(until, stepOf(this.#self));
  }

  *#roots(): Generator<Root> {
    yield* this.#streams.roots();
    yield* this.#pinned();
  }

  /** Visits about `count` values and rows. */
  step(count = ROWS_PER_STEP): void {
    const { gcTime } = this.#options;
    const { confirmed, state } = this.#commits;
    const now = this.#now();
    let keys: string[] = [];
    if (!this.#search || this.#epoch !== confirmed.epoch) {
      this.#search = new MarkAndSweep();
      this.#epoch = confirmed.epoch;
      this.#startedAt = now;
      this.#mayHaveMissed = false;
      keys = this.#streams.sweep(now - gcTime, now);
    }
    const search = this.#search;
    const { rows, kinds, isLast } = search.step(count, {
      confirmed: confirmed.entities,
      visible: state.entities,
      roots: this.#roots(),
      since: this.#startedAt - gcTime,
      oldestRequest: this.#requests.oldest,
    });
    if (isLast) this.#search = undefined;
    if (keys.length + kinds.length > 0 || !rows.isEmpty) {
      this.#commits.dispatch({ type: 'collect', keys, rows, kinds }, applyCollect);
    }
    if (!isLast) {
      // A later timer gives other work a turn.
      this.#schedule(this.#now() + 1);
      return;
    }
    const end = this.#now();
    const changed = this.#mayHaveMissed ? end : Infinity;
    const next = Math.min(search.firstYoung, this.#streams.firstLeft, changed) + gcTime;
    this.#schedule(Math.max(next, end + PAUSE * (end - this.#startedAt)));
  }
}

function applyCollect(draft: StoreDraft, { keys, rows, kinds }: CollectAction): void {
  for (const key of keys) draft.forget(RESULTS, key);
  rows.forEach((kind, pk) => draft.forget(kind, pk));
  for (const kind of kinds) draft.forget(COMPLETE, kind);
}

/** A timer must not keep an unused store in memory: servers create one per request. */
function stepOf(collector: WeakRef<Collector>): () => void {
  return () => collector.deref()?.step();
}
