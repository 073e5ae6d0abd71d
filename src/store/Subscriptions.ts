import { type Observable, Subscription } from 'rxjs';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { labelOf } from '../endpoint/labelOf.ts';
import { SB_NOT_LIVE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EndpointEntry } from '../streams/EndpointEntry.ts';
import type { LiveRequest } from '../requests/LiveRequest.ts';
import { Poll, type PollHost } from './Poll.ts';

/** What subscriptions need of their store. */
export interface SubscriptionHost extends Pick<PollHost, 'deadlines' | 'graceTime' | 'now'> {
  /** Whether polls go on; see the option of the store. */
  readonly active$: Observable<boolean>;
  /** Starts a read; `soft`: data stays shown whatever its failure is. */
  read(entry: EndpointEntry, policy?: 'soft'): LiveRequest;
  /** Takes errors that nobody else can take. */
  report(error: unknown, key: string): void;
}

/** Who follows keys without reading them: by polling, or by a live source that is kept open. */
export class Subscriptions {
  readonly #host: SubscriptionHost;
  readonly #pollHost: PollHost;
  readonly #polls = new Map<EndpointEntry, Poll>();
  /** To `active$`, while there are polls. */
  #activity: Subscription | undefined;
  #isActive = true;

  constructor(host: SubscriptionHost) {
    this.#host = host;
    this.#pollHost = {
      ...host,
      isActive: () => this.#isActive,
      ask: (entry) => void host.read(entry, 'soft').keep(),
      ended: (entry) => this.#ended(entry),
    };
  }

  /** Follows a key until what is returned is unsubscribed from. Throws `SB_NOT_LIVE`. */
  add(entry: EndpointEntry, endpoint: EndpointInterface): Subscription {
    const { pollFrequency } = endpoint;
    return pollFrequency === undefined
      ? this.#follow(entry, endpoint)
      : this.#poll(entry, pollFrequency);
  }

  #poll(entry: EndpointEntry, frequency: number): Subscription {
    this.#watchActivity();
    const subscription = held(entry);
    let poll = this.#polls.get(entry);
    if (!poll) this.#polls.set(entry, (poll = new Poll(this.#pollHost, entry)));
    subscription.add(poll.follow(frequency));
    return subscription;
  }

  #watchActivity(): void {
    if (this.#activity) return;
    const activity = (this.#activity = new Subscription());
    activity.add(
      this.#host.active$.subscribe({
        next: (isActive) => {
          this.#isActive = isActive;
          for (const poll of [...this.#polls.values()]) poll.goOn();
        },
        error: (error: unknown) => this.#host.report(error, ''),
      }),
    );
  }

  #ended(entry: EndpointEntry): void {
    this.#polls.delete(entry);
    if (this.#polls.size > 0) return;
    this.#activity?.unsubscribe();
    this.#activity = undefined;
    this.#isActive = true;
  }

  #follow(entry: EndpointEntry, endpoint: EndpointInterface): Subscription {
    let request: LiveRequest | undefined;
    const subscription = held(entry, () => {
      if (!request?.givesOne || subscription.closed) return;
      subscription.unsubscribe();
      this.#host.report(notLive(endpoint), entry.key);
    });
    request = entry.joinable?.keep();
    // A source that is open stays.
    if (!request && !entry.isBusy) request = this.#host.read(entry).keep();
    if (request?.givesOne) {
      subscription.unsubscribe();
      throw notLive(endpoint);
    }
    entry.isLive = true;
    return subscription;
  }

  /** Ends the polls that nobody wants any more: their grace time is for who comes back, and nobody does after a reset. */
  reset(): void {
    for (const poll of [...this.#polls.values()]) if (poll.isLeft) poll.end();
  }

  /** Ends all. */
  clear(): void {
    for (const poll of [...this.#polls.values()]) poll.end();
  }
}

/** Holds a key, and has it fetched again when it is gone or was expired by a call. */
function held(entry: EndpointEntry, changed: () => void = () => {}): Subscription {
  const subscription = new Subscription();
  const listener = { changed, ended: () => subscription.unsubscribe() };
  subscription.add(() => entry.unlisten(listener));
  entry.watch(listener, 'wants');
  return subscription;
}

function notLive(endpoint: EndpointInterface): StreambedError {
  return new StreambedError(
    SB_NOT_LIVE,
    `${labelOf(endpoint)} gives one answer and has no pollFrequency, so there is nothing to follow.`,
  );
}
