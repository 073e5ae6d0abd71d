import type { Observer } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { ShownRows } from './ShownRows.ts';

/**
 * The output of a stage with several inputs: first a reset, then what differs from what was sent. A
 * reset of an input becomes ordinary changes.
 */
export class ChangesReply<K, V> extends ShownRows<K, V> {
  readonly #output: ChangesOutput<K, V>;
  #version = 0;
  #isFirst = true;

  constructor(observer: Pick<Observer<ChangeSet<K, V>>, 'next'>) {
    super();
    this.#output = new ChangesOutput(observer);
  }

  /** Notes the version of an incoming set. */
  causedBy(version: number): void {
    this.#version = Math.max(this.#version, version);
  }

  /** Sends the rows that were shown and hidden since the last call. */
  send(): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#output.send(isFirst, this.#version, this.take());
  }
}
