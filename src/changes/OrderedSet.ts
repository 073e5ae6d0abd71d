import type { OrderedChange, OrderedChangeSet } from './OrderedChangeSet.ts';
import type { OrderedRows } from './OrderedRows.ts';
import type { SetNumbers } from './SetNumbering.ts';

/** An {@link OrderedChangeSet}. */
export class OrderedSet<K, V> implements OrderedChangeSet<K, V> {
  readonly version: number;
  readonly since: number;
  readonly reset: boolean;
  readonly #rows: OrderedRows<K, V>;
  /** The adds of a reset are made on the first read. */
  #changes: readonly OrderedChange<K, V>[] | undefined;

  /** Without `changes`, the set is a reset. */
  constructor(
    { version, since }: SetNumbers,
    rows: OrderedRows<K, V>,
    changes?: readonly OrderedChange<K, V>[],
  ) {
    this.version = version;
    this.since = since;
    this.reset = changes === undefined;
    this.#changes = changes;
    this.#rows = rows;
  }

  get changes(): readonly OrderedChange<K, V>[] {
    return (this.#changes ??= addsOf(this.#rows));
  }

  get size(): number {
    return this.#rows.size;
  }

  at(index: number): V | undefined {
    return this.#rows.at(index);
  }

  keyAt(index: number): K | undefined {
    return this.#rows.keyAt(index);
  }

  keys(start?: number, end?: number): readonly K[] {
    return this.#rows.keys(start, end);
  }

  slice(start?: number, end?: number): readonly V[] {
    return this.#rows.slice(start, end);
  }

  toArray(): readonly V[] {
    return this.#rows.toArray();
  }
}

function addsOf<K, V>({ chunks }: OrderedRows<K, V>): OrderedChange<K, V>[] {
  const adds: OrderedChange<K, V>[] = [];
  for (const { keys, values } of chunks) {
    for (let at = 0; at < keys.length; at++) {
      const [key, value] = [keys[at], values[at]];
      adds.push({ type: 'add', key, value, index: adds.length });
    }
  }
  return adds;
}
