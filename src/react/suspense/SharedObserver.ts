import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { add, isOneOf, listOf, remove, type SmallSet } from '../../shared/smallSet.ts';
import type { Interest, SourceListener } from '../../kernel/streams/StateObservable.ts';

/**
 * `subscribe` of `useSyncExternalStore`: calls the listener on changes. Returns the function that
 * unsubscribes.
 */
export type Subscribe = (listener: () => void) => () => void;

/** A source that fetches for listeners that want data. */
interface Source {
  listen(listener: SourceListener, how: Interest): void;
  unlisten(listener: SourceListener): void;
}

/** The one observer of a source for all components that read it. */
export class SharedObserver<S extends Source = Source> implements SourceListener {
  readonly stream: S;
  readonly how: Interest;
  #listeners: SmallSet<() => void>;

  constructor(stream: S, how: Interest) {
    this.stream = stream;
    this.how = how;
  }

  add(listener: () => void): void {
    // Before listening, which may change the value: React up to 17 does not read it again after
    // `subscribe`.
    this.#listeners = add(this.#listeners, listener);
    this.stream.listen(this, this.how);
  }

  remove(listener: () => void): void {
    this.#listeners = remove(this.#listeners, listener);
    if (this.isEmpty) this.stream.unlisten(this);
  }

  get isEmpty(): boolean {
    return this.#listeners === undefined;
  }

  changed(): void {
    if (depth === 0) this.#notify();
    else runInMicrotask(() => this.#notify());
  }

  #notify(): void {
    const all = this.#listeners;
    // Most keys have one subscriber.
    if (typeof all === 'function') all();
    else for (const listener of listOf(all)) if (isOneOf(this.#listeners, listener)) listener();
  }

  ended(): void {}
}

let depth = 0;

/**
 * Runs a side effect that a render needs at once, such as a subscription to a stream that emits
 * synchronously. React forbids updates of components while another one renders, so their
 * notification is delayed.
 */
export function inRender<R>(run: () => R): R {
  depth++;
  try {
    return run();
  } finally {
    depth--;
  }
}
