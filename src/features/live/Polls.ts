import { Subscription } from 'rxjs';
import { type AnyObservable, toObservable } from '../../kernel/requests/toObservable.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { pageActive } from '../../shared/web/pageSignals.ts';

/** The polls of a store: one per key. They rest while `active$` of the store is false. */
export class Polls implements StoreFeature {
  readonly #internals: StoreInternals;
  readonly #active$: AnyObservable<boolean>;
  readonly #polls = new Map<EndpointStream, Poll>();
  /** The subscription to `active$`, while there are polls. */
  #activity: Subscription | undefined;
  /** Whether `active$` lets the keys be polled. */
  isActive = true;

  constructor(internals: StoreInternals) {
    this.#internals = internals;
    this.#active$ = internals.options.active$ ?? pageActive();
  }

  /**
   * Polls a key every `frequency` ms, or more often for another subscriber, until the returned
   * function is called.
   */
  add(stream: EndpointStream, frequency: number): () => void {
    if (!this.#activity) {
      // Assigned first: the page may be active at once, and a poll may end.
      this.#activity = new Subscription();
      this.#activity.add(
        toObservable(this.#active$).subscribe({
          next: (isActive) => {
            this.isActive = isActive;
            for (const poll of this.#polls.values()) poll.goOn();
          },
          error: (error) => this.#internals.report(error, ''),
        }),
      );
    }
    let poll = this.#polls.get(stream);
    if (!poll) this.#polls.set(stream, (poll = new Poll(this, this.#internals, stream)));
    return poll.add(frequency);
  }

  /** Called when the poll of a key has ended. */
  ended(stream: EndpointStream): void {
    this.#polls.delete(stream);
    if (this.#polls.size > 0) return;
    this.#activity?.unsubscribe();
    this.#activity = undefined;
    this.isActive = true;
  }

  /**
   * Ends the polls without subscribers: their grace time is for remounts, and after a reset these
   * find no data.
   */
  reset(): void {
    for (const poll of this.#polls.values()) if (poll.isInactive) poll.end();
  }

  end(): void {
    for (const poll of this.#polls.values()) poll.end();
  }
}

/** Polls a key at the shortest interval that any subscriber asked for. */
class Poll {
  readonly #polls: Polls;
  readonly #internals: StoreInternals;
  readonly #stream: EndpointStream;
  readonly #run = (): void => this.goOn();
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

  constructor(polls: Polls, internals: StoreInternals, stream: EndpointStream) {
    this.#polls = polls;
    this.#internals = internals;
    this.#stream = stream;
  }

  /**
   * Adds a subscriber with an interval of `frequency` ms; the returned function removes it. The
   * poll ends the grace time after the last subscriber.
   */
  add(frequency: number): () => void {
    // Without data to show, fetch at once instead of at the next poll.
    if (this.#stream.read().status === 'invalid' && !this.#stream.requests.isBusy)
      this.#isUrgent = true;
    this.#set([...this.#frequencies, frequency]);
    return () => {
      const index = this.#frequencies.indexOf(frequency);
      this.#set(this.#frequencies.filter((_, at) => at !== index));
    };
  }

  #set(frequencies: readonly number[]): void {
    this.#frequencies = frequencies;
    if (this.isInactive) {
      this.#endsAt = this.#internals.clock.now() + this.#internals.graceTime;
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
    if (this.#hasEnded) return;
    const now = this.#internals.clock.now();
    if (now >= this.#endsAt) return this.end();
    const isDue = this.#polls.isActive && this.#due <= now;
    if (isDue) {
      this.#isUrgent = false;
      this.#polledAt = now;
    }
    this.#arm();
    const stream = this.#stream;
    // A request in flight or an open live source already brings the data.
    if (isDue && !stream.requests.isBusy && !stream.waitsForLayers())
      stream.startRead(false, 'soft');
  }

  #arm(): void {
    if (this.#hasEnded) return;
    const due = this.#polls.isActive ? this.#due : Infinity;
    this.#internals.deadlines.set(this.#run, Math.min(due, this.#endsAt));
  }

  /**
   * When to fetch, ms since epoch: counted from the last request of the key, whatever caused it.
   */
  get #due(): number {
    if (this.#isUrgent) return -Infinity;
    const { data, error, fetchedAt } = this.#stream.read();
    const isSettled = data !== undefined || error !== undefined;
    const last = Math.max(isSettled ? fetchedAt : -Infinity, this.#polledAt);
    return last === -Infinity ? last : last + this.#frequency;
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#internals.deadlines.set(this.#run, Infinity);
    this.#polls.ended(this.#stream);
  }
}
