import type { Change } from './ChangeSet.ts';

/** One group. */
export interface RowGroup<G, S> {
  readonly key: G;
  /** What an operator makes of the rows. */
  readonly state: S;
  /** How many rows it has. */
  size: number;
}

/** Rows by group. A group exists while it has rows. */
export class GroupedRows<K, V, R extends RowGroup<unknown, unknown>> {
  readonly #by: (value: V, key: K) => R['key'];
  readonly #start: (key: R['key']) => R['state'];
  readonly #take: (state: R['state'], change: Change<K, V>) => void;
  readonly #groups = new Map<R['key'], R>();
  readonly #groupOf = new Map<K, R>();

  /**
   * `by`: the group of a row. `start` makes the state of a new group, and `take` applies the change
   * of a row to it. A row that changes its group is a remove and an add.
   */
  constructor(
    by: (value: V, key: K) => R['key'],
    start: (key: R['key']) => R['state'],
    take: (state: R['state'], change: Change<K, V>) => void,
  ) {
    this.#by = by;
    this.#start = start;
    this.#take = take;
  }

  /** All groups. */
  values(): IterableIterator<R> {
    return this.#groups.values();
  }

  /** Applies changes. Returns the groups that they touch; one without rows is gone. */
  take(changes: readonly Change<K, V>[]): ReadonlySet<R> {
    const touched = new Set<R>();
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

  #groupAt(key: R['key']): R {
    let group = this.#groups.get(key);
    if (!group) {
      // The cast holds: `R` has no other members.
      group = { key, state: this.#start(key), size: 0 } as R;
      this.#groups.set(key, group);
    }
    return group;
  }
}
