import type { Root } from './Reachability.ts';

/** Roots that nobody holds any more, with the time at which each was left last, ms since epoch. */
export class LeftRoots {
  /** By schema and what is stored, the latest last. */
  readonly #times = new Map<unknown, Map<unknown, number>>();

  add({ schema, stored }: Root, now: number): void {
    if (stored === undefined) return;
    let times = this.#times.get(schema);
    if (!times) this.#times.set(schema, (times = new Map<unknown, number>()));
    times.delete(stored);
    times.set(stored, now);
  }

  *roots(): IterableIterator<Root> {
    for (const [schema, times] of this.#times) {
      for (const stored of times.keys()) yield { schema, stored };
    }
  }

  /** When the first of them was left; Infinity without any. */
  get first(): number {
    let first = Infinity;
    for (const times of this.#times.values()) {
      const [oldest = Infinity] = times.values();
      first = Math.min(first, oldest);
    }
    return first;
  }

  /** Forgets those that were left at `since` or before. */
  sweep(since: number): void {
    for (const [schema, times] of this.#times) {
      for (const [stored, left] of times) {
        if (left > since) break;
        times.delete(stored);
      }
      if (times.size === 0) this.#times.delete(schema);
    }
  }

  clear(): void {
    this.#times.clear();
  }
}
