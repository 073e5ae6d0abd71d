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

  /** Applies changes of rows. Returns which groups were added and removed. */
  take(changes: readonly Change<K, V>[]): Change<G, Group<G, K, V>>[] {
    const added = new Set<OpenGroup<G, K, V>>();
    for (const change of changes) if (!isOnlyMove(change)) this.#take(change, added);
    const outer: Change<G, Group<G, K, V>>[] = [];
    for (const group of this.#touched) {
      const { key } = group;
      if (added.has(group)) {
        outer.push({ type: 'add', key, value: group });
      } else if (group.size === 0) {
        this.#groups.delete(key);
        outer.push({ type: 'remove', key, previous: group });
      }
    }
    return outer;
  }

  /** Emits the changes of each group, then completes the empty ones. */
  emit(version: number): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const group of touched) group.emit(version);
    for (const group of touched) if (group.size === 0) group.end();
  }

  /** Completes all groups, or fails them with an error. */
  end(error?: Error): void {
    for (const group of this.#groups.values()) group.end(error);
    this.#groups.clear();
  }

  #take(change: Change<K, V>, added: Set<OpenGroup<G, K, V>>): void {
    const { key } = change;
    // A row that is updated or removed is in a group.
    const from = change.type === 'add' ? undefined : this.#groupOf.get(key)!;
    if (from) this.#touched.add(from);
    if (change.type === 'remove') {
      from!.take(change);
      this.#groupOf.delete(key);
      return;
    }
    const { value } = change;
    const to = this.#groupFor(this.#by(value, key), added);
    this.#touched.add(to);
    this.#groupOf.set(key, to);
    if (from === to) return to.take(change);
    if (change.type === 'update') from!.take({ type: 'remove', key, previous: change.previous });
    to.take({ type: 'add', key, value });
  }

  #groupFor(key: G, added: Set<OpenGroup<G, K, V>>): OpenGroup<G, K, V> {
    let group = this.#groups.get(key);
    if (!group) {
      group = new OpenGroup(key);
      this.#groups.set(key, group);
      added.add(group);
    }
    return group;
  }
}
