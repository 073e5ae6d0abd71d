import type { SchedulerLike, Subscription } from 'rxjs';
import { add, isOneOf, listOf, remove, type SmallSet } from '../shared/smallSet.ts';

/** The longest delay that timers support on all platforms: 2^31 - 1 ms. */
const LONGEST_WAIT = 2 ** 31 - 1;

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
  readonly #scheduler: SchedulerLike;
  readonly #kind: 'foreground' | 'background';
  readonly #deadlines = new Map<() => void, Due>();
  /** Earliest first. Times without a function are dropped later. */
  #queue: Due[] = [];
  #timer: Subscription | undefined;
  #timerAt = Infinity;

  /**
   * `background`: a pending deadline does not keep the process running, if the platform and the
   * scheduler allow that.
   */
  constructor(scheduler: SchedulerLike, kind: 'foreground' | 'background' = 'foreground') {
    this.#scheduler = scheduler;
    this.#kind = kind;
  }

  /** Like {@link set}. Returns a function that cancels the deadline. */
  add(at: number, run: () => void): () => void {
    this.set(run, at);
    return () => this.set(run, Infinity);
  }

  /**
   * Runs `run` once, at `at` or as soon as possible after it; never if `at` is Infinity. A function
   * has one deadline: setting another one moves it.
   */
  set(run: () => void, at: number): void {
    const known = this.#deadlines.get(run);
    if (known?.at === at) return;
    if (known) this.#remove(run, known);
    if (at < Infinity) {
      const due = this.#dueAt(at);
      due.runs = add(due.runs, run);
      this.#deadlines.set(run, due);
      this.#arm();
    } else if (this.size === 0) {
      this.clear();
    } else if (this.#queue.length > 2 * this.size + MAX_UNUSED) {
      this.#queue = this.#queue.filter(({ runs }) => runs !== undefined);
    }
  }

  /** Runs the function now if its deadline has passed. */
  catchUp(run: () => void): void {
    const due = this.#deadlines.get(run);
    if (!due || this.#scheduler.now() < due.at) return;
    this.#remove(run, due);
    run();
  }

  /** The number of pending deadlines. */
  get size(): number {
    return this.#deadlines.size;
  }

  /** Cancels all deadlines and stops the timer. */
  clear(): void {
    this.#deadlines.clear();
    // A deadline may clear the queue while others are due with it.
    for (const due of this.#queue) due.runs = undefined;
    this.#queue = [];
    this.#disarm();
  }

  #remove(run: () => void, due: Due): void {
    this.#deadlines.delete(run);
    due.runs = remove(due.runs, run);
  }

  #dueAt(at: number): Due {
    const queue = this.#queue;
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (queue[middle].at < at) low = middle + 1;
      else high = middle;
    }
    if (queue[low]?.at !== at) queue.splice(low, 0, { at, runs: undefined });
    return queue[low];
  }

  #disarm(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#timerAt = Infinity;
  }

  #arm(): void {
    const [next] = this.#queue;
    if (!next) return;
    const now = this.#scheduler.now();
    // Timers do not notice when the clock is set forward or the machine sleeps.
    const isLate = this.#timerAt <= now && this.#timerAt !== AT_ONCE;
    if (next.at >= this.#timerAt && !isLate) return;
    this.#disarm();
    const wait = Math.min(Math.max(next.at - now, 0), LONGEST_WAIT);
    this.#timerAt = wait === 0 ? AT_ONCE : next.at;
    this.#timer = this.#scheduler.schedule(() => this.#fire(), wait);
    if (this.#kind === 'background') letProcessEnd(this.#timer);
  }

  #fire(): void {
    this.#disarm();
    const now = this.#scheduler.now();
    try {
      for (let [next] = this.#queue; next?.at <= now; [next] = this.#queue) {
        for (const run of listOf(next.runs)) {
          // An earlier one may have cancelled it.
          if (!isOneOf(next.runs, run)) continue;
          this.#remove(run, next);
          run();
        }
        // One of them may have added a function with the same deadline.
        if (this.#queue[0] === next && !next.runs) this.#queue.shift();
      }
    } finally {
      this.#arm();
    }
  }
}

/**
 * RxJS's actions keep the platform's timer in `id`. In Node, `unref()` lets the process end before
 * that timer fires.
 */
function letProcessEnd(timer: Subscription): void {
  (timer as { readonly id?: { unref?(): void } }).id?.unref?.();
}
