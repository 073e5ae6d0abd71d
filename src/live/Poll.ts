import { Alarm } from '../requests/Alarm.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import type { EndpointStream } from '../streams/EndpointStream.ts';

/** What polls need of their store. */
export interface PollHost {
  readonly deadlines: DeadlineQueue;
  /** How long a poll continues after its last subscriber, ms. */
  readonly graceTime: number;
  /** Whether polls run at the moment; they rest while `active$` is false. */
  isActive(): boolean;
  /** The current time, ms since epoch. */
  now(): number;
  /** Sends a read. */
  fetch(entry: EndpointStream): void;
  /** Called when the poll of a key has ended. */
  ended(entry: EndpointStream): void;
}

/** Polls a key at the shortest interval that any subscriber asked for. */
export class Poll {
  readonly #entry: EndpointStream;
  readonly #host: PollHost;
  readonly #alarm: Alarm;
  /** The intervals of the subscribers, one each, ms. */
  #frequencies: readonly number[] = [];
  /** The shortest interval; without subscribers, the last one. */
  #frequency = Infinity;
  /** When the key was polled last, or was due while a request was in flight, ms since epoch. */
  #polledAt = -Infinity;
  /** Whether a new subscriber has no data to show. */
  #isUrgent = false;
  /** When the grace time ends, ms since epoch; Infinity with subscribers. */
  #endsAt = Infinity;
  #hasEnded = false;

  constructor(host: PollHost, entry: EndpointStream) {
    this.#host = host;
    this.#entry = entry;
    this.#alarm = new Alarm(host.deadlines, () => this.goOn());
  }

  /**
   * Adds a subscriber with an interval of `frequency` ms; the returned function removes it. The
   * poll ends the grace time after the last subscriber.
   */
  add(frequency: number): () => void {
    // Without data to show, fetch at once instead of at the next poll.
    if (this.#entry.read().status === 'invalid' && !this.#entry.isBusy) this.#isUrgent = true;
    this.#set([...this.#frequencies, frequency]);
    return () => {
      const index = this.#frequencies.indexOf(frequency);
      this.#set(this.#frequencies.filter((_, at) => at !== index));
    };
  }

  #set(frequencies: readonly number[]): void {
    this.#frequencies = frequencies;
    if (this.isInactive) {
      this.#endsAt = this.#host.now() + this.#host.graceTime;
      this.#arm();
    } else {
      this.#endsAt = Infinity;
      this.#frequency = Math.min(...frequencies);
      this.goOn();
    }
  }

  /** True without subscribers, while the grace time runs. */
  get isInactive(): boolean {
    return this.#frequencies.length === 0;
  }

  /**
   * Fetches if the poll is due, and schedules the next one. Polls that fall due while polls rest
   * are made up for once.
   */
  goOn(): void {
    const host = this.#host;
    if (this.#hasEnded) return;
    const now = host.now();
    if (now >= this.#endsAt) {
      this.end();
      return;
    }
    const isDue = host.isActive() && this.#due <= now;
    if (isDue) {
      this.#isUrgent = false;
      this.#polledAt = now;
    }
    this.#arm();
    // A request in flight or an open live source already brings the data.
    if (isDue && !this.#entry.isBusy) host.fetch(this.#entry);
  }

  #arm(): void {
    if (this.#hasEnded) return;
    this.#alarm.set(Math.min(this.#host.isActive() ? this.#due : Infinity, this.#endsAt));
  }

  /**
   * When to fetch, ms since epoch: counted from the last request of the key, whatever caused it.
   */
  get #due(): number {
    if (this.#isUrgent) return -Infinity;
    const { data, error, fetchedAt } = this.#entry.read();
    const isSettled = data !== undefined || error !== undefined;
    const last = Math.max(isSettled ? fetchedAt : -Infinity, this.#polledAt);
    return last === -Infinity ? last : last + this.#frequency;
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#alarm.set(undefined);
    this.#host.ended(this.#entry);
  }
}
