import type { SchedulerLike, Subscription } from 'rxjs';

/** The longest delay that timers support on all platforms: 2^31 - 1 ms. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The due time of a timer without delay. */
const AT_ONCE = -Infinity;

/** With fewer cancelled deadlines than this, the heap is not rebuilt. */
const MIN_CANCELLED = 32;

interface Deadline {
  readonly at: number;
  readonly run: () => void;
  cancelled: boolean;
}

/**
 * Runs functions at given times, with one timer for all. Times are ms since epoch by the
 * scheduler's clock.
 */
export class DeadlineQueue {
  readonly #scheduler: SchedulerLike;
  /** A binary heap, earliest first. */
  #heap: Deadline[] = [];
  #timer: Subscription | undefined;
  #timerAt = Infinity;
  readonly #kind: 'foreground' | 'background';
  #size = 0;

  /**
   * `background`: a pending deadline does not keep the process running, if the platform and the
   * scheduler allow that.
   */
  constructor(scheduler: SchedulerLike, kind: 'foreground' | 'background' = 'foreground') {
    this.#scheduler = scheduler;
    this.#kind = kind;
  }

  /**
   * Runs `run` at `at` or as soon as possible after it; never if `at` is Infinity. Returns a
   * function that cancels the deadline.
   */
  add(at: number, run: () => void): () => void {
    if (at === Infinity) return () => {};
    const deadline: Deadline = { at, run, cancelled: false };
    this.#push(deadline);
    this.#size++;
    this.#arm();
    return () => {
      if (deadline.cancelled) return;
      deadline.cancelled = true;
      this.#size--;
      if (this.#size === 0) this.clear();
      else this.#dropCancelled();
    };
  }

  /** The number of pending deadlines. */
  get size(): number {
    return this.#size;
  }

  /** Cancels all deadlines and stops the timer. */
  clear(): void {
    for (const deadline of this.#heap) deadline.cancelled = true;
    this.#heap = [];
    this.#size = 0;
    this.#disarm();
  }

  /**
   * Frees cancelled deadlines early. Otherwise a deadline that is reset again and again would pile
   * up until its time, which may be days away.
   */
  #dropCancelled(): void {
    const heap = this.#heap;
    if (heap.length - this.#size < Math.max(this.#size, MIN_CANCELLED)) return;
    // A sorted array is a heap.
    this.#heap = heap.filter(({ cancelled }) => !cancelled).sort((a, b) => a.at - b.at);
  }

  #disarm(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#timerAt = Infinity;
  }

  #arm(): void {
    const next = this.#heap[0];
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
      for (
        let next = this.#heap[0];
        next && (next.cancelled || next.at <= now);
        next = this.#heap[0]
      ) {
        this.#pop();
        if (next.cancelled) continue;
        next.cancelled = true;
        this.#size--;
        next.run();
      }
    } finally {
      this.#arm();
    }
  }

  #push(deadline: Deadline): void {
    const heap = this.#heap;
    let i = heap.length;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent].at <= deadline.at) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = deadline;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1].at < heap[child].at) child++;
      if (heap[child].at >= last.at) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
  }
}

/**
 * RxJS's actions keep the platform's timer in `id`. In Node, `unref()` lets the process end before
 * that timer fires.
 */
function letProcessEnd(timer: Subscription): void {
  (timer as { readonly id?: { unref?(): void } }).id?.unref?.();
}
