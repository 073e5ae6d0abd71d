import type { Root } from './Root.ts';

/** Shorter logs are not worth the work of dropping repeated roots. */
const MIN_LIMIT = 64;

/**
 * The released values of one schema, in the order of their release, and the times, ms since epoch.
 * Two lists take a third of the memory of a Map.
 */
interface Log {
  items: unknown[];
  times: number[];
  /** At this length, repeated values are dropped. */
  limit: number;
}

/**
 * Released roots, each with the time of its release. A root that was released twice may be listed
 * twice.
 */
export class ReleasedRoots {
  /** By schema. */
  readonly #logs = new Map<unknown, Log>();

  add({ schema, stored }: Root, now: number): void {
    if (stored === undefined) return;
    let log = this.#logs.get(schema);
    if (!log) this.#logs.set(schema, (log = { items: [], times: [], limit: MIN_LIMIT }));
    log.items.push(stored);
    log.times.push(now);
    if (log.items.length > log.limit) dropRepeated(log);
  }

  *roots(): IterableIterator<Root> {
    for (const [schema, { items }] of this.#logs) {
      for (const stored of items) yield { schema, stored };
    }
  }

  /** The earliest time of a last release; Infinity without any. */
  get first(): number {
    let first = Infinity;
    for (const log of this.#logs.values()) {
      dropRepeated(log);
      first = Math.min(first, log.times[0]);
    }
    return first;
  }

  /** Drops the roots that were released at `since` or before. */
  sweep(since: number): void {
    for (const [schema, { items, times }] of this.#logs) {
      const count = times.findIndex((released) => released > since);
      if (count < 0) this.#logs.delete(schema);
      items.splice(0, count);
      times.splice(0, count);
    }
  }

  clear(): void {
    this.#logs.clear();
  }
}

function dropRepeated(log: Log): void {
  const { items, times } = log;
  const last = new Map(items.map((item, index) => [item, index]));
  log.items = items.filter((item, index) => last.get(item) === index);
  log.times = times.filter((_, index) => last.get(items[index]) === index);
  log.limit = Math.max(2 * last.size, MIN_LIMIT);
}
