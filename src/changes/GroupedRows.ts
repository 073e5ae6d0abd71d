import type { Change } from './ChangeSet.ts';
import type { Group } from './Group.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { OpenGroup } from './OpenGroup.ts';

/** Rows by group. */
export class GroupedRows<G, K, V> {
  readonly #by: (value: V, key: K) => G;
  readonly #groups = new Map<G, OpenGroup<G, K, V>>();
  readonly #groupOf = new Map<K, OpenGroup<G, K, V>>();
  readonly #touched = new Set<OpenGroup<G, K, V>>();

  constructor(by: (value: V, key: K) => G) {
    this.#by = by;
  }

  /** Takes changes of rows in; gives which groups came and went. */
  take(changes: readonly Change<K, V>[]): Change<G, Group<G, K, V>>[] {
    const came = new Set<OpenGroup<G, K, V>>();
    for (const change of changes) if (!isOnlyMove(change)) this.#take(change, came);
    const outer: Change<G, Group<G, K, V>>[] = [];
    for (const group of this.#touched) {
      const { key } = group;
      if (came.has(group)) {
        outer.push({ type: 'add', key, value: group });
      } else if (group.size === 0) {
        this.#groups.delete(key);
        outer.push({ type: 'remove', key, previous: group });
      }
    }
    return outer;
  }

  /** Tells what changed in each group, then that some have ended. */
  tell(version: number): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const group of touched) group.tell(version);
    for (const group of touched) if (group.size === 0) group.end();
  }

  /** All groups have ended. */
  end(error?: Error): void {
    for (const group of this.#groups.values()) group.end(error);
    this.#groups.clear();
  }

  #take(change: Change<K, V>, came: Set<OpenGroup<G, K, V>>): void {
    const { key } = change;
    // Only what is there leaves.
    const from = change.type === 'add' ? undefined : this.#groupOf.get(key)!;
    if (from) this.#touched.add(from);
    if (change.type === 'remove') {
      from!.take(change);
      this.#groupOf.delete(key);
      return;
    }
    const { value } = change;
    const to = this.#groupFor(this.#by(value, key), came);
    this.#touched.add(to);
    this.#groupOf.set(key, to);
    if (from === to) return to.take(change);
    if (change.type === 'update') from!.take({ type: 'remove', key, previous: change.previous });
    to.take({ type: 'add', key, value });
  }

  #groupFor(key: G, came: Set<OpenGroup<G, K, V>>): OpenGroup<G, K, V> {
    let group = this.#groups.get(key);
    if (!group) {
      group = new OpenGroup(key);
      this.#groups.set(key, group);
      came.add(group);
    }
    return group;
  }
}
