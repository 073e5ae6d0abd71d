import { type Observable, Subscription } from 'rxjs';
import type { StoreFeature } from '../store/Features.ts';
import type { StoreInternals } from '../store/internalsOf.ts';
import type { EndpointStream } from '../streams/EndpointStream.ts';
import { pageActive } from '../web/pageActive.ts';
import { Poll, type PollHost } from './Poll.ts';

/** The polls of a store: one per key. They rest while `active$` of the store is false. */
export class Polls implements StoreFeature {
  readonly #active$: Observable<boolean>;
  readonly #report: (error: unknown) => void;
  readonly #host: PollHost;
  readonly #polls = new Map<EndpointStream, Poll>();
  /** The subscription to `active$`, while there are polls. */
  #activity: Subscription | undefined;
  #isActive = true;

  constructor({ options, host, requests }: StoreInternals) {
    const { deadlines, graceTime } = host;
    this.#active$ = options.active$ ?? pageActive();
    this.#report = (error) => host.report(error, '');
    this.#host = {
      deadlines,
      graceTime,
      now: () => host.now(),
      isActive: () => this.#isActive,
      fetch: (entry) => void requests.read(entry, false, 'soft').detach(),
      ended: (entry) => this.#ended(entry),
    };
  }

  /**
   * Polls a key every `frequency` ms, or more often for another subscriber, until the returned
   * function is called.
   */
  add(entry: EndpointStream, frequency: number): () => void {
    this.#watchActivity();
    let poll = this.#polls.get(entry);
    if (!poll) this.#polls.set(entry, (poll = new Poll(this.#host, entry)));
    return poll.add(frequency);
  }

  #watchActivity(): void {
    if (this.#activity) return;
    const activity = (this.#activity = new Subscription());
    activity.add(
      this.#active$.subscribe({
        next: (isActive) => {
          this.#isActive = isActive;
          for (const poll of [...this.#polls.values()]) poll.goOn();
        },
        error: this.#report,
      }),
    );
  }

  #ended(entry: EndpointStream): void {
    this.#polls.delete(entry);
    if (this.#polls.size > 0) return;
    this.#activity?.unsubscribe();
    this.#activity = undefined;
    this.#isActive = true;
  }

  /**
   * Ends the polls without subscribers: their grace time is for remounts, and after a reset these
   * find no data.
   */
  reset(): void {
    for (const poll of [...this.#polls.values()]) if (poll.isInactive) poll.end();
  }

  end(): void {
    for (const poll of [...this.#polls.values()]) poll.end();
  }
}
