import type { DeadlineQueue } from './DeadlineQueue.ts';
import type { StateSource } from './StateSource.ts';

/** What sources need of their store. */
export interface SourceHost {
  readonly deadlines: DeadlineQueue;
  /** The time, ms since epoch. */
  now(): number;
  /** How long a source stays as it is after the last listener, ms. */
  readonly graceTime: number;
  /** Puts a source on the list of those to be told about after the running delivery, or at once. */
  touch(source: RetainedSource<unknown>): void;
  /** Is told that nobody holds the source any more and its grace time is over. */
  idle(source: RetainedSource<unknown>): void;
  /** Takes errors of listeners. */
  report(error: unknown, key: string): void;
}

interface Listener {
  readonly changed: () => void;
  readonly ended: () => void;
}

/** A shared source that is held by leases. Without any it stays for the grace time, so that a remount finds it as it was. */
export abstract class RetainedSource<T> implements StateSource<T> {
  abstract readonly key: string;
  protected readonly host: SourceHost;
  readonly #listeners = new Set<Listener>();
  #leases = 0;
  #cancelGrace: (() => void) | undefined;
  #isOver = false;

  constructor(host: SourceHost) {
    this.host = host;
  }

  abstract read(): T;

  /** Called before the listeners are told: the place to act on what changed. */
  abstract settle(): void;

  /** Lets go of everything; the source is not used again. */
  abstract dispose(): void;

  /** True while somebody listens. */
  get isListened(): boolean {
    return this.#listeners.size > 0;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** True while anybody holds it. */
  get isHeld(): boolean {
    return this.#leases > 0;
  }

  /** True when nobody holds it and its grace time is over. */
  get isIdle(): boolean {
    return this.#leases === 0 && this.#cancelGrace === undefined;
  }

  listen(changed: () => void, ended: () => void): () => void {
    const listener = { changed, ended };
    this.#listeners.add(listener);
    const release = this.lease();
    return () => {
      if (!this.#listeners.delete(listener)) return;
      if (this.#listeners.size === 0) this.unlistened();
      release();
    };
  }

  /** Called when the last listener is gone. */
  protected unlistened(): void {}

  /** Called when the last lease is gone. */
  protected released(): void {}

  /** Holds the source until the given function is called. */
  lease(): () => void {
    this.#leases++;
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#leases--;
      if (this.#leases > 0 || this.#isOver) return;
      this.released();
      this.#startGrace();
    };
  }

  #startGrace(): void {
    const { host } = this;
    this.#cancelGrace = host.deadlines.add(host.now() + host.graceTime, () => {
      this.#cancelGrace = undefined;
      host.idle(this);
    });
  }

  /** Tells all listeners, also if one of them throws. A listener that leaves meanwhile is not told. */
  emit(): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener.changed();
      } catch (error) {
        this.host.report(error, this.key);
      }
    }
  }

  /** Completes all listeners. */
  end(): void {
    this.#isOver = true;
    this.#cancelGrace?.();
    for (const listener of [...this.#listeners]) listener.ended();
    this.#listeners.clear();
    this.dispose();
  }
}
