import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { isPageVisible } from '../../shared/web/pageSignals.ts';
import type { Locks } from '../channel/Locks.ts';

/** The tab that holds the lock says so this often, ms. Others wait for it up to `JITTER` ms longer. */
const [BEAT, JITTER] = [5_000, 300];

/** A tab that misses this many beats in a row is frozen. Its lock is stolen, at most once in `STEALS` ms. */
const [MISSED, STEALS] = [3, 60_000];

/**
 * The right of one tab to send the mutations of an outbox. It saves work: claims decide which tab
 * sends a mutation. A tab that ends, crashes or is frozen loses the lock, so that the next tab need
 * not wait for the ends of its claims.
 */
export class SendLock {
  readonly #internals: StoreInternals;
  readonly #locks: Locks;
  readonly #name: string;
  /** Sends a beat to other tabs. `undefined` without messages: then no tab can be known as frozen. */
  readonly #beat: (() => void) | undefined;
  readonly #changed: () => void;
  readonly #denied: () => void;
  /** Ends a request that waits. */
  #waiting: AbortController | undefined;
  #release: (() => void) | undefined;
  /** When this tab last said that it holds the lock. */
  #beatAt = 0;
  /** When the next beat is due, of this tab or of the one that holds the lock. */
  #dueAt = 0;
  /** The beats that another tab has missed in a row. */
  #missed = 0;
  #stolenAt = -Infinity;

  /**
   * `changed`: called when this tab has got the lock, or has lost it. `denied`: called if there are no
   * locks for it, as in a sandboxed frame.
   */
  constructor(
    internals: StoreInternals,
    locks: Locks,
    name: string,
    {
      beat,
      changed,
      denied,
    }: {
      readonly beat: (() => void) | undefined;
      readonly changed: () => void;
      readonly denied: () => void;
    },
  ) {
    this.#internals = internals;
    this.#locks = locks;
    this.#name = `streambed:${name}:send`;
    this.#beat = beat;
    this.#changed = changed;
    this.#denied = denied;
  }

  /** Whether this tab has the lock. If it was frozen, another one may have stolen it. */
  get isHeld(): boolean {
    return this.#release !== undefined && (!this.#beat || this.#now < this.#beatAt + 2 * BEAT);
  }

  /** Waits for the lock, unless this tab has it. */
  want(): void {
    if (this.#release ?? this.#waiting) return;
    const { signal } = (this.#waiting = new AbortController());
    this.#request({ signal });
    this.#heard();
  }

  /** Another tab holds the lock, and is not frozen. */
  heard(): void {
    if (this.#waiting) this.#heard();
  }

  /** Leaves the lock to other tabs. */
  leave(): void {
    this.#release?.();
    this.#waiting?.abort();
    this.#release = this.#waiting = undefined;
    this.#internals.requests.deadlines.set(this.#tick, Infinity);
  }

  get #now(): number {
    return this.#internals.clock.now();
  }

  #heard(): void {
    this.#missed = 0;
    this.#await();
  }

  /** Waits a little longer than the tab that beats, and no two tabs steal at the same time. */
  #await(): void {
    this.#next(BEAT + Math.floor(this.#internals.options.random() * JITTER));
  }

  #next(wait: number): void {
    this.#dueAt = this.#now + wait;
    this.#internals.requests.deadlines.set(this.#tick, this.#dueAt);
  }

  readonly #tick = (): void => {
    if (this.isHeld) {
      this.#beatAt = this.#now;
      this.#beat?.();
      this.#next(BEAT);
    } else if (this.#release) {
      // This tab was frozen: it requests the lock anew.
      this.leave();
      this.#changed();
    } else if (this.#waiting) {
      // A tab that is late was busy or frozen itself: beats may have arrived that it handles after this.
      const late = this.#now - this.#dueAt;
      if (late >= BEAT) this.#missed = 0;
      if (late > JITTER) return this.#next(JITTER);
      this.#missed++;
      const isFrozen = this.#beat && this.#missed >= MISSED && isPageVisible();
      if (isFrozen && this.#now >= this.#stolenAt + STEALS) {
        this.#stolenAt = this.#now;
        this.#waiting.abort();
        this.#waiting = new AbortController();
        this.#request({ steal: true });
      } else {
        this.#await();
      }
    }
  };

  /** Has the lock requested. The platform rejects if it is stolen, or this tab waits no more. */
  #request(options: Parameters<Locks['request']>[1]): void {
    const waiting = this.#waiting;
    let release: (() => void) | undefined;
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        if (this.#waiting !== waiting) return resolve();
        release = this.#release = resolve;
        this.#waiting = undefined;
        this.#beatAt = this.#now;
        this.#tick();
        this.#changed();
      });
    const ended = (): void => {
      if (!release || this.#release !== release) return;
      this.leave();
      this.#changed();
    };
    this.#locks.request(this.#name, options, hold).then(ended, (error: unknown) => {
      const isAborted = (error as { readonly name?: unknown }).name === 'AbortError';
      if (isAborted || this.#waiting !== waiting) return ended();
      this.leave();
      this.#denied();
    });
  }
}
