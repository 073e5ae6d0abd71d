import { type BehaviorSubject, skip, type Subscription } from 'rxjs';
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
    const observer = { next: () => listener.changed(), complete: () => listener.ended() };
    this.#subscriptions.set(listener, this.#subject.pipe(skip(1)).subscribe(observer));
  }

  unlisten(listener: SourceListener): void {
    this.#subscriptions.get(listener)?.unsubscribe();
    this.#subscriptions.delete(listener);
  }
}
