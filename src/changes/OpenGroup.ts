import { Observable, type Subscriber } from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import type { Group } from './Group.ts';

interface Listener<K, V> {
  readonly subscriber: Subscriber<ChangeSet<K, V>>;
  readonly output: ChangesOutput<K, V>;
  /** What the rows that it began with hold already. */
  readonly knows: readonly Change<K, V>[] | undefined;
}

/** A group, as the stage sees it that keeps it. */
export class OpenGroup<G, K, V> implements Group<G, K, V> {
  readonly key: G;
  readonly changes$ = new Observable<ChangeSet<K, V>>((subscriber) => this.#join(subscriber));
  readonly #rows = new Map<K, V>();
  readonly #listeners = new Set<Listener<K, V>>();
  #changes: Change<K, V>[] | undefined;
  #version = 0;
  #height = 0;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(key: G) {
    this.key = key;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Takes a change in. Those who subscribe from here on know of it. */
  take(change: Change<K, V>): void {
    if (change.type === 'remove') this.#rows.delete(change.key);
    else this.#rows.set(change.key, change.value);
    (this.#changes ??= []).push(change);
  }

  /** Tells what was taken in; `version` is that of the set that it came with. */
  tell(version: number): void {
    this.#version = version;
    this.#height = emittingHeight();
    const changes = this.#changes ?? [];
    for (const { output, knows } of [...this.#listeners]) {
      if (knows !== changes) output.send(false, version, changes);
    }
    this.#changes = undefined;
  }

  /** There will be nothing to tell any more. */
  end(error?: Error): void {
    this.#end = { error };
    for (const { subscriber } of this.#listeners) this.#finish(subscriber);
  }

  #join(subscriber: Subscriber<ChangeSet<K, V>>): void {
    const output = new ChangesOutput<K, V>(subscriber);
    const listener = { subscriber, output, knows: this.#changes };
    this.#listeners.add(listener);
    subscriber.add(() => this.#listeners.delete(listener));
    const adds = Array.from(this.#rows, ([key, value]) => ({ type: 'add', key, value }) as const);
    atHeight(this.#height, () => output.send(true, this.#version, adds));
    this.#finish(subscriber);
  }

  #finish(subscriber: Subscriber<unknown>): void {
    if (this.#end?.error) subscriber.error(this.#end.error);
    else if (this.#end) subscriber.complete();
  }
}
