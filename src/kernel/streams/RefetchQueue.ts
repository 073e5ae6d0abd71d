import type { Commits } from '../commits/Commits.ts';
import type { Requests } from '../requests/Requests.ts';

/** How many refetches start at once: a few milliseconds of work. */
const SLICE = 100;

/** Within this time React renders what a reset belongs to, and unmounts what it replaces, ms. */
const RENDER_TIME = 50;

/** The stream of a key that has to be fetched again. */
interface Refetchable {
  readonly requests: { postpone(): void };
  /** Fetches the key. */
  startRead(): void;
  /** Fetches the key, unless that is no longer needed. */
  startPostponed(): void;
}

/**
 * Starts the refetches that commits cause. A commit may concern thousands of keys: only the first
 * of them are fetched during its delivery, the others in slices that leave the page alive. The state
 * of a key says from the beginning that it is being fetched.
 */
export class RefetchQueue {
  private readonly commits: Commits;
  private readonly requests: Requests;
  private readonly waiting: Set<Refetchable>;
  /** The commit that caused the last refetch, and how many of its refetches started at once. */
  private version: number;
  private count: number;
  /** Refetches wait until then, ms since epoch. */
  private pausedUntil: number;
  /** All refetches of this commit wait, however long its delivery takes. */
  private pausedBy: number;
  private readonly startSome: () => void;

  constructor(commits: Commits, requests: Requests) {
    this.commits = commits;
    this.requests = requests;
    this.waiting = new Set();
    this.version = this.count = this.pausedUntil = 0;
    this.pausedBy = -1;
    this.startSome = () => this.#startSlice();
  }

  /** Fetches the key now, or soon. An explicit fetch does not wait for that. */
  add(stream: Refetchable): void {
    // A request that was sent meanwhile has ended its wait.
    if (this.waiting.has(stream)) return stream.requests.postpone();
    const { version } = this.commits;
    this.count = version === this.version ? this.count + 1 : 1;
    this.version = version;
    if (version === this.pausedBy) this.pause();
    const isPaused = this.requests.now() < this.pausedUntil;
    if (this.count <= SLICE && !isPaused) {
      stream.startRead();
      return;
    }
    stream.requests.postpone();
    this.waiting.add(stream);
    if (this.waiting.size === 1) this.#arm();
  }

  /** Whether the key waits for the end of the pause. */
  holds(stream: Refetchable): boolean {
    return this.waiting.has(stream) && this.requests.now() < this.pausedUntil;
  }

  /** Lets React render before the next refetches: it may be about to unmount their components. */
  pause(): void {
    this.pausedUntil = this.requests.now() + RENDER_TIME;
    this.pausedBy = this.commits.version;
  }

  #arm(): void {
    // A deadline of now would run before other work gets its turn.
    const soon = this.requests.now() + 1;
    this.requests.deadlines.set(this.startSome, Math.max(soon, this.pausedUntil));
  }

  #startSlice(): void {
    let count = 0;
    for (const stream of this.waiting) {
      if (++count > SLICE) break;
      this.waiting.delete(stream);
      stream.startPostponed();
    }
    if (this.waiting.size > 0) this.#arm();
  }
}
