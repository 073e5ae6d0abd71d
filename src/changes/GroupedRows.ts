import type { Change } from './ChangeSet.ts';

/** What an operator makes of the rows of one group. */
export interface GroupState<K, V> {
  /** Takes the change of a row. A row that changes its group is a remove and an add. */
  take(change: Change<K, V>): void;
}

/** One group. */
interface RowGroup<S> {
  readonly key: unknown;
  readonly state: S;
  /** How many rows it has. */
  size: number;
}

/** Rows by group. A group exists while it has rows. */
export class GroupedRows<K, V, S extends GroupState<K, V>> {
  readonly #by: (value: V, key: K) => unknown;
  readonly #start: (key: unknown) => S;
  readonly #groups = new Map<unknown, RowGroup<S>>();
  readonly #groupOf = new Map<K, RowGroup<S>>();

  /** `by`: the group of a row. `start` makes the state of a new group. */
  constructor(by: (value: V, key: K) => unknown, start: (key: unknown) => S) {
    this.#by = by;
    this.#start = start;
  }

  /** All groups. */
  values(): IterableIterator<RowGroup<S>> {
    return this.#groups.values();
  }

  /** Applies changes. Returns the groups that they touch; one without rows is gone. */
  take(changes: readonly Change<K, V>[]): ReadonlySet<RowGroup<S>> {
    const touched = new Set<RowGroup<S>>();
    for (const change of changes) this.#take(change, touched);
    for (const { key, size } of touched) if (size === 0) this.#groups.delete(key);
    return touched;
  }

  #take(change: Change<K, V>, touched: Set<RowGroup<S>>): void {
    const { type, key } = change;
    // A row that is updated or removed is in a group.
    const from = type === 'add' ? undefined : this.#groupOf.get(key)!;
    const to = type === 'remove' ? undefined : this.#groupAt(this.#by(change.value, key));
    if (from) touched.add(from);
    if (to) touched.add(to);
    if (from !== to) {
      if (from) from.size--;
      if (to) to.size++;
      if (to) this.#groupOf.set(key, to);
      else this.#groupOf.delete(key);
    }
    if (type === 'update' && from !== to) {
      const { value, previous } = change;
      from?.state.take({ type: 'remove', key, previous });
      to?.state.take({ type: 'add', key, value });
    } else {
      (to ?? from)?.state.take(change);
    }
  }

  #groupAt(key: unknown): RowGroup<S> {
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = { key, state: this.#start(key), size: 0 }));
    return group;
  }
}
