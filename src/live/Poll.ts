import { Alarm } from '../requests/Alarm.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import type { EndpointEntry } from '../streams/EndpointEntry.ts';

/** What polls need of their store. */
export interface PollHost {
  readonly deadlines: DeadlineQueue;
  /** How long a poll goes on after its last subscriber, ms. */
  readonly graceTime: number;
  /** Whether polls go on at the moment. */
  isActive(): boolean;
  /** The time, ms since epoch. */
  now(): number;
  /** Sends a read. */
  fetch(entry: EndpointEntry): void;
  /** Called when the poll of a key is over. */
  ended(entry: EndpointEntry): void;
}

/** Polls a key at the shortest interval that any subscriber asked for. */
export class Poll {
  readonly #entry: EndpointEntry;
  readonly #host: PollHost;
  readonly #alarm: Alarm;
  /** What the subscribers asked for, one length each, ms. */
  #frequencies: readonly number[] = [];
  /** The smallest of them, or the last one while there is none. */
  #frequency = Infinity;
  /** When it was polled last, or would have been if no request had been in flight, ms since epoch. */
  #polledAt = -Infinity;
  /** Whether a subscriber came who has nothing to show. */
  #isUrgent = false;
  /** When its grace time is over, ms since epoch; Infinity with subscribers. */
  #endsAt = Infinity;
  #isOver = false;

  constructor(host: PollHost, entry: EndpointEntry) {
    this.#host = host;
    this.#entry = entry;
    this.#alarm = new Alarm(host.deadlines, () => this.goOn());
  }

  /** Adds a subscriber who asks for an interval of `frequency` ms; the returned function removes it. Ends the grace time after the last one. */
  add(frequency: number): () => void {
    // The subscriber has nothing to show: it is not left alone with that until the next poll.
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

  /** True while it has no subscriber and its grace time runs. */
  get isInactive(): boolean {
    return this.#frequencies.length === 0;
  }

  /** Fetches if the poll is due, and sets the time of the next one. A poll that falls due while polls rest is made up for, once. */
  goOn(): void {
    const host = this.#host;
    if (this.#isOver) return;
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
    // A request in flight, or a live source that is open, brings what there is.
    if (isDue && !this.#entry.isBusy) host.fetch(this.#entry);
  }

  #arm(): void {
    if (this.#isOver) return;
    this.#alarm.set(Math.min(this.#host.isActive() ? this.#due : Infinity, this.#endsAt));
  }

  /** When to fetch, ms since epoch: counted from when the key was fetched last, by any reader. */
  get #due(): number {
    if (this.#isUrgent) return -Infinity;
    const { data, error, fetchedAt } = this.#entry.read();
    const isThere = data !== undefined || error !== undefined;
    const last = Math.max(isThere ? fetchedAt : -Infinity, this.#polledAt);
    return last === -Infinity ? last : last + this.#frequency;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#alarm.set(undefined);
    this.#host.ended(this.#entry);
  }
}
