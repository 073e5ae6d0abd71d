import type { Observer } from 'rxjs';
import type { Change, ChangeSet } from '../store/ChangeSet.ts';

/** Sends the sets of one stream: numbers them, and leaves out those that say nothing. */
export class ChangesOutput<K, V> {
  readonly #observer: Pick<Observer<ChangeSet<K, V>>, 'next'>;
  #last = -1;

  constructor(observer: Pick<Observer<ChangeSet<K, V>>, 'next'>) {
    this.#observer = observer;
  }

  /** The version of what is sent next, where `cause` is that of the set that came in. */
  follow(cause: number): { readonly version: number; readonly since: number } {
    const since = this.#last;
    this.#last = Math.max(cause, since + 1);
    return { version: this.#last, since };
  }

  /** Sends changes, if there are any. */
  changes(cause: number, changes: readonly Change<K, V>[]): void {
    if (changes.length === 0) return;
    this.#observer.next({ ...this.follow(cause), reset: false, changes });
  }

  /** Sends a new beginning, also an empty one. */
  reset(cause: number, changes: readonly Change<K, V>[]): void {
    this.#observer.next({ ...this.follow(cause), reset: true, changes });
  }
}
