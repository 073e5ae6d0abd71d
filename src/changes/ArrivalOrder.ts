import type { ChangeSet } from './ChangeSet.ts';
import { isOnlyMove } from './isOnlyMove.ts';
import { OrderedList } from './OrderedList.ts';

/**
 * Rows in the order in which their keys were added. An updated row keeps its index; a row that is
 * removed and added again goes last.
 */
export class ArrivalOrder<K, V> {
  /**
   * The arrival number of each key. Numbers rise along the list, so a binary search finds an index.
   */
  readonly #numbers = new Map<K, number>();
  #list = new OrderedList<number, V>([], []);
  #next = 0;

  /** Applies a set. Returns whether any row changed. */
  apply(set: ChangeSet<K, V>): boolean {
    if (set.reset) return this.#restart(set);
    let isChanged = false;
    for (const change of set.changes) {
      const { key } = change;
      if (change.type === 'update') {
        if (isOnlyMove(change)) continue;
        this.#list.replace(this.#indexOf(key), change.value);
      } else if (change.type === 'remove') {
        this.#list.remove(this.#indexOf(key));
        this.#numbers.delete(key);
      } else {
        this.#add(key, change.value);
      }
      isChanged = true;
    }
    return isChanged;
  }

  /** All rows, as an array that never changes. */
  toArray(): readonly V[] {
    return this.#list.handOut();
  }

  #restart({ changes }: ChangeSet<K, V>): boolean {
    this.#numbers.clear();
    this.#list = new OrderedList<number, V>([], []);
    this.#next = 0;
    for (const change of changes) if (change.type === 'add') this.#add(change.key, change.value);
    return true;
  }

  #add(key: K, value: V): void {
    const number = this.#next++;
    this.#numbers.set(key, number);
    this.#list.insert(this.#list.size, number, value);
  }

  #indexOf(key: K): number {
    const number = this.#numbers.get(key) ?? -1;
    const { keys } = this.#list;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
