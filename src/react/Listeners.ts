import { isOneOf, listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';

/** The callbacks that `useSyncExternalStore` passes to `subscribe`. */
export class Listeners {
  #all: OneOrMany<() => void>;

  get isEmpty(): boolean {
    return this.#all === undefined;
  }

  add(listener: () => void): void {
    this.#all = withOne(this.#all, listener);
  }

  remove(listener: () => void): void {
    this.#all = withoutOne(this.#all, listener);
  }

  notify(): void {
    const all = this.#all;
    // Most keys have one subscriber.
    if (typeof all === 'function') all();
    else for (const listener of listOf(all)) if (isOneOf(this.#all, listener)) listener();
  }
}
