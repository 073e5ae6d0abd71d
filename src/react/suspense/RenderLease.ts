import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { Clock } from '../../kernel/requests/Clock.ts';
import type { DeadlineQueue } from '../../kernel/requests/DeadlineQueue.ts';
import type { StreamLease } from '../../kernel/streams/StreamLease.ts';
import type { SourceListener } from '../../kernel/streams/StateObservable.ts';

/** How long a suspended render keeps its lease without a sign of life, ms. */
const WAIT_TIME = 30_000;

/** Within this time React repeats a render that it was notified of, and commits it, ms. */
const SHOW_TIME = 5_000;

/**
 * Within this time React repeats a render that threw, and renders that are still suspended after
 * another one has left, ms.
 */
const REPEAT_TIME = 100;

/** The suspended renders of a key or stream. */
export interface WaitingRender extends SourceListener {
  /** The lease is about to end. A render that is still suspended must renew it by rendering. */
  lapsed(): void;
}

/** What leases need from their store. */
export interface LeaseHost {
  readonly deadlines: DeadlineQueue;
  /** The leases of the store without a response so far. */
  readonly waitingLeases: Set<{ mayLeave(): void }>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Retains a stream for its suspended renders, until one of them shows the data. React does not say
 * when it drops a render, so the lease checks them after a while and ends if none of them renders.
 */
export class RenderLease implements StreamLease {
  readonly #host: LeaseHost;
  readonly #render: WaitingRender;
  readonly #release: () => void;
  /** `checked`: the renders were notified, and repeat if they are still suspended. */
  #stage: 'new' | 'waiting' | 'checked' | 'settled' = 'new';
  /** Whether the response is retained until it is shown. */
  #keepsResponse = false;
  isRead = true;

  constructor(host: LeaseHost, render: WaitingRender, release: () => void) {
    this.#host = host;
    this.#render = render;
    this.#release = release;
  }

  changed(): void {
    this.#render.changed();
  }

  ended(reason?: Error): void {
    this.#render.ended(reason);
  }

  /** True while there is a response that was not shown yet. */
  get hasResponse(): boolean {
    return this.#stage === 'settled';
  }

  /**
   * Called when a render suspends. Only a first render needs the response retained until it is
   * shown: a later one shows the data whatever its age.
   */
  wait(isFirst: boolean): void {
    this.#keepsResponse ||= isFirst;
    if (this.#stage === 'waiting') return;
    this.#stage = 'waiting';
    this.#host.waitingLeases.add(this);
    this.#ringIn(WAIT_TIME);
  }

  /**
   * Called when a suspended render may have left. Checks whether any is still suspended: none may
   * retain a source by its retries, or by reading something else.
   */
  left(): void {
    if (this.#stage === 'waiting') this.#check();
  }

  /** As {@link left}, after a while: React does not repeat a render that it has not committed. */
  mayLeave(): void {
    if (this.#stage === 'waiting') this.#ringIn(REPEAT_TIME);
  }

  #check(): void {
    this.#stage = 'checked';
    this.#ringIn(REPEAT_TIME);
    this.#render.lapsed();
  }

  /** Called when the request has settled. */
  responded(): void {
    this.#stage = 'settled';
    // React does not repeat a render at once while a component before it is suspended.
    this.isRead = true;
    this.#host.waitingLeases.delete(this);
    if (this.#keepsResponse) this.#ringIn(SHOW_TIME);
    // The suspended renders are notified after this, so the lease ends in a microtask.
    else this.shown();
  }

  /**
   * Called when the response was shown or need not be retained. Ends after the current
   * notifications: only renders of the same React commit stay satisfied. A component that is shown
   * before the response is subscribed, and needs no lease.
   */
  shown(): void {
    if (!this.hasResponse) return this.left();
    runInMicrotask(() => {
      if (this.hasResponse) this.end();
    });
  }

  /**
   * Called when a render threw the awaited error. Its repetitions throw it too, later renders may
   * fetch.
   */
  threw(): void {
    if (!this.hasResponse) return;
    this.#keepsResponse = false;
    this.#ringIn(REPEAT_TIME);
  }

  end(): void {
    this.#host.waitingLeases.delete(this);
    this.#host.deadlines.set(this.#ring, Infinity);
    this.#release();
  }

  #ringIn(delay: number): void {
    this.#host.deadlines.set(this.#ring, this.#host.clock.now() + delay);
  }

  readonly #ring = (): void => {
    if (this.#stage === 'waiting') this.#check();
    // A render that suspends for several keys is shown when all of them have settled. Until then it
    // repeats at each check of the others, and reads this response. Others do not retain it.
    else if (
      this.#keepsResponse &&
      this.hasResponse &&
      this.isRead &&
      this.#host.waitingLeases.size > 0
    ) {
      this.isRead = false;
      this.#ringIn(WAIT_TIME + SHOW_TIME);
    } else this.end();
  };
}
