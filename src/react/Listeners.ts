import { isOneOf, listOf, type SmallSet, add, remove } from '../shared/smallSet.ts';

/** The callbacks that `useSyncExternalStore` passes to `subscribe`. */
export class Listeners {
  #all: SmallSet<() => void>;

  get isEmpty(): boolean {
    return this.#all === undefined;
  }

  add(listener: () => void): void {
    this.#all = add(this.#all, listener);
  }

  remove(listener: () => void): void {
    this.#all = remove(this.#all, listener);
  }

  notify(): void {
    const all = this.#all;
    // Most keys have one subscriber.
    if (typeof all === 'function') all();
    else for (const listener of listOf(all)) if (isOneOf(this.#all, listener)) listener();
  }
}
