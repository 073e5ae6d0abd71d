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
  readonly now: () => number;
  /** Sends a read. */
  ask(entry: EndpointEntry): void;
  /** Is told that the poll of a key is over. */
  ended(entry: EndpointEntry): void;
}

/** A key that is asked for again and again, as often as the one of its subscribers wants who wants it most often. */
export class Poll {
  readonly #entry: EndpointEntry;
  readonly #host: PollHost;
  readonly #alarm: Alarm;
  /** What the subscribers want, one length each, ms. */
  #frequencies: readonly number[] = [];
  /** The smallest of them, or the last one while there is none. */
  #frequency = Infinity;
  /** When it was asked for last, or would have been if nothing had been under way, ms since epoch. */
  #askedAt = -Infinity;
  #cancelGrace: (() => void) | undefined;
  #isOver = false;

  constructor(host: PollHost, entry: EndpointEntry) {
    this.#host = host;
    this.#entry = entry;
    this.#alarm = new Alarm(host.deadlines, () => this.goOn());
  }

  /** One more subscriber, who wants it asked for every `frequency` ms until he calls what is returned. It ends the grace time after the last one. */
  follow(frequency: number): () => void {
    this.#cancelGrace?.();
    this.#want([...this.#frequencies, frequency]);
    return () => {
      const place = this.#frequencies.indexOf(frequency);
      this.#want(this.#frequencies.filter((_, at) => at !== place));
    };
  }

  #want(frequencies: readonly number[]): void {
    this.#frequencies = frequencies;
    if (this.isLeft) {
      const { deadlines, graceTime, now } = this.#host;
      this.#cancelGrace = deadlines.add(now() + graceTime, () => this.end());
    } else {
      this.#frequency = Math.min(...frequencies);
      this.goOn();
    }
  }

  /** True while nobody wants it and its grace time runs. */
  get isLeft(): boolean {
    return this.#frequencies.length === 0;
  }

  /** Asks at once if it is time, else when it will be. One that falls due while nothing is to be asked for is made up for, once. */
  goOn(): void {
    const host = this.#host;
    if (this.#isOver) return;
    const now = host.now();
    const isActive = host.isActive();
    if (!isActive || this.#due > now) {
      this.#alarm.set(isActive ? this.#due : undefined);
      return;
    }
    this.#askedAt = now;
    this.#alarm.set(this.#due);
    // A request under way, or a live source that is open, brings what there is.
    if (!this.#entry.isBusy) host.ask(this.#entry);
  }

  /** When to ask for it, ms since epoch: counted from when it was asked for last, by whomever. */
  get #due(): number {
    const { data, error, fetchedAt } = this.#entry.read();
    const isThere = data !== undefined || error !== undefined;
    const last = Math.max(isThere ? fetchedAt : -Infinity, this.#askedAt);
    return last === -Infinity ? last : last + this.#frequency;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelGrace?.();
    this.#alarm.set(undefined);
    this.#host.ended(this.#entry);
  }
}
