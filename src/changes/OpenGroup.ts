import { Observable, type Subscriber } from 'rxjs';
import { atHeight, emittingHeight } from '../commits/delivery.ts';
import type { Change, ChangeSet } from './ChangeSet.ts';
import { ChangesOutput } from './ChangesOutput.ts';
import type { Group } from './Group.ts';

interface GroupSubscriber<K, V> {
  readonly subscriber: Subscriber<ChangeSet<K, V>>;
  readonly output: ChangesOutput<K, V>;
  /** Changes that its first set already contains. */
  readonly known: readonly Change<K, V>[] | undefined;
}

/** A group as its stage edits it. */
export class OpenGroup<G, K, V> implements Group<G, K, V> {
  readonly key: G;
  readonly changes$ = new Observable<ChangeSet<K, V>>((subscriber) => this.#join(subscriber));
  readonly #rows = new Map<K, V>();
  readonly #subscribers = new Set<GroupSubscriber<K, V>>();
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

  /** Applies a change. Later subscribers find it in their first set. */
  take(change: Change<K, V>): void {
    if (change.type === 'remove') this.#rows.delete(change.key);
    else this.#rows.set(change.key, change.value);
    (this.#changes ??= []).push(change);
  }

  /** Emits the applied changes; `version` is that of the set that brought them. */
  emit(version: number): void {
    this.#version = version;
    this.#height = emittingHeight();
    const changes = this.#changes ?? [];
    for (const { output, known } of [...this.#subscribers]) {
      if (known !== changes) output.send(false, version, changes);
    }
    this.#changes = undefined;
  }

  /** Completes the group, or fails it with an error. */
  end(error?: Error): void {
    this.#end = { error };
    for (const { subscriber } of this.#subscribers) this.#finish(subscriber);
  }

  #join(subscriber: Subscriber<ChangeSet<K, V>>): void {
    const output = new ChangesOutput<K, V>(subscriber);
    const joined = { subscriber, output, known: this.#changes };
    this.#subscribers.add(joined);
    subscriber.add(() => this.#subscribers.delete(joined));
    const adds = Array.from(this.#rows, ([key, value]) => ({ type: 'add', key, value }) as const);
    atHeight(this.#height, () => output.send(true, this.#version, adds));
    this.#finish(subscriber);
  }

  #finish(subscriber: Subscriber<unknown>): void {
    if (this.#end?.error) subscriber.error(this.#end.error);
    else if (this.#end) subscriber.complete();
  }
}
