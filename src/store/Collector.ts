import type { SchedulerLike } from 'rxjs';
import { soon } from '../shared/soon.ts';
import { GarbageSearch, type GarbageSource } from './GarbageSearch.ts';
import type { CollectAction } from './Action.ts';
import { DeadlineQueue } from './DeadlineQueue.ts';

/** How many rows a step looks at: about a millisecond. */
const ROWS_PER_STEP = 2_000;

/** The pause after a search is at least this many times as long as the search. */
const PAUSE = 10;

/** What a collector needs of its store. */
export interface CollectorHost extends GarbageSource {
  readonly scheduler: SchedulerLike;
  /** How long what nobody reads is kept, ms. */
  readonly gcTime: number;
  /** Lets go of keys and queries that were left at `since` or earlier, ms since epoch; gives the keys. */
  sweep(since: number): string[];
  /** When the first of what is kept was left, ms since epoch; Infinity without any. */
  readonly firstLeft: number;
  /** Whether subscribers are being told of something, or a batch is open. */
  readonly isBusy: boolean;
  collect(action: CollectAction): void;
}

/**
 * Takes away what nobody needs, `gcTime` after it was read or came for the last time: first keys, then rows that nothing leads to. It works
 * in steps of a few rows, each a commit of its own, between other work; and only while there may be something to take.
 */
export class Collector {
  readonly #host: CollectorHost;
  readonly #timer: DeadlineQueue;
  readonly #self = new WeakRef(this);
  #cancel: (() => void) | undefined;
  #search: GarbageSearch | undefined;
  #startedAt = 0;
  /** Whether something happened since the search began that it may have missed. */
  #isOutdated = false;
  #isOver = false;

  constructor(host: CollectorHost) {
    this.#host = host;
    this.#timer = new DeadlineQueue(host.scheduler, 'background');
  }

  /** Something was read or came, or was let go of: there may be something to take in `gcTime`. */
  wake(): void {
    this.#isOutdated = true;
    if (!this.#cancel && !this.#isOver) this.#wait(this.#now() + this.#host.gcTime);
  }

  /** Takes at once all that may be taken; in a batch or a delivery, as soon as that is over. */
  run(): void {
    if (this.#host.gcTime === Infinity || this.#isOver) return;
    if (this.#host.isBusy) {
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
    return this.#host.scheduler.now();
  }

  #wait(until: number): void {
    // A subscriber that was told of a step may have written.
    this.#cancel?.();
    this.#cancel = undefined;
    if (until === Infinity) return;
    this.#cancel = this.#timer.add(until, stepOf(this.#self));
  }

  /** Takes the next step. */
  step(): void {
    this.#cancel = undefined;
    this.#goOn(ROWS_PER_STEP);
  }

  #goOn(count: number): void {
    const { gcTime, confirmed } = this.#host;
    const now = this.#now();
    let search = this.#search;
    let keys: string[] = [];
    if (search?.epoch !== confirmed.epoch) {
      search = this.#search = new GarbageSearch(this.#host, now - gcTime);
      this.#startedAt = now;
      this.#isOutdated = false;
      keys = this.#host.sweep(now - gcTime);
    }
    const { rows, kinds, isLast } = search.step(count);
    if (isLast) this.#search = undefined;
    if (keys.length + kinds.length > 0 || !rows.isEmpty) {
      this.#host.collect({ type: 'collect', keys, rows, kinds });
    }
    if (!isLast) {
      // Later than now: there is other work.
      this.#wait(this.#now() + 1);
      return;
    }
    const end = this.#now();
    const changed = this.#isOutdated ? end : Infinity;
    const next = Math.min(search.firstYoung, this.#host.firstLeft, changed) + gcTime;
    this.#wait(Math.max(next, end + PAUSE * (end - this.#startedAt)));
  }
}

/** Timers do not keep a store that nobody has any more: servers make one per request. */
function stepOf(collector: WeakRef<Collector>): () => void {
  return () => collector.deref()?.step();
}
