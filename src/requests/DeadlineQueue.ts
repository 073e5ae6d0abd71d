import type { SchedulerLike, Subscription } from 'rxjs';

/** The longest wait that timers of all platforms keep: 2^31 - 1 ms. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The time of a timer that does not wait. */
const AT_ONCE = -Infinity;

/** Fewer cancelled deadlines than this are not worth the work of leaving them out. */
const MIN_CANCELLED = 32;

interface Deadline {
  readonly at: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** Runs things at given times with one timer for all of them. Times are ms since epoch by the clock of the scheduler. */
export class DeadlineQueue {
  readonly #scheduler: SchedulerLike;
  /** A binary heap, earliest first. */
  #heap: Deadline[] = [];
  #timer: Subscription | undefined;
  #timerAt = Infinity;
  readonly #kind: 'foreground' | 'background';
  #live = 0;

  /** `background`: a process that has nothing else to do does not wait for it, where platform and scheduler can tell. */
  constructor(scheduler: SchedulerLike, kind: 'foreground' | 'background' = 'foreground') {
    this.#scheduler = scheduler;
    this.#kind = kind;
  }

  /** Runs `run` at `at`, or as soon as possible after it; never for Infinity. Gives the function that cancels. */
  add(at: number, run: () => void): () => void {
    if (at === Infinity) return () => {};
    const deadline: Deadline = { at, run, cancelled: false };
    this.#push(deadline);
    this.#live++;
    this.#arm();
    return () => {
      if (deadline.cancelled) return;
      deadline.cancelled = true;
      this.#live--;
      if (this.#live === 0) this.clear();
      else this.#leaveOutCancelled();
    };
  }

  /** How many deadlines are waited for. */
  get size(): number {
    return this.#live;
  }

  /** Forgets all deadlines and stops the timer. */
  clear(): void {
    for (const deadline of this.#heap) deadline.cancelled = true;
    this.#heap = [];
    this.#live = 0;
    this.#disarm();
  }

  /** What is set again and again would stay until its time, which may be days away. */
  #leaveOutCancelled(): void {
    const heap = this.#heap;
    if (heap.length - this.#live < Math.max(this.#live, MIN_CANCELLED)) return;
    // In order they are a heap.
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
    // Timers do not notice that the clock was set forward, or that the machine slept.
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
        this.#live--;
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

/** What the schedulers of RxJS give holds the timer of the platform. In Node that is an object which can be told not to be waited for. */
function letProcessEnd(timer: Subscription): void {
  (timer as { readonly id?: { unref?(): void } }).id?.unref?.();
}
