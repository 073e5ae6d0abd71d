import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { isPageVisible } from '../../shared/web/pageSignals.ts';
import type { Locks } from '../channel/Locks.ts';

/** The tab that holds the lock says so this often, ms. */
const BEAT = 5_000;

/** A tab without this many ms of beats is frozen. Its lock is stolen, at most once in `STEALS` ms. */
const [SILENCE, STEALS] = [15_000, 60_000];

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
  /** The last beat, of this tab if it holds the lock, else of another one. */
  #beatAt = 0;
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

  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  /** Whether this tab has held the lock all the time: another one may take that of a frozen tab. */
  get isSure(): boolean {
    return this.isHeld && this.#now < this.#beatAt + 2 * BEAT;
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
    this.#beatAt = this.#now;
    this.#next(SILENCE);
  }

  #next(wait: number): void {
    this.#internals.requests.deadlines.set(this.#tick, this.#now + wait);
  }

  readonly #tick = (): void => {
    if (this.#release) {
      this.#beatAt = this.#now;
      this.#beat?.();
      this.#next(BEAT);
    } else if (this.#waiting) {
      const isFrozen = this.#beat && this.#now >= this.#beatAt + SILENCE && isPageVisible();
      if (isFrozen && this.#now >= this.#stolenAt + STEALS) {
        this.#stolenAt = this.#now;
        this.#waiting.abort();
        this.#waiting = new AbortController();
        this.#request({ steal: true });
      } else {
        this.#next(SILENCE);
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
