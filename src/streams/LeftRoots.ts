import type { Root } from './Root.ts';

/** Fewer than this are not worth the work of leaving out what is there twice. */
const MIN_LIMIT = 64;

/** What was left of one schema, in the order in which it was, and when, ms since epoch: two lists take a third of the memory of a Map. */
interface Log {
  items: unknown[];
  times: number[];
  /** How many there may be before it is looked for what was left several times. */
  limit: number;
}

/** Roots that nobody holds any more, with the time at which each was left. What was left several times may be there as often. */
export class LeftRoots {
  /** By schema. */
  readonly #logs = new Map<unknown, Log>();

  add({ schema, stored }: Root, now: number): void {
    if (stored === undefined) return;
    let log = this.#logs.get(schema);
    if (!log) this.#logs.set(schema, (log = { items: [], times: [], limit: MIN_LIMIT }));
    log.items.push(stored);
    log.times.push(now);
    if (log.items.length > log.limit) leaveOutRepeated(log);
  }

  *roots(): IterableIterator<Root> {
    for (const [schema, { items }] of this.#logs) {
      for (const stored of items) yield { schema, stored };
    }
  }

  /** When the first of them was left for the last time; Infinity without any. */
  get first(): number {
    let first = Infinity;
    for (const log of this.#logs.values()) {
      leaveOutRepeated(log);
      first = Math.min(first, log.times[0]);
    }
    return first;
  }

  /** Forgets those that were left at `since` or before. */
  sweep(since: number): void {
    for (const [schema, { items, times }] of this.#logs) {
      const count = times.findIndex((left) => left > since);
      if (count < 0) this.#logs.delete(schema);
      items.splice(0, count);
      times.splice(0, count);
    }
  }

  clear(): void {
    this.#logs.clear();
  }
}

function leaveOutRepeated(log: Log): void {
  const { items, times } = log;
  const last = new Map(items.map((item, place) => [item, place]));
  log.items = items.filter((item, place) => last.get(item) === place);
  log.times = times.filter((_, place) => last.get(items[place]) === place);
  log.limit = Math.max(2 * last.size, MIN_LIMIT);
}
