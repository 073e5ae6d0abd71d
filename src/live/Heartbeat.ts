import type { SchedulerLike, Subscription } from 'rxjs';

/** What a heartbeat needs of its connection. */
interface HeartbeatHost {
  readonly scheduler: SchedulerLike;
  /** ms. */
  readonly interval: number;
  /** ms. */
  readonly timeout: number;
  /** Has the other side say something. */
  ping(): void;
  /** The other side does not answer. */
  died(): void;
}

/** Finds out that a connection is dead which nobody has closed. It counts no time by the clock, which may be set or stand still. */
export class Heartbeat {
  readonly #host: HeartbeatHost;
  #timer: Subscription | undefined;
  /** Whether something has come since the timer was started. */
  #isHeard = false;

  constructor(host: HeartbeatHost) {
    this.#host = host;
  }

  /** Begins to look. */
  start(): void {
    this.#after(this.#host.interval, () => (this.#isHeard ? this.start() : this.check()));
  }

  /** Something has come. */
  heard(): void {
    this.#isHeard = true;
  }

  /** Asks at once whether the other side is there. */
  check(): void {
    this.#after(this.#host.timeout, () => (this.#isHeard ? this.start() : this.#host.died()));
    this.#host.ping();
  }

  stop(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #after(wait: number, run: () => void): void {
    this.stop();
    this.#isHeard = false;
    if (wait < Infinity) this.#timer = this.#host.scheduler.schedule(run, wait);
  }
}
