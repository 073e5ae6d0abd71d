import type { Subscriber } from 'rxjs';

/** The subscribers of a connection: to all messages, or to one topic. */
export class Audience<M> {
  readonly #topics = new Map<string | undefined, Set<Subscriber<M>>>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  /** The topics that have subscribers. */
  get topics(): string[] {
    return [...this.#topics.keys()].filter((topic) => topic !== undefined);
  }

  /** Adds a subscriber; `undefined`: to all messages. True for the first one of the topic. */
  add(topic: string | undefined, subscriber: Subscriber<M>): boolean {
    const subscribers = this.#topics.get(topic);
    if (!subscribers) this.#topics.set(topic, new Set([subscriber]));
    else subscribers.add(subscriber);
    return !subscribers;
  }

  /** Removes a subscriber. True for the last one of the topic. */
  remove(topic: string | undefined, subscriber: Subscriber<M>): boolean {
    const subscribers = this.#topics.get(topic);
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return false;
    this.#topics.delete(topic);
    return true;
  }

  /**
   * Sends a message to the subscribers of a topic; `undefined`: to the subscribers to all messages.
   */
  tell(topic: string | undefined, message: M): void {
    const subscribers = this.#topics.get(topic);
    // `next` ignores a subscriber that unsubscribed during the loop.
    if (subscribers) for (const subscriber of [...subscribers]) subscriber.next(message);
  }

  /** Removes and returns all subscribers. */
  clear(): Subscriber<M>[] {
    const all = [...this.#topics.values()].flatMap((subscribers) => [...subscribers]);
    this.#topics.clear();
    return all;
  }
}
