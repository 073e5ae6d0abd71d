import type { SchedulerLike } from 'rxjs';
import { soon } from '../shared/soon.ts';
import type { AnyAction } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { StoreDraft } from '../commits/StoreDraft.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { RowSet } from '../table/RowSet.ts';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { GarbageSearch } from './GarbageSearch.ts';
import type { Root } from '../streams/Root.ts';
import type { Requests } from '../requests/Requests.ts';
import type { Sources } from '../streams/Sources.ts';

/** When data that has no reader is garbage-collected. */
export interface CollectorOptions {
  /** How long data without a reader is kept, ms: results since their last reader left, entities since they arrived if nothing leads to them. Default 300,000. */
  readonly gcTime?: number;
  /** Clock and timers. */
  readonly scheduler?: SchedulerLike;
}

/** Data that no observer has has been forgotten. */
export interface CollectAction extends AnyAction {
  readonly type: 'collect';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  /** Entities, and the tombstones of removed ones. */
  readonly rows: RowSet;
  /** Kinds of which nothing asks for all entities any more. */
  readonly kinds: readonly string[];
}

/** Data of a pending request. It stays, and so does what it refers to. */
export interface Pinned {
  readonly endpoint: Pick<EndpointInterface, 'schema'>;
  readonly result: unknown;
  readonly rows: RowSet;
}

/** How many rows a step looks at: about a millisecond. */
const ROWS_PER_STEP = 2_000;

/** The pause after a search is at least this many times as long as the search. */
const PAUSE = 10;

/**
 * Takes away what nobody needs, `gcTime` after it was read or came for the last time: first keys, then rows that nothing leads to. It works
 * in steps of a few rows, each a commit of its own, between other work; and only while there may be something to take.
 */
export class Collector {
  readonly #options: Required<CollectorOptions>;
  readonly #commits: Commits;
  readonly #sources: Sources;
  readonly #requests: Requests;
  readonly #pinned: () => readonly Pinned[];
  readonly #timer: DeadlineQueue;
  readonly #self = new WeakRef(this);
  #cancel: (() => void) | undefined;
  #search: GarbageSearch | undefined;
  #startedAt = 0;
  /** Whether something happened since the search began that it may have missed. */
  #isOutdated = false;
  #isOver = false;

  constructor(
    options: Required<CollectorOptions>,
    commits: Commits,
    sources: Sources,
    requests: Requests,
    pinned: () => readonly Pinned[],
  ) {
    this.#options = options;
    this.#commits = commits;
    this.#sources = sources;
    this.#requests = requests;
    this.#pinned = pinned;
    this.#timer = new DeadlineQueue(options.scheduler, 'background');
  }

  /** Something was read or came, or was let go of: there may be something to take in `gcTime`. */
  wake(): void {
    this.#isOutdated = true;
    if (!this.#cancel && !this.#isOver) this.#wait(this.#now() + this.#options.gcTime);
  }

  /** Takes at once all that may be taken; in a batch or a delivery, as soon as that is over. */
  run(): void {
    if (this.#options.gcTime === Infinity || this.#isOver) return;
    if (this.#commits.isBusy) {
      soon(() => this.run());
      return;
    }
    this.#timer.clear();
    this.#cancel = undefined;
    this.#search = undefined;
    this.#goOn(Infinity);
  }

  /** Ends it for good. */
  stop(): void {
    this.#isOver = true;
    this.#timer.clear();
    this.#search = undefined;
  }

  #now(): number {
    return this.#options.scheduler.now();
  }

  #wait(until: number): void {
    // A subscriber that was told of a step may have written.
    this.#cancel?.();
    this.#cancel = undefined;
    if (until === Infinity) return;
    this.#cancel = this.#timer.add(until, stepOf(this.#self));
  }

  *#roots(): Generator<Root> {
    yield* this.#sources.roots();
    for (const { endpoint, result } of this.#pinned()) {
      yield { schema: endpoint.schema, stored: result };
    }
  }

  /** Takes the next step. */
  step(): void {
    this.#cancel = undefined;
    this.#goOn(ROWS_PER_STEP);
  }

  #goOn(count: number): void {
    const { gcTime } = this.#options;
    const { confirmed, state } = this.#commits;
    const now = this.#now();
    let search = this.#search;
    let keys: string[] = [];
    if (search?.epoch !== confirmed.epoch) {
      search = this.#search = new GarbageSearch(confirmed.epoch, now - gcTime);
      this.#startedAt = now;
      this.#isOutdated = false;
      keys = this.#sources.sweep(now - gcTime, now);
    }
    const { rows, kinds, isLast } = search.step(count, {
      confirmed,
      shown: state.entities,
      roots: this.#roots(),
      keptRows: this.#pinned().map(({ rows: pinned }) => pinned),
      oldestRequest: this.#requests.oldest,
    });
    if (isLast) this.#search = undefined;
    if (keys.length + kinds.length > 0 || !rows.isEmpty) {
      this.#commits.dispatch({ type: 'collect', keys, rows, kinds }, applyCollect);
    }
    if (!isLast) {
      // Later than now: there is other work.
      this.#wait(this.#now() + 1);
      return;
    }
    const end = this.#now();
    const changed = this.#isOutdated ? end : Infinity;
    const next = Math.min(search.firstYoung, this.#sources.firstLeft, changed) + gcTime;
    this.#wait(Math.max(next, end + PAUSE * (end - this.#startedAt)));
  }
}

function applyCollect(draft: StoreDraft, { keys, rows, kinds }: CollectAction): void {
  draft.forgetResults(keys);
  rows.forEach((kind, pk) => draft.forgetRow(kind, pk));
  draft.forgetKinds(kinds);
}

/** Timers do not keep a store that nobody has any more: servers make one per request. */
function stepOf(collector: WeakRef<Collector>): () => void {
  return () => collector.deref()?.step();
}
