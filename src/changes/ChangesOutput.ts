import type { Observer } from 'rxjs';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { SetNumbering } from './SetNumbering.ts';

/** Sends the sets of one stream: numbers them and leaves out empty ones. */
export class ChangesOutput<K, V> {
  readonly #observer: Pick<Observer<ChangeSet<K, V>>, 'next'>;
  readonly #numbering = new SetNumbering();

  constructor(observer: Pick<Observer<ChangeSet<K, V>>, 'next'>) {
    this.#observer = observer;
  }

  /**
   * Sends changes, if there are any; a reset also without. `cause` is the version of the incoming
   * set.
   */
  send(reset: boolean, cause: number, changes: readonly Change<K, V>[]): void {
    if (!reset && changes.length === 0) return;
    this.#observer.next({ ...this.#numbering.follow(cause), reset, changes });
  }
}
