import type { OrderedChange, OrderedChangeSet } from './OrderedChangeSet.ts';
import type { OrderedList } from './OrderedList.ts';
import type { SetNumbers } from './SetNumbering.ts';

/**
 * An {@link OrderedChangeSet}. The newest set of a stream shares its list with the stage that changes it. An older one knows the set that came after
 * it: whoever reads it gets a copy with the later changes taken back, and who does not read it pays nothing.
 */
export class OrderedSet<K, V> implements OrderedChangeSet<K, V> {
  readonly version: number;
  readonly since: number;
  readonly reset: boolean;
  /** Of a reset only made when somebody asks. */
  #changes: readonly OrderedChange<K, V>[] | undefined;
  #list: OrderedList<K, V> | undefined;
  #next: OrderedSet<K, V> | undefined;

  /** A reset without `changes`. */
  constructor(
    { version, since }: SetNumbers,
    list: OrderedList<K, V>,
    changes?: readonly OrderedChange<K, V>[],
  ) {
    this.version = version;
    this.since = since;
    this.reset = changes === undefined;
    this.#changes = changes;
    this.#list = list;
  }

  get changes(): readonly OrderedChange<K, V>[] {
    return (this.#changes ??= addsOf(this.#rows()));
  }

  get size(): number {
    return this.#rows().size;
  }

  at(index: number): V | undefined {
    return this.#rows().values[index];
  }

  keyAt(index: number): K | undefined {
    return this.#rows().keys[index];
  }

  slice(start?: number, end?: number): readonly V[] {
    return this.#rows().values.slice(start, end);
  }

  toArray(): readonly V[] {
    return this.#rows().handOut();
  }

  /** The list is about to change: `next` has, or will have, what changes. */
  supersede(next: OrderedSet<K, V>): void {
    this.#next = next;
    this.#list = undefined;
  }

  #rows(): OrderedList<K, V> {
    if (this.#list) return this.#list;
    const later: OrderedSet<K, V>[] = [];
    let newest = this.#next!;
    for (; !newest.#list; newest = newest.#next!) later.push(newest);
    const list = newest.#list.copy();
    for (let set: OrderedSet<K, V> | undefined = newest; set; set = later.pop()) {
      list.undo(set.changes);
    }
    this.#list = list;
    this.#next = undefined;
    return list;
  }
}

function addsOf<K, V>({ keys, values }: OrderedList<K, V>): OrderedChange<K, V>[] {
  return keys.map((key, index) => ({ type: 'add', key, value: values[index], index }));
}
