import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import {
  countOf,
  isOneOf,
  listOf,
  type OneOrMany,
  withOne,
  withoutOne,
} from '../shared/oneOrMany.ts';
import type { SourceListener, StateSource } from './StateSource.ts';

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

/** A shared source that is held by leases. Without any it stays for the grace time, so that a remount finds it as it was. */
export abstract class RetainedSource<T> implements StateSource<T> {
  abstract readonly key: string;
  protected readonly host: SourceHost;
  #listeners: OneOrMany<SourceListener>;
  /** Listeners that only look; the others want what is missing fetched. */
  #onlookers: OneOrMany<SourceListener>;
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
    return this.#listeners !== undefined;
  }

  get listenerCount(): number {
    return countOf(this.#listeners);
  }

  /** True while somebody listens who does not only look. */
  get isDemanded(): boolean {
    return this.listenerCount > countOf(this.#onlookers);
  }

  /** True while anybody holds it. */
  get isHeld(): boolean {
    return this.#leases > 0;
  }

  /** True when nobody holds it and its grace time is over. */
  get isIdle(): boolean {
    return this.#leases === 0 && this.#cancelGrace === undefined;
  }

  listen(listener: SourceListener): void {
    this.join(listener, 'wants');
  }

  protected join(listener: SourceListener, how: 'looks' | 'wants'): void {
    if (isOneOf(this.#listeners, listener)) return;
    this.#listeners = withOne(this.#listeners, listener);
    if (how === 'looks') this.#onlookers = withOne(this.#onlookers, listener);
    this.#hold();
  }

  unlisten(listener: SourceListener): void {
    if (!isOneOf(this.#listeners, listener)) return;
    this.#listeners = withoutOne(this.#listeners, listener);
    this.#onlookers = withoutOne(this.#onlookers, listener);
    if (this.#listeners === undefined) this.unlistened();
    this.#letGo();
  }

  /** Called when the last listener is gone. */
  protected unlistened(): void {}

  /** Called when the last lease is gone. */
  protected released(): void {}

  /** Holds the source until the given function is called. */
  lease(): () => void {
    this.#hold();
    let held = true;
    return () => {
      if (held) this.#letGo();
      held = false;
    };
  }

  #hold(): void {
    this.#leases++;
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
  }

  #letGo(): void {
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

  /** Tells all listeners, also if one of them throws. A listener that leaves meanwhile is not told. */
  emit(): void {
    for (const listener of listOf(this.#listeners)) {
      if (isOneOf(this.#listeners, listener)) this.#tell(listener);
    }
  }

  #tell(listener: SourceListener): void {
    try {
      listener.changed();
    } catch (error) {
      this.host.report(error, this.key);
    }
  }

  /** Completes all listeners. `reason`: what the store throws from then on. */
  end(reason: Error): void {
    this.#isOver = true;
    this.#cancelGrace?.();
    for (const listener of listOf(this.#listeners)) listener.ended(reason);
    this.#listeners = this.#onlookers = undefined;
    this.dispose();
  }
}
