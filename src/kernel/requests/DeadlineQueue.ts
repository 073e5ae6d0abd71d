import type { SchedulerLike, Subscription } from 'rxjs';
import { add, isOneOf, listOf, remove, type SmallSet } from '../../shared/smallSet.ts';

/** The longest delay that timers support on all platforms: 2^31 - 1 ms. */
export const LONGEST_WAIT = 0x7fff_ffff;

/** The due time of a timer without delay. */
const AT_ONCE = -Infinity;

/** With fewer unused times than this, the queue keeps them. */
const MAX_UNUSED = 32;

/** The functions with one deadline. */
interface Due {
  readonly at: number;
  runs: SmallSet<() => void>;
}

/**
 * Runs functions at given times, with one timer for all. Times are ms since epoch by the
 * scheduler's clock.
 */
export class DeadlineQueue {
  private readonly scheduler: SchedulerLike;
  private readonly isForeground: boolean;
  private readonly deadlines: Map<() => void, Due>;
  /** Earliest first. Times without a function are dropped later. */
  private queue: Due[];
  /**
   * Stays when the last deadline is cancelled, as the next one often follows soon. Until then it
   * does not keep the process running.
   */
  private timer: Subscription | undefined;
  private timerAt: number;

  /**
   * `background`: a pending deadline does not keep the process running, if the platform and the
   * scheduler allow that.
   */
  constructor(scheduler: SchedulerLike, mode: 'foreground' | 'background' = 'foreground') {
    this.scheduler = scheduler;
    this.isForeground = mode === 'foreground';
    this.deadlines = new Map();
    this.queue = [];
    this.timer = undefined;
    this.timerAt = Infinity;
  }

  /**
   * Runs `run` once, at `at` or as soon as possible after it; never if `at` is Infinity. A function
   * has one deadline: setting another one moves it.
   */
  set(run: () => void, at: number): void {
    const { deadlines, queue } = this;
    const known = deadlines.get(run);
    if (known === undefined ? at === Infinity : known.at === at) return;
    if (known) known.runs = remove(known.runs, run);
    if (at === Infinity) {
      deadlines.delete(run);
      if (deadlines.size === 0 && this.timer) keepProcess(this.timer, false);
      if (queue.length > 2 * deadlines.size + MAX_UNUSED) {
        this.queue = queue.filter(({ runs }) => runs !== undefined);
      }
      return;
    }
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (queue[middle].at < at) low = middle + 1;
      else high = middle;
    }
    if (queue[low]?.at !== at) queue.splice(low, 0, { at, runs: undefined });
    queue[low].runs = add(queue[low].runs, run);
    if (deadlines.size === 0 && this.timer) keepProcess(this.timer, this.isForeground);
    deadlines.set(run, queue[low]);
    this.#arm();
  }

  /** Runs the function now if its deadline has passed. */
  catchUp(run: () => void): void {
    const due = this.deadlines.get(run);
    if (!due || this.scheduler.now() < due.at) return;
    this.set(run, Infinity);
    run();
  }

  /** The number of pending deadlines. */
  get size(): number {
    return this.deadlines.size;
  }

  /** Cancels all deadlines and stops the timer. */
  clear(): void {
    this.deadlines.clear();
    // A deadline may clear the queue while others are due with it.
    for (const due of this.queue) due.runs = undefined;
    this.queue = [];
    this.#disarm();
  }

  #disarm(): void {
    this.timer?.unsubscribe();
    this.timer = undefined;
    this.timerAt = Infinity;
  }

  #arm(): void {
    const { at } = this.queue[0];
    const now = this.scheduler.now();
    // Timers do not notice when the clock is set forward or the machine sleeps.
    const isLate = this.timerAt <= now && this.timerAt !== AT_ONCE;
    if (at >= this.timerAt && !isLate) return;
    this.timer?.unsubscribe();
    const wait = Math.min(Math.max(at - now, 0), LONGEST_WAIT);
    this.timerAt = wait === 0 ? AT_ONCE : at;
    this.timer = this.scheduler.schedule(() => this.#fire(), wait);
    if (!this.isForeground) keepProcess(this.timer, false);
  }

  #fire(): void {
    this.#disarm();
    const now = this.scheduler.now();
    try {
      for (let [next] = this.queue; next?.at <= now; [next] = this.queue) {
        for (const run of listOf(next.runs)) {
          // An earlier one may have cancelled it.
          if (!isOneOf(next.runs, run)) continue;
          next.runs = remove(next.runs, run);
          this.deadlines.delete(run);
          run();
        }
        // One of them may have added a function with the same deadline.
        if (this.queue[0] === next && !next.runs) this.queue.shift();
      }
    } finally {
      if (this.deadlines.size > 0) this.#arm();
      else this.clear();
    }
  }
}

/**
 * Whether a timer keeps the process running, in Node. RxJS's actions keep the platform's timer in
 * `id`.
 */
export function keepProcess(timer: Subscription, keep: boolean): void {
  const { id } = timer as { readonly id?: { ref?(): void; unref?(): void } };
  if (keep) id?.ref?.();
  else id?.unref?.();
}
