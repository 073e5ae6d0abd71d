import type { Subscriber } from 'rxjs';

/** Who listens to the messages of a connection: to all of them, or to those of a topic. */
export class Audience<M> {
  readonly #topics = new Map<string | undefined, Set<Subscriber<M>>>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  /** The topics that somebody listens to. */
  get topics(): string[] {
    return [...this.#topics.keys()].filter((topic) => topic !== undefined);
  }

  /** Adds a listener; `undefined`: to all messages. True for the first one of the topic. */
  add(topic: string | undefined, subscriber: Subscriber<M>): boolean {
    const subscribers = this.#topics.get(topic);
    if (!subscribers) this.#topics.set(topic, new Set([subscriber]));
    else subscribers.add(subscriber);
    return !subscribers;
  }

  /** Takes a listener out. True for the last one of the topic. */
  remove(topic: string | undefined, subscriber: Subscriber<M>): boolean {
    const subscribers = this.#topics.get(topic);
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return false;
    this.#topics.delete(topic);
    return true;
  }

  /** Tells those who listen to a topic; `undefined`: those who listen to all. */
  tell(topic: string | undefined, message: M): void {
    const subscribers = this.#topics.get(topic);
    // One that leaves meanwhile is closed.
    if (subscribers) for (const subscriber of [...subscribers]) subscriber.next(message);
  }

  /** Takes all listeners out. */
  clear(): Subscriber<M>[] {
    const all = [...this.#topics.values()].flatMap((subscribers) => [...subscribers]);
    this.#topics.clear();
    return all;
  }
}
