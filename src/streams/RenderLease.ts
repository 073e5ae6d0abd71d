import { soon } from '../shared/soon.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';

/** How long a render is believed to wait without being heard of, ms. */
const WAIT_TIME = 30_000;

/** Within this time React repeats a render that was told to, and shows what was waited for, ms. */
const SHOW_TIME = 5_000;

/** Within this time React repeats a render that threw, to be sure, and renders that still wait where another one has left, ms. */
const REPEAT_TIME = 100;

/** Renders that wait for a key, as a bridge sees them. */
export interface WaitingRender {
  /** The state of the key changed. */
  changed(): void;
  /** The store has ended; `reason`: what it throws from then on. */
  ended(reason?: Error): void;
  /** Nothing was heard for long: who still waits has to say so, in a render. */
  lapsed(): void;
}

/** What leases need of their store. */
export interface LeaseHost {
  readonly deadlines: DeadlineQueue;
  /** The leases of the store that have no answer yet. */
  readonly waitingLeases: Set<RenderLease>;
  now(): number;
}

/**
 * Holds a key for renders that wait for it, from the first of them until it is shown. They may never be repeated, and nobody tells: so
 * they are asked after a while, and let go if nobody answers.
 */
export class RenderLease {
  readonly #host: LeaseHost;
  readonly #render: WaitingRender;
  readonly #release: () => void;
  /** `asked`: whether anybody still waits. */
  #stage: 'new' | 'waiting' | 'asked' | 'answered' = 'new';
  #holdsAnswer = false;
  #cancel: (() => void) | undefined;

  constructor(host: LeaseHost, render: WaitingRender, release: () => void) {
    this.#host = host;
    this.#render = render;
    this.#release = release;
  }

  /** True while what was waited for is there and was not shown yet. */
  get isAnswered(): boolean {
    return this.#stage === 'answered';
  }

  /** A render waits. One that repeats what was shown before takes the answer whatever its age, and needs no hold on it. */
  wait(isFirst: boolean): void {
    this.#holdsAnswer ||= isFirst;
    if (this.#stage === 'waiting') return;
    this.#stage = 'waiting';
    this.#host.waitingLeases.add(this);
    this.#after(WAIT_TIME, () => this.#ask(SHOW_TIME));
  }

  /** One of the renders that waited reads something else: it is soon known whether others still wait. */
  left(): void {
    if (this.#stage === 'waiting') this.#ask(REPEAT_TIME);
  }

  #ask(patience: number): void {
    this.#stage = 'asked';
    this.#after(patience, () => this.end());
    this.#render.lapsed();
  }

  /** What was waited for is there. */
  answer(): void {
    this.#stage = 'answered';
    this.#host.waitingLeases.delete(this);
    if (!this.#holdsAnswer) {
      // Who waits has yet to be told.
      this.shown();
      return;
    }
    // A render that waits for this key and for another one is shown when both are there.
    const end = (): void => {
      if (this.#host.waitingLeases.size === 0) this.end();
      else this.#after(SHOW_TIME, end);
    };
    this.#after(SHOW_TIME, end);
  }

  /** What was waited for is on the screen, or needs no hold: all that is told of it now is satisfied. */
  shown(): void {
    soon(() => {
      if (this.isAnswered) this.end();
    });
  }

  /** What was waited for was thrown. */
  threw(): void {
    this.#after(REPEAT_TIME, () => this.end());
  }

  end(): void {
    this.#host.waitingLeases.delete(this);
    this.#cancel?.();
    this.#release();
  }

  #after(wait: number, run: () => void): void {
    this.#cancel?.();
    this.#cancel = this.#host.deadlines.add(this.#host.now() + wait, run);
  }
}
