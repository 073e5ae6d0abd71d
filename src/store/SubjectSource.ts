import type { BehaviorSubject, Subscription } from 'rxjs';
import type { SourceListener, StateSource } from './StateSource.ts';

/** A subject as the source of one subscription. */
export class SubjectSource<T> implements StateSource<T> {
  readonly #subject: BehaviorSubject<T>;
  #subscription: Subscription | undefined;

  constructor(subject: BehaviorSubject<T>) {
    this.#subject = subject;
  }

  read(): T {
    return this.#subject.getValue();
  }

  listen(listener: SourceListener): void {
    this.#subscription = this.#subject.subscribe({
      next: () => listener.changed(),
      complete: () => listener.ended(),
    });
  }

  unlisten(): void {
    this.#subscription?.unsubscribe();
  }
}
