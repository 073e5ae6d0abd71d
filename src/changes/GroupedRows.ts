import type { Change } from './ChangeSet.ts';

/** One group. */
interface RowGroup<G, S> {
  readonly key: G;
  /** What an operator makes of the rows. */
  readonly state: S;
  /** How many rows it has. */
  size: number;
}

/** Rows by group. A group exists while it has rows. */
export class GroupedRows<K, V, G, S> {
  readonly #by: (value: V, key: K) => G;
  readonly #start: (key: G) => S;
  readonly #take: (state: S, change: Change<K, V>) => void;
  readonly #groups = new Map<G, RowGroup<G, S>>();
  readonly #groupOf = new Map<K, RowGroup<G, S>>();

  /**
   * `by`: the group of a row. `start` makes the state of a new group, and `take` applies the change
   * of a row to it. A row that changes its group is a remove and an add.
   */
  constructor(
    by: (value: V, key: K) => G,
    start: (key: G) => S,
    take: (state: S, change: Change<K, V>) => void,
  ) {
    this.#by = by;
    this.#start = start;
    this.#take = take;
  }

  /** All groups. */
  values(): IterableIterator<RowGroup<G, S>> {
    return this.#groups.values();
  }

  /** Applies changes. Returns the groups that they touch; one without rows is gone. */
  take(changes: readonly Change<K, V>[]): ReadonlySet<RowGroup<G, S>> {
    const touched = new Set<RowGroup<G, S>>();
    for (const change of changes) {
      const { type, key } = change;
      const from = this.#groupOf.get(key);
      const to = type === 'remove' ? undefined : this.#groupAt(this.#by(change.value, key));
      if (from) touched.add(from);
      if (to) touched.add(to);
      if (from === to) {
        // The cast holds: a row without a group is added to one.
        this.#take(to!.state, change);
        continue;
      }
      if (from && type !== 'add') {
        from.size--;
        this.#groupOf.delete(key);
        this.#take(from.state, { type: 'remove', key, previous: change.previous });
      }
      if (to && type !== 'remove') {
        to.size++;
        this.#groupOf.set(key, to);
        this.#take(to.state, { type: 'add', key, value: change.value });
      }
    }
    for (const { key, size } of touched) if (size === 0) this.#groups.delete(key);
    return touched;
  }

  #groupAt(key: G): RowGroup<G, S> {
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = { key, state: this.#start(key), size: 0 }));
    return group;
  }
}
