import { type Change, type ChangeSet, withoutMoves } from './ChangeSet.ts';

/** Merges consecutive sets into one that leads from before the first to after the last of them. */
export class MergedChanges<K, V> {
  #changes = new Map<K, Change<K, V>>();
  #isReset = false;

  add(set: ChangeSet<K, V>): void {
    if (set.reset) {
      this.#changes.clear();
      this.#isReset = true;
    }
    for (const change of withoutMoves(set.changes)) this.#add(change);
  }

  /** The changes that were added since the last call. */
  take(): Pick<ChangeSet<K, V>, 'reset' | 'changes'> {
    const merged = { reset: this.#isReset, changes: [...this.#changes.values()] };
    this.#changes = new Map();
    this.#isReset = false;
    return merged;
  }

  #add(change: Change<K, V>): void {
    const { key } = change;
    const earlier = this.#changes.get(key);
    const merged = earlier ? mergeChanges(earlier, change) : change;
    if (merged) this.#changes.set(key, merged);
    else this.#changes.delete(key);
  }
}

/** Merges two changes of one key; `undefined` if the second undoes the first. */
function mergeChanges<K, V>(first: Change<K, V>, second: Change<K, V>): Change<K, V> | undefined {
  const { key } = first;
  if (first.type === 'add') {
    if (second.type === 'remove') return undefined;
    return { type: 'add', key, value: second.value };
  }
  const { previous } = first;
  if (second.type === 'remove') return { type: 'remove', key, previous };
  const { value } = second;
  return Object.is(previous, value) ? undefined : { type: 'update', key, value, previous };
}
