import { runInMicrotask } from '../shared/runInMicrotask.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';

/** How long a suspended render keeps its lease without a sign of life, ms. */
const WAIT_TIME = 30_000;

/** Within this time React repeats a render that it was notified of, and commits it, ms. */
const SHOW_TIME = 5_000;

/**
 * Within this time React repeats a render that threw, and renders that are still suspended after
 * another one has left, ms.
 */
const REPEAT_TIME = 100;

/** The suspended renders of a key, as a bridge implements them. */
export interface WaitingRender {
  /** The state of the key changed. */
  changed(): void;
  /** The store was disposed. `reason`: the error that it throws from then on. */
  ended(reason?: Error): void;
  /** The lease is about to end. A render that is still suspended must renew it by rendering. */
  lapsed(): void;
}

/** What leases need from their store. */
export interface LeaseHost {
  readonly deadlines: DeadlineQueue;
  /** The leases of the store without a response so far. */
  readonly waitingLeases: Set<RenderLease>;
  now(): number;
}

/**
 * Retains a stream for its suspended renders, until one of them shows the data. React does not say
 * when it gives up a render, so the lease asks them after a while and ends if none of them renders.
 */
export class RenderLease {
  readonly #host: LeaseHost;
  readonly #render: WaitingRender;
  readonly #release: () => void;
  /** `asked`: the renders were asked whether they are still suspended. */
  #stage: 'new' | 'waiting' | 'asked' | 'answered' = 'new';
  #holdsAnswer = false;
  #cancel: (() => void) | undefined;

  constructor(host: LeaseHost, render: WaitingRender, release: () => void) {
    this.#host = host;
    this.#render = render;
    this.#release = release;
  }

  /** True while there is a response that was not shown yet. */
  get isAnswered(): boolean {
    return this.#stage === 'answered';
  }

  /**
   * Called when a render suspends. Only a first render needs the response retained until it is
   * shown: a later one shows the data whatever its age.
   */
  wait(isFirst: boolean): void {
    this.#holdsAnswer ||= isFirst;
    if (this.#stage === 'waiting') return;
    this.#stage = 'waiting';
    this.#host.waitingLeases.add(this);
    this.#after(WAIT_TIME, () => this.#ask(SHOW_TIME));
  }

  /** Called when a suspended render reads another key. Asks whether others are still suspended. */
  left(): void {
    if (this.#stage === 'waiting') this.#ask(REPEAT_TIME);
  }

  #ask(patience: number): void {
    this.#stage = 'asked';
    this.#after(patience, () => this.end());
    this.#render.lapsed();
  }

  /** Called when the request has settled. */
  answer(): void {
    this.#stage = 'answered';
    this.#host.waitingLeases.delete(this);
    if (!this.#holdsAnswer) {
      // The suspended renders are notified after this, so the lease ends in a microtask.
      this.shown();
      return;
    }
    // A render that suspends for several keys is shown when all of them have settled.
    const end = (): void => {
      if (this.#host.waitingLeases.size === 0) this.end();
      else this.#after(SHOW_TIME, end);
    };
    this.#after(SHOW_TIME, end);
  }

  /**
   * Called when the response was shown or need not be retained. Ends after the current
   * notifications: only renders of the same React commit stay satisfied.
   */
  shown(): void {
    if (!this.isAnswered) return;
    runInMicrotask(() => {
      if (this.isAnswered) this.end();
    });
  }

  /**
   * Called when a render threw the awaited error. Its repetitions throw it too, later renders may
   * fetch.
   */
  threw(): void {
    if (this.isAnswered) this.#after(REPEAT_TIME, () => this.end());
  }

  end(): void {
    this.#host.waitingLeases.delete(this);
    this.#cancel?.();
    this.#release();
  }

  #after(delay: number, run: () => void): void {
    this.#cancel?.();
    this.#cancel = this.#host.deadlines.add(this.#host.now() + delay, run);
  }
}
