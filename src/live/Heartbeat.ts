import type { SchedulerLike, Subscription } from 'rxjs';

/** The connection that a heartbeat checks. */
interface HeartbeatHost {
  readonly scheduler: SchedulerLike;
  /** ms. */
  readonly interval: number;
  /** ms. */
  readonly timeout: number;
  /** Makes the server send something. */
  ping(): void;
  /** Called when the server does not respond. */
  died(): void;
}

/**
 * Detects a dead connection that no side has closed. It uses timers only: a clock may be set or
 * stand still.
 */
export class Heartbeat {
  readonly #host: HeartbeatHost;
  #timer: Subscription | undefined;
  /** Whether a message has arrived since the timer was started. */
  #isHeard = false;

  constructor(host: HeartbeatHost) {
    this.#host = host;
  }

  /** Starts to check the connection. */
  start(): void {
    this.#after(this.#host.interval, () => (this.#isHeard ? this.start() : this.check()));
  }

  /** Notes that a message has arrived. */
  heard(): void {
    this.#isHeard = true;
  }

  /** Checks at once whether the server responds. */
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
