import { type BehaviorSubject, Subscription } from 'rxjs';
import { type SourceListener, StateObservable } from './StateObservable.ts';

/** The values of a subject, until it completes. */
export class LatestObservable<T> extends StateObservable<T> {
  readonly #subject: BehaviorSubject<T>;
  readonly #assertAlive: () => void;
  readonly #subscriptions = new Map<SourceListener, Subscription>();

  /** `assertAlive` throws after `dispose()`. */
  constructor(subject: BehaviorSubject<T>, assertAlive: () => void) {
    super();
    this.#subject = subject;
    this.#assertAlive = assertAlive;
  }

  getValue(): T {
    this.#assertAlive();
    return this.read();
  }

  read(): T {
    return this.#subject.getValue();
  }

  listen(listener: SourceListener): void {
    this.#assertAlive();
    // Set first: the subject emits at once, and the listener may unsubscribe then.
    const subscription = new Subscription();
    this.#subscriptions.set(listener, subscription);
    const observer = { next: () => listener.changed(), complete: () => listener.ended() };
    subscription.add(this.#subject.subscribe(observer));
  }

  unlisten(listener: SourceListener): void {
    this.#subscriptions.get(listener)?.unsubscribe();
    this.#subscriptions.delete(listener);
  }
}
