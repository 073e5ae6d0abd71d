import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { countOf, isOneOf, listOf, type SmallSet, add, remove } from '../shared/smallSet.ts';
import type { SourceListener, ReadableSource } from './ReadableSource.ts';

/** What streams need from their store. */
export interface SourceHost {
  readonly deadlines: DeadlineQueue;
  /** The current time, ms since epoch. */
  now(): number;
  /** How long a stream is retained after its last observer has left, ms. */
  readonly graceTime: number;
  /** Schedules an emission of a stream: after the running delivery, or at once. */
  scheduleEmit(source: RetainedSource<unknown>): void;
  /** Called when a stream becomes inactive: it has no leases and its grace time is over. */
  idle(source: RetainedSource<unknown>): void;
  /** Reports an error that an observer threw. */
  report(error: unknown, key: string): void;
}

/**
 * A shared stream that leases retain. Without leases it is retained for the grace time, so that a
 * remount finds it unchanged.
 */
export abstract class RetainedSource<T> implements ReadableSource<T> {
  abstract readonly key: string;
  protected readonly host: SourceHost;
  #listeners: SmallSet<SourceListener>;
  /** Passive observers. All others are active: missing data is fetched for them. */
  #passive: SmallSet<SourceListener>;
  #leases = 0;
  #cancelGrace: (() => void) | undefined;
  #isOver = false;

  constructor(host: SourceHost) {
    this.host = host;
  }

  abstract read(): T;

  /** Called before observers are notified: refetch and set timers here. */
  abstract beforeEmit(): void;

  /** Frees all resources. The stream is not used afterwards. */
  abstract dispose(): void;

  /** True while there is an observer. */
  get isListened(): boolean {
    return this.#listeners !== undefined;
  }

  get listenerCount(): number {
    return countOf(this.#listeners);
  }

  /** True while there is an active observer. */
  get isDemanded(): boolean {
    return this.listenerCount > countOf(this.#passive);
  }

  /** True while there is a lease. */
  get isHeld(): boolean {
    return this.#leases > 0;
  }

  /** True when there is no lease and the grace time is over. */
  get isIdle(): boolean {
    return this.#leases === 0 && this.#cancelGrace === undefined;
  }

  listen(listener: SourceListener): void {
    this.join(listener, 'wants');
  }

  protected join(listener: SourceListener, how: 'looks' | 'wants'): void {
    if (isOneOf(this.#listeners, listener)) return;
    this.#listeners = add(this.#listeners, listener);
    if (how === 'looks') this.#passive = add(this.#passive, listener);
    this.#retain();
  }

  unlisten(listener: SourceListener): void {
    if (!isOneOf(this.#listeners, listener)) return;
    this.#listeners = remove(this.#listeners, listener);
    this.#passive = remove(this.#passive, listener);
    if (this.#listeners === undefined) this.unlistened();
    this.#release();
  }

  /** Called when the last observer has unsubscribed. */
  protected unlistened(): void {}

  /** Called when the last lease was released. */
  protected released(): void {}

  /** Retains the stream until the returned function is called. */
  lease(): () => void {
    this.#retain();
    let isRetained = true;
    return () => {
      if (isRetained) this.#release();
      isRetained = false;
    };
  }

  #retain(): void {
    this.#leases++;
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
  }

  #release(): void {
    this.#leases--;
    if (this.#leases > 0 || this.#isOver) return;
    this.released();
    this.#startGrace();
  }

  #startGrace(): void {
    const { host } = this;
    this.#cancelGrace = host.deadlines.add(host.now() + host.graceTime, () => {
      this.#cancelGrace = undefined;
      host.idle(this);
    });
  }

  /**
   * Notifies all observers, also if one throws. One that unsubscribes meanwhile is not notified.
   */
  emit(): void {
    for (const listener of listOf(this.#listeners)) {
      if (isOneOf(this.#listeners, listener)) this.#notify(listener);
    }
  }

  #notify(listener: SourceListener): void {
    try {
      listener.changed();
    } catch (error) {
      this.host.report(error, this.key);
    }
  }

  /** Completes all observers. `reason`: the error that the store throws from then on. */
  end(reason: Error): void {
    this.#isOver = true;
    this.#cancelGrace?.();
    for (const listener of listOf(this.#listeners)) listener.ended(reason);
    this.#listeners = this.#passive = undefined;
    this.dispose();
  }
}
