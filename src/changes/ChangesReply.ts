import type { Observer } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import { ShownRows } from './ShownRows.ts';

/** What a stage with several inputs sends: a reset at first, then what is another than was sent. Resets of an input are changes like others. */
export class ChangesReply<K, V> extends ShownRows<K, V> {
  readonly #output: ChangesOutput<K, V>;
  #version = 0;
  #isFirst = true;

  constructor(observer: Pick<Observer<ChangeSet<K, V>>, 'next'>) {
    super();
    this.#output = new ChangesOutput(observer);
  }

  /** A set of this version came in. */
  causedBy(version: number): void {
    this.#version = Math.max(this.#version, version);
  }

  /** Sends what was shown and hidden since the last time. */
  send(): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#output.send(isFirst, this.#version, this.take());
  }
}
