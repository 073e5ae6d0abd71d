import { LeftLog } from './LeftLog.ts';
import type { Root } from './Reachability.ts';

/** Roots that nobody holds any more, with the time at which each was left last, ms since epoch. */
export class LeftRoots {
  /** What is stored, by schema. */
  readonly #logs = new Map<unknown, LeftLog<unknown>>();

  add({ schema, stored }: Root, now: number): void {
    if (stored === undefined) return;
    let log = this.#logs.get(schema);
    if (!log) this.#logs.set(schema, (log = new LeftLog()));
    log.add(stored, now);
  }

  *roots(): IterableIterator<Root> {
    for (const [schema, { items }] of this.#logs) {
      for (const stored of items) yield { schema, stored };
    }
  }

  /** When the first of them was left; Infinity without any. */
  get first(): number {
    let first = Infinity;
    for (const log of this.#logs.values()) first = Math.min(first, log.first);
    return first;
  }

  /** Forgets those that were left at `since` or before. */
  sweep(since: number): void {
    for (const [schema, log] of this.#logs) {
      log.sweep(since);
      if (log.items.length === 0) this.#logs.delete(schema);
    }
  }

  clear(): void {
    this.#logs.clear();
  }
}
