import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { add, isOneOf, listOf, remove, type SmallSet } from '../../shared/smallSet.ts';
import type { Interest, SourceListener } from '../../streams/StateObservable.ts';

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
export class SharedObserver implements SourceListener {
  readonly #source: Source;
  readonly #how: Interest;
  #listeners: SmallSet<() => void>;

  constructor(source: Source, how: Interest) {
    this.#source = source;
    this.#how = how;
  }

  readonly subscribe: Subscribe = (listener) => {
    // Before listening, which may change the value: React up to 17 does not read it again after
    // `subscribe`.
    this.#listeners = add(this.#listeners, listener);
    this.#source.listen(this, this.#how);
    return () => {
      this.#listeners = remove(this.#listeners, listener);
      if (this.isEmpty) this.#source.unlisten(this);
    };
  };

  get isEmpty(): boolean {
    return this.#listeners === undefined;
  }

  changed(): void {
    if (depth === 0) {
      this.notify();
      return;
    }
    if (waiting.length === 0) runInMicrotask(notifyWaiting);
    waiting.push(this);
  }

  notify(): void {
    const all = this.#listeners;
    // Most keys have one subscriber.
    if (typeof all === 'function') all();
    else for (const listener of listOf(all)) if (isOneOf(this.#listeners, listener)) listener();
  }

  ended(): void {}
}

let depth = 0;
let waiting: SharedObserver[] = [];

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

function notifyWaiting(): void {
  const due = waiting;
  waiting = [];
  for (const observer of due) observer.notify();
}
