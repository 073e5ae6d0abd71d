import { isOneOf, listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';

/** The functions by which components are told to look again. */
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

  tell(): void {
    const all = this.#all;
    // Nearly all keys are shown by one component.
    if (typeof all === 'function') all();
    else for (const listener of listOf(all)) if (isOneOf(this.#all, listener)) listener();
  }
}
